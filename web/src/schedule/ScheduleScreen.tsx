import { Button, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../action/PageHeader';
import type { Schedule } from '../api/client';
import { assumedSettings, settingsQuery } from '../api/settings';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import { LastRun } from './LastRun';
import { presetOf, schedulesQuery, shown } from './schedules';

const ScheduleDialog = lazy(() =>
  import('./ScheduleDialog').then((module) => ({ default: module.ScheduleDialog })),
);

/** What is done by itself, and when: a line for each kind and verb. */
export function ScheduleScreen() {
  const { t } = useTranslation();
  const { data: settings = assumedSettings } = useQuery(settingsQuery);
  const schedules = useQuery(schedulesQuery);
  const [edited, setEdited] = useState<Schedule | null>(null);
  return (
    <>
      <PageHeader title={t('titles.schedule')} />
      <Text size="sm" c="dimmed" mb="sm" maw={720}>
        {t('schedule.about')}
      </Text>
      {schedules.isError && schedules.data && (
        <StaleAlert error={schedules.error} onRetry={() => schedules.refetch()} />
      )}
      {schedules.isError && !schedules.data ? (
        <LoadFailed error={schedules.error} onRetry={() => schedules.refetch()} />
      ) : (
        <Table.ScrollContainer minWidth={760}>
          <Table
            fz="sm"
            verticalSpacing={6}
            aria-label={t('titles.schedule')}
            aria-busy={schedules.data === undefined}
          >
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('home.kind')}</Table.Th>
                <Table.Th>{t('schedule.verb')}</Table.Th>
                <Table.Th>{t('schedule.time')}</Table.Th>
                <Table.Th>{t('schedule.next')}</Table.Th>
                <Table.Th>{t('schedule.last')}</Table.Th>
                <Table.Th>{t('list.actions')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {schedules.data === undefined
                ? [1, 2, 3, 4].map((line) => (
                    <Table.Tr key={line}>
                      <Table.Td colSpan={6}>
                        <Skeleton height={12} width="60%" />
                      </Table.Td>
                    </Table.Tr>
                  ))
                : shown(schedules.data, settings.mbkm).map((schedule) => (
                    <ScheduleLine
                      key={`${schedule.kind} ${schedule.verb}`}
                      schedule={schedule}
                      onEdit={() => setEdited(schedule)}
                    />
                  ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {edited && (
        <Suspense>
          <ScheduleDialog schedule={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  );
}

function ScheduleLine({ schedule, onEdit }: { schedule: Schedule; onEdit: () => void }) {
  const { t } = useTranslation();
  const { kind, verb, cron, enabled, next_run } = schedule;
  const noun = t(`kinds.${kind}.noun`);
  const action = t(`jobs.verbs.${verb}`);
  const preset = presetOf(cron);
  return (
    <Table.Tr>
      <Table.Th scope="row">{noun}</Table.Th>
      <Table.Td>{action}</Table.Td>
      <Table.Td>
        {enabled ? (
          preset === 'own' ? (
            cron
          ) : (
            t(`schedule.presets.${preset}`)
          )
        ) : (
          <Text size="sm" c="dimmed">
            {t('schedule.off')}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{next_run ?? '-'}</Table.Td>
      <Table.Td>
        <LastRun schedule={schedule} />
      </Table.Td>
      <Table.Td>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${t('list.edit')}: ${action} ${noun}`}
          onClick={onEdit}
        >
          {t('list.edit')}
        </Button>
      </Table.Td>
    </Table.Tr>
  );
}
