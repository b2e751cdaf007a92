import { queryOptions } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client, fetchData, type Schedule, type ScheduleTime } from '../api/client';
import { actorName } from '../session/session';

/** The next times of an expression. A wrong one fails and is not retried; its field shows the error. */
export function timesQuery(cron: string) {
  return queryOptions({
    queryKey: ['schedule-times', cron],
    queryFn: ({ signal }) =>
      fetchData<ScheduleTime[]>(client.POST('/api/v1/api/schedules/preview', { body: { cron }, signal })),
    retry: false,
  });
}

/** The editable settings of a schedule. */
type ScheduleSetting = Pick<Schedule, 'cron' | 'enabled' | 'may_suspend'>;

export async function saveSchedule({ kind, verb }: Schedule, setting: ScheduleSetting): Promise<Schedule> {
  const body = { kind, verb, ...setting, name: actorName() };
  return fetchData<Schedule>(client.POST('/api/v1/api/schedules/update', { body }));
}

/** True if the schedule's work is to suspend people that the source no longer lists. */
export function isSuspension({ verb }: Pick<Schedule, 'verb'>): boolean {
  return verb === 'unenroll';
}

/** True if the schedule may also suspend people, among other work. */
export function mayAlsoSuspend({ verb }: Pick<Schedule, 'verb'>): boolean {
  return verb === 'align';
}

/** The names of schedules from verb and kind. A schedule that unenrols only suspends, and its name says so. */
export function useScheduleNames() {
  const { t } = useTranslation();
  const action = (schedule: Schedule) =>
    isSuspension(schedule) ? t('actions.leave') : t(`actions.${schedule.verb}`);
  const data = ({ kind }: Schedule) => t(`kinds.${kind}.data`);
  const many = ({ kind }: Schedule) => t(`kinds.${kind}.many`);
  const nameOf = (schedule: Schedule) =>
    isSuspension(schedule)
      ? `${t('actions.leave')}: ${many(schedule)}`
      : t([`jobs.titles.${schedule.kind}_${schedule.verb}`, 'jobs.title'], {
          verb: t(`jobs.verbs.${schedule.verb}`),
          kind: many(schedule),
        });
  return { action, data, nameOf };
}
