import '@mantine/dates/styles.css';
import 'dayjs/locale/id';
import { Popover } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CalendarButton } from './CalendarButton';

export interface DayCalendarProps {
  label: string;
  value: string;
  min: string | undefined;
  onChange: (day: string) => void;
}

/** A calendar in the reader's language, open from its first render. */
export function DayCalendar({ label, value, min, onChange }: DayCalendarProps) {
  const { t, i18n } = useTranslation();
  const [opened, setOpened] = useState(true);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <CalendarButton label={label} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <DatePicker
          value={value || null}
          {...(value ? { defaultDate: value } : {})}
          {...(min ? { minDate: min } : {})}
          locale={i18n.language}
          firstDayOfWeek={1}
          hideOutsideDates
          ariaLabels={{ previousMonth: t('day.previous_month'), nextMonth: t('day.next_month') }}
          onChange={(day) => {
            onChange(day ?? '');
            setOpened(false);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
