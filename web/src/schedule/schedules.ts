import { queryOptions } from '@tanstack/react-query';
import { client, type Schedule, type ScheduleTime, settle } from '../api/client';
import { actorName } from '../session/session';

// The key lies below the key that jobs invalidate, so that the outcome refreshes when its job has ended.
export const schedulesQuery = queryOptions({
  queryKey: ['summary', 'schedules'],
  queryFn: async ({ signal }) =>
    (await settle<Schedule[]>(client.GET('/api/v1/api/schedules', { signal }))).data,
});

/** The next times of an expression. A wrong one fails and is not retried; its field shows the error. */
export function timesQuery(cron: string) {
  return queryOptions({
    queryKey: ['schedule-times', cron],
    queryFn: async ({ signal }) =>
      (await settle<ScheduleTime[]>(client.POST('/api/v1/api/schedules/preview', { body: { cron }, signal })))
        .data,
    retry: false,
  });
}

/** The editable settings of a schedule. */
export type ScheduleSetting = Pick<Schedule, 'cron' | 'enabled' | 'may_suspend'>;

export async function saveSchedule({ kind, verb }: Schedule, setting: ScheduleSetting): Promise<Schedule> {
  const body = { kind, verb, ...setting, name: actorName() };
  return (await settle<Schedule>(client.POST('/api/v1/api/schedules/update', { body }))).data;
}

/** The schedules of kinds in use: students of other campuses only if the campus takes part in the exchange. */
export function schedulesInUse(schedules: readonly Schedule[], mbkm: boolean): Schedule[] {
  return schedules.filter(({ kind }) => mbkm || kind !== 'mahasiswa_mbkm');
}

/** True if the schedule's work is to suspend people that the source no longer lists. */
export function isSuspension({ verb }: Pick<Schedule, 'verb'>): boolean {
  return verb === 'unenroll';
}

/** True if the schedule may also suspend people, among other work. */
export function mayAlsoSuspend({ verb }: Pick<Schedule, 'verb'>): boolean {
  return verb === 'align';
}
