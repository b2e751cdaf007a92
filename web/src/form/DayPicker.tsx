import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../message/onDemand';
import { CalendarButton } from './CalendarButton';
import type { DayCalendarProps } from './DayCalendar';
import { displayDay, parseDay } from './days';

// The calendar is a tenth of a first visit's script budget, and many users type the day.
const DayCalendar = onDemand<DayCalendarProps>(() =>
  import('./DayCalendar').then((module) => module.DayCalendar),
);

interface Props {
  name: string;
  label: string;
  /** `2026-11-01`, or an empty text. */
  value: string;
  min?: string | undefined;
  /** True if the label stands above the field; otherwise the placeholder shows it. */
  labelled?: boolean;
  /** Why the server refused the day. */
  error?: string | undefined;
  onChange: (day: string) => void;
}

/** A day in the format `2026-08-3`, typed or picked from a calendar. */
export function DayPicker({ name, label, value, min, labelled = true, error, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value && displayDay(value));
  // An unfinished day is no error yet.
  const [finished, setFinished] = useState(false);
  const day = parseDay(typed);
  // A different day from elsewhere (the calendar, the address) replaces the typed text; an equal day keeps it.
  useEffect(() => {
    setTyped((before) => (parseDay(before) === value ? before : value && displayDay(value)));
  }, [value]);
  return (
    <TextInput
      name={name}
      {...(labelled
        ? { label, placeholder: t('day.format') }
        : { 'aria-label': label, placeholder: label, 'data-hint': `${label}, ${t('day.format')}` })}
      size="xs"
      w={132}
      autoComplete="off"
      value={typed}
      error={finished && typed !== '' && !day ? t('day.wrong') : error}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        setFinished(false);
        const next = parseDay(text);
        if (next !== value && (next || text === '')) onChange(next);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setFinished(true);
      }}
      onBlur={() => {
        setFinished(true);
        // Invalid text stays, with its error. An emptied field shows the day that still applies.
        const valid = day || (typed === '' ? value : '');
        if (valid) setTyped(displayDay(valid));
      }}
      rightSectionPointerEvents="all"
      rightSection={
        <DayCalendar
          label={label}
          value={value}
          min={min}
          onChange={onChange}
          button={(opener) => <CalendarButton label={label} {...opener} />}
        />
      }
    />
  );
}
