import { Button, Checkbox, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Schedule } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { toastError, toastSuccess } from '../message/toasts';
import { useFailureText } from '../texts/failure';
import { formatDayMoment } from '../texts/format';
import { NextTimes, useNextTimes } from './NextTimes';
import { mayAlsoSuspend, saveSchedule, schedulesQuery, suspends } from './schedules';
import { TimingFields } from './TimingFields';
import { cronOf, timingOf } from './times';

interface Props {
  /** The schedules to edit: one, or several, of which the user may deselect some. */
  schedules: readonly Schedule[];
  title: string;
  nameOf: (schedule: Schedule) => string;
  onClose: () => void;
}

const keyOf = ({ kind, verb }: Schedule) => `${kind} ${verb}`;

/** The initial selection. Of several, it omits schedules that do nothing because they may not suspend people. */
function meantAtFirst(schedules: readonly Schedule[]): readonly Schedule[] {
  if (schedules.length === 1) return schedules;
  // The campus run and its parts would do the same work twice, so the campus run is not selected.
  return schedules.filter(
    (schedule) => !mayAlsoSuspend(schedule) && (!suspends(schedule) || schedule.may_suspend),
  );
}

/** Edits one schedule, or gives several the same time, and previews the next times. */
export function ScheduleDialog({ schedules, title, nameOf, onClose }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const many = schedules.length > 1;
  const suspending = !many && schedules.some((schedule) => suspends(schedule) || mayAlsoSuspend(schedule));
  const [enabled, setEnabled] = useState(many || schedules.some((schedule) => schedule.enabled));
  const [maySuspend, setMaySuspend] = useState(schedules.every((schedule) => schedule.may_suspend));
  const [timing, setTiming] = useState(() => timingOf(schedules[0]?.cron ?? ''));
  const [meant, setMeant] = useState<ReadonlySet<string>>(() => new Set(meantAtFirst(schedules).map(keyOf)));
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  const cron = cronOf(timing);
  const next = useNextTimes(cron);
  const chosen = schedules.filter((schedule) => meant.has(keyOf(schedule)));

  async function save(event: FormEvent) {
    event.preventDefault();
    setSaving(true);
    setRefused(undefined);
    try {
      let kept: Schedule | undefined;
      // Sequentially: each is a schedule of its own, and the first refusal is shown.
      for (const schedule of chosen) {
        // Several schedules keep their own permission to suspend.
        const may_suspend = suspending ? maySuspend : schedule.may_suspend;
        kept = await saveSchedule(schedule, { cron, enabled, may_suspend });
      }
      const [only] = chosen;
      const item = many || !only ? t('schedule.several', { n: chosen.length }) : nameOf(only);
      toastSuccess(
        kept?.next_run_at
          ? t('schedule.saved_next', { item, time: formatDayMoment(kept.next_run_at) })
          : t('schedule.saved_off', { item }),
      );
      await queries.invalidateQueries({ queryKey: schedulesQuery.queryKey });
      onClose();
    } catch (cause) {
      if (cause instanceof ApiError && cause.fields.cron) setRefused(cause.fields.cron);
      else toastError(failureText(cause));
      await queries.invalidateQueries({ queryKey: schedulesQuery.queryKey });
      setSaving(false);
    }
  }

  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('confirm.close') }}>
      <form onSubmit={save} noValidate>
        <Stack gap="sm">
          <Checkbox
            name="enabled"
            label={t('schedule.enabled')}
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
          <TimingFields
            timing={timing}
            error={refused ?? next.wrong}
            onChange={(changed) => {
              setRefused(undefined);
              setTiming(changed);
            }}
          />
          {/* A disabled schedule has no next time. */}
          {enabled ? (
            <NextTimes {...next} />
          ) : (
            <Text size="sm" c="dimmed">
              {t('schedule.off_note')}
            </Text>
          )}
          {suspending && (
            <Switch
              name="may_suspend"
              label={t('schedule.may_suspend')}
              description={t('schedule.may_suspend_hint', {
                source: settings.source_name,
                platform: settings.platform_name,
              })}
              checked={maySuspend}
              onChange={(event) => setMaySuspend(event.currentTarget.checked)}
            />
          )}
          {many && (
            <fieldset className="schedule-choice">
              <Text component="legend" size="xs" fw={600} mb={4}>
                {t('schedule.for')}
              </Text>
              {schedules.map((schedule) => (
                <Checkbox
                  key={keyOf(schedule)}
                  size="xs"
                  label={nameOf(schedule)}
                  checked={meant.has(keyOf(schedule))}
                  onChange={(event) => {
                    const after = new Set(meant);
                    if (event.currentTarget.checked) after.add(keyOf(schedule));
                    else after.delete(keyOf(schedule));
                    setMeant(after);
                  }}
                />
              ))}
            </fieldset>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('sources.cancel')}
            </Button>
            <Button type="submit" loading={saving} disabled={chosen.length === 0}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
