import '@mantine/dates/styles.css';
import 'dayjs/locale/id';
import { DateInput } from '@mantine/dates';
import { useTranslation } from 'react-i18next';

interface Props {
  name: string;
  label: string;
  /** `2026-11-01`, or nothing. */
  value: string;
  min?: string | undefined;
  onChange: (day: string) => void;
}

/** A day, typed or picked from a calendar in the reader's language. */
export function DayPicker({ name, label, value, min, onChange }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <DateInput
      name={name}
      label={label}
      size="xs"
      w={132}
      placeholder={t('zoom.day')}
      value={value || null}
      valueFormat="YYYY-MM-D"
      locale={i18n.language}
      firstDayOfWeek={1}
      clearable
      clearButtonProps={{ 'aria-label': t('zoom.clear', { item: label }) }}
      popoverProps={{ withinPortal: true }}
      {...(min ? { minDate: min } : {})}
      onChange={(day) => onChange(day ?? '')}
    />
  );
}
