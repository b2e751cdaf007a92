import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dayName, frequencies, type Timing, withFrequency } from './times';

interface Props {
  timing: Timing;
  error: string | undefined;
  onChange: (next: Timing) => void;
}

const weekdays = [1, 2, 3, 4, 5, 6, 0];

/** How often, on which day, and when. The expression appears only if the user needs a time without words. */
export function TimingFields({ timing, error, onChange }: Props) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Group gap="xs" align="flex-start" grow>
        <NativeSelect
          name="every"
          label={t('schedule.when')}
          value={timing.every}
          data={frequencies.map((value) => ({ value, label: t(`schedule.every.${value}`) }))}
          onChange={(event) => {
            const every = frequencies.find((each) => each === event.currentTarget.value);
            if (every) onChange(withFrequency(timing, every));
          }}
        />
        {timing.every === 'week' && (
          <NativeSelect
            name="day"
            label={t('schedule.day')}
            value={String(timing.day)}
            data={weekdays.map((day) => ({ value: String(day), label: dayName(day, i18n.language) }))}
            onChange={(event) => onChange({ ...timing, day: Number(event.currentTarget.value) })}
          />
        )}
        {timing.every === 'month' && (
          <TextInput
            type="number"
            name="date"
            label={t('schedule.date')}
            min={1}
            max={31}
            error={error}
            value={timing.date}
            onChange={(event) => onChange({ ...timing, date: Number(event.currentTarget.value) })}
          />
        )}
        {'at' in timing && (
          <TextInput
            type="time"
            name="at"
            label={t('schedule.at')}
            value={timing.at}
            error={error}
            onChange={(event) => onChange({ ...timing, at: event.currentTarget.value })}
          />
        )}
        {timing.every === 'hour' && (
          <TextInput
            type="number"
            name="minute"
            label={t('schedule.minute')}
            min={0}
            max={59}
            error={error}
            value={timing.minute}
            onChange={(event) => onChange({ ...timing, minute: Number(event.currentTarget.value) })}
          />
        )}
      </Group>
      {timing.every === 'own' && (
        <TextInput
          name="cron"
          label={t('schedule.cron')}
          description={t('schedule.cron_hint')}
          value={timing.cron}
          error={error}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...timing, cron: event.currentTarget.value })}
        />
      )}
    </>
  );
}
