import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onDemand } from '../message/onDemand';
import { CalendarButton } from './CalendarButton';
import type { DayCalendarProps } from './DayCalendar';
import { dayOf, shownDay } from './days';

// The calendar is a tenth of what a first visit may cost, and many type the day.
const DayCalendar = onDemand<DayCalendarProps>(() =>
  import('./DayCalendar').then((module) => module.DayCalendar),
);

interface Props {
  name: string;
  label: string;
  /** `2026-11-01`, or nothing. */
  value: string;
  min?: string | undefined;
  /** Whether the label stands above the field; without it the field itself shows what it is for. */
  labelled?: boolean;
  onChange: (day: string) => void;
}

/** A day in the pickers' format (`2026-08-3`), typed or picked from a calendar. */
export function DayPicker({ name, label, value, min, labelled = true, onChange }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value && shownDay(value));
  // What is still being typed is not wrong yet.
  const [done, setDone] = useState(false);
  const day = dayOf(typed);
  // A day that came from elsewhere (the calendar, the address) takes the place of what was typed; the same day does not.
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
        // What is no day stays, since it is told; what was emptied shows the day that still holds.
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
