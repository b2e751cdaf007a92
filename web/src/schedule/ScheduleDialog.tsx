import { Button, Checkbox, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type Schedule } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { toastError, toastSuccess } from '../message/toasts';
import { useFailureText } from '../texts/failure';
import { formatDayMoment } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { schedule as scheduleTexts } from '../texts/schedule';
import { NextTimes, useNextTimes } from './NextTimes';
import { isSuspension, mayAlsoSuspend, saveSchedule } from './schedules';
import { schedulesQuery } from './schedulesQuery';
import { TimingFields } from './TimingFields';
import { cronOf, timingOf } from './times';

addTexts('schedule', scheduleTexts);

interface Props {
  /** The schedules to edit: one, or several, of which the user may deselect some. */
  schedules: readonly Schedule[];
  title: string;
  nameOf: (schedule: Schedule) => string;
  onClose: () => void;
}

const keyOf = ({ kind, verb }: Schedule) => `${kind} ${verb}`;

/** The initial selection. Of several, it omits schedules that do nothing because they may not suspend people. */
function initialSelection(schedules: readonly Schedule[]): readonly Schedule[] {
  if (schedules.length === 1) return schedules;
  // The campus run and its parts would do the same work twice, so the campus run is not selected.
  return schedules.filter(
    (schedule) => !mayAlsoSuspend(schedule) && (!isSuspension(schedule) || schedule.may_suspend),
  );
}

/** Edits one schedule, or gives several the same time, and previews the next times. */
export function ScheduleDialog({ schedules, title, nameOf, onClose }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const isMultiple = schedules.length > 1;
  const asksToSuspend =
    !isMultiple && schedules.some((schedule) => isSuspension(schedule) || mayAlsoSuspend(schedule));
  const [enabled, setEnabled] = useState(isMultiple || schedules.some((schedule) => schedule.enabled));
  const [maySuspend, setMaySuspend] = useState(schedules.every((schedule) => schedule.may_suspend));
  const [timing, setTiming] = useState(() => timingOf(schedules[0]?.cron ?? ''));
  const [selected, setSelected] = useState<ReadonlySet<string>>(
    () => new Set(initialSelection(schedules).map(keyOf)),
  );
  const [saving, setSaving] = useState(false);
  const [cronError, setCronError] = useState<string>();
  const cron = cronOf(timing);
  const next = useNextTimes(cron);
  const toSave = schedules.filter((schedule) => selected.has(keyOf(schedule)));

  async function save(event: FormEvent) {
    event.preventDefault();
    setSaving(true);
    setCronError(undefined);
    try {
      let saved: Schedule | undefined;
      // Sequentially: each is a schedule of its own, and the first refusal is shown.
      for (const schedule of toSave) {
        // Several schedules keep their own permission to suspend.
        const may_suspend = asksToSuspend ? maySuspend : schedule.may_suspend;
        saved = await saveSchedule(schedule, { cron, enabled, may_suspend });
      }
      const [only] = toSave;
      const item = isMultiple || !only ? t('schedule.several', { n: toSave.length }) : nameOf(only);
      toastSuccess(
        saved?.next_run_at
          ? t('schedule.saved_next', { item, time: formatDayMoment(saved.next_run_at) })
          : t('schedule.saved_off', { item }),
      );
      await queries.invalidateQueries({ queryKey: schedulesQuery.queryKey });
      onClose();
    } catch (cause) {
      if (cause instanceof ApiError && cause.fields.cron) setCronError(cause.fields.cron);
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
            error={cronError ?? next.wrong}
            onChange={(changed) => {
              setCronError(undefined);
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
          {asksToSuspend && (
            <Switch
              name="may_suspend"
              label={t('schedule.may_suspend')}
              description={`${t('schedule.may_suspend_hint', {
                source: settings.source_name,
                platform: settings.platform_name,
              })} ${t(schedules.some(mayAlsoSuspend) ? 'schedule.may_suspend_rest' : 'schedule.may_suspend_none')}`}
              checked={maySuspend}
              onChange={(event) => setMaySuspend(event.currentTarget.checked)}
            />
          )}
          {isMultiple && (
            <fieldset className="schedule-choice">
              <Text component="legend" size="xs" fw={600} mb={4}>
                {t('schedule.for')}
              </Text>
              {schedules.map((schedule) => (
                <Checkbox
                  key={keyOf(schedule)}
                  size="xs"
                  label={nameOf(schedule)}
                  checked={selected.has(keyOf(schedule))}
                  onChange={(event) => {
                    const after = new Set(selected);
                    if (event.currentTarget.checked) after.add(keyOf(schedule));
                    else after.delete(keyOf(schedule));
                    setSelected(after);
                  }}
                />
              ))}
            </fieldset>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('schedule.cancel')}
            </Button>
            <Button type="submit" loading={saving} disabled={toSave.length === 0}>
              {t('form.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
