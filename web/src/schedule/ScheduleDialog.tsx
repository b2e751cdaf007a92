import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Schedule } from '../api/client';
import { toastError, toastSuccess } from '../message/toasts';
import { useFailureText } from '../texts/failure';
import { type Preset, presetOf, presets, saveSchedule, schedulesQuery, timesQuery } from './schedules';

/** How long a person stops typing before the times are asked for. */
const PAUSE = 300;

/** Edits one schedule: on or off, when, and which times that makes. */
export function ScheduleDialog({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [enabled, setEnabled] = useState(schedule.enabled);
  const [cron, setCron] = useState(schedule.cron);
  const [preset, setPreset] = useState<Preset>(presetOf(schedule.cron));
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const [asked] = useDebouncedValue(cron, PAUSE);
  const times = useQuery({ ...timesQuery(asked), placeholderData: keepPreviousData });
  const wrong = times.error instanceof ApiError ? times.error.fields.cron : undefined;
  const title = `${t(`jobs.verbs.${schedule.verb}`)} ${t(`kinds.${schedule.kind}.noun`)}`;

  function choose(next: Preset) {
    setPreset(next);
    if (next !== 'own') setCron(presets[next]);
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    setSaving(true);
    setRefused(undefined);
    try {
      const kept = await saveSchedule(schedule, cron, enabled);
      toastSuccess(
        kept.next_run
          ? t('schedule.saved_next', { item: title, time: kept.next_run })
          : t('schedule.saved_off', { item: title }),
      );
      await queries.invalidateQueries({ queryKey: schedulesQuery.queryKey });
      onClose();
    } catch (cause) {
      if (cause instanceof ApiError && cause.fields.cron) setRefused(cause.fields.cron);
      else toastError(failureText(cause));
      setSaving(false);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={`${t('titles.schedule')}: ${title}`}
      closeButtonProps={{ 'aria-label': t('confirm.close') }}
    >
      <form onSubmit={save} noValidate>
        <Stack gap="sm">
          <Checkbox
            name="enabled"
            label={t('schedule.enabled')}
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
          <NativeSelect
            name="preset"
            label={t('schedule.when')}
            value={preset}
            onChange={(event) => choose(event.currentTarget.value as Preset)}
            data={[...(Object.keys(presets) as Preset[]), 'own' as const].map((value) => ({
              value,
              label: t(`schedule.presets.${value}`),
            }))}
          />
          <TextInput
            name="cron"
            label={t('schedule.cron')}
            description={t('schedule.cron_hint')}
            value={cron}
            error={refused ?? wrong}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setRefused(undefined);
              setCron(event.currentTarget.value);
              setPreset(presetOf(event.currentTarget.value));
            }}
          />
          <div aria-live="polite" aria-busy={times.isFetching}>
            <Text size="xs" fw={600} mb={4}>
              {t('schedule.times')}
            </Text>
            {wrong || !times.data ? (
              <Text size="sm" c="dimmed">
                -
              </Text>
            ) : (
              <Text component="ol" size="sm" m={0} ps="md" aria-label={t('schedule.times')}>
                {times.data.map(({ at, text }) => (
                  <li key={at}>{text}</li>
                ))}
              </Text>
            )}
          </div>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('confirm.no')}
            </Button>
            <Button type="submit" loading={saving}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
