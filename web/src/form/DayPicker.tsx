import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../message/onDemand';
import { CalendarButton } from './CalendarButton';
import type { DayCalendarProps } from './DayCalendar';
import { dayOf, shownDay } from './days';

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
  onChange: (day: string) => void;
}

/** A day in the format `2026-08-3`, typed or picked from a calendar. */
export function DayPicker({ name, label, value, min, labelled = true, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value && shownDay(value));
  // An unfinished day is no error yet.
  const [done, setDone] = useState(false);
  const day = dayOf(typed);
  // A different day from elsewhere (the calendar, the address) replaces the typed text; an equal day keeps it.
  useEffect(() => {
    setTyped((before) => (dayOf(before) === value ? before : value && shownDay(value)));
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
      error={done && typed !== '' && !day && t('day.wrong')}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        setDone(false);
        const next = dayOf(text);
        if (next !== value && (next || text === '')) onChange(next);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setDone(true);
      }}
      onBlur={() => {
        setDone(true);
        // Invalid text stays, with its error. An emptied field shows the day that still applies.
        const left = day || (typed === '' ? value : '');
        if (left) setTyped(shownDay(left));
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
