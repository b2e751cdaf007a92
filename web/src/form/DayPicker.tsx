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
      error={typed !== '' && dayOf(typed) === ''}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        const day = dayOf(text);
        if (day !== value && (day || text === '')) onChange(day);
      }}
      onBlur={() => value && setTyped(shownDay(value))}
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
