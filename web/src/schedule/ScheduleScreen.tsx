import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Schedule } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { DataTable } from '../list/DataTable';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import type { TableColumn } from '../list/tableTypes';
import { onDemand } from '../message/onDemand';
import { useLoadFailure } from '../message/unreachable';
import { PageHeader } from '../page/PageHeader';
import { ForAdministrators } from '../session/ForAdministrators';
import { formatDayMoment } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { schedule as scheduleTexts } from '../texts/schedule';
import { LastRun } from './LastRun';
import { mayAlsoSuspend, useScheduleNames } from './schedules';
import { schedulesInUse, schedulesQuery } from './schedulesQuery';
import { timingOf, timingText } from './times';

addTexts('schedule', scheduleTexts);

const ScheduleDialog = onDemand(() => import('./ScheduleDialog').then((module) => module.ScheduleDialog));

/** The schedules: a line for each kind and verb. */
export function ScheduleScreen() {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const schedules = useQuery(schedulesQuery);
  const [edited, setEdited] = useState<readonly Schedule[] | null>(null);
  const onLoadFailed = useLoadFailure(() => setEdited(null));
  const { action, data, nameOf } = useScheduleNames();
  const all = schedules.data && schedulesInUse(schedules.data, settings.mbkm);
  // One run of everything suits most campuses.
  const campus = all?.find(mayAlsoSuspend);
  const columns: readonly TableColumn<Schedule>[] = [
    { id: 'kind', label: t('home.kind'), card: 'heading', sortable: false, cell: data },
    { id: 'verb', label: t('schedule.verb'), card: 'line', sortable: false, cell: action },
    {
      id: 'time',
      label: t('schedule.time'),
      card: 'line',
      sortable: false,
      cell: (schedule) => <Time schedule={schedule} />,
    },
    {
      id: 'next',
      label: t('schedule.next'),
      card: 'line',
      sortable: false,
      cell: ({ enabled, next_run_at }) => formatDayMoment(enabled ? next_run_at : null),
    },
    {
      id: 'last',
      label: t('schedule.last'),
      card: 'state',
      sortable: false,
      wraps: true,
      cell: (schedule) => <LastRun schedule={schedule} />,
    },
  ];
  return (
    <>
      <PageHeader title={t('titles.schedule')} help={['may_suspend', 'cron', 'align']}>
        <ForAdministrators>
          <Group gap="xs">
            <Button size="xs" variant="default" disabled={!all} onClick={() => setEdited(all ?? null)}>
              {t('schedule.set_all')}
            </Button>
            {campus && (
              <Button size="xs" onClick={() => setEdited([campus])}>
                {t('schedule.set_one', { item: nameOf(campus) })}
              </Button>
            )}
          </Group>
        </ForAdministrators>
      </PageHeader>
      <Text size="sm" c="dimmed" mb="sm" maw={720}>
        {t('schedule.about')}
      </Text>
      {schedules.isError && schedules.data && (
        <StaleAlert error={schedules.error} onRetry={() => schedules.refetch()} />
      )}
      {schedules.isError && !schedules.data ? (
        <LoadFailed error={schedules.error} onRetry={() => schedules.refetch()} />
      ) : (
        <div className="fill">
          <DataTable<Schedule>
            title={t('titles.schedule')}
            columns={columns}
            items={all}
            idOf={({ kind, verb }) => `${kind} ${verb}`}
            labelOf={nameOf}
            firstNumber={1}
            sort="id"
            order="asc"
            onSort={() => undefined}
            skeletonRows={10}
            actions={(schedule) => (
              <ForAdministrators>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`${t('list.edit')}: ${nameOf(schedule)}`}
                  onClick={() => setEdited([schedule])}
                >
                  {t('list.edit')}
                </Button>
              </ForAdministrators>
            )}
          />
        </div>
      )}
      {edited && (
        <ScheduleDialog
          schedules={edited}
          title={
            edited[0] && edited.length === 1
              ? `${t('titles.schedule')}: ${nameOf(edited[0])}`
              : t('schedule.set_all')
          }
          nameOf={nameOf}
          onClose={() => setEdited(null)}
          onLoadFailed={onLoadFailed}
        />
      )}
    </>
  );
}

/** The time of a schedule in words. */
function Time({ schedule: { cron, enabled, may_suspend } }: { schedule: Schedule }) {
  const { t, i18n } = useTranslation();
  if (!enabled) {
    return (
      <Text inherit c="dimmed" component="span">
        {t('schedule.off')}
      </Text>
    );
  }
  const time = timingText(timingOf(cron), t, i18n.language);
  return <>{may_suspend ? `${time} · ${t('schedule.suspends')}` : time}</>;
}
