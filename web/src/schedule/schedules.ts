import { queryOptions } from '@tanstack/react-query';
import { client, type Schedule, type ScheduleTime, settle } from '../api/client';
import { actorName } from '../session/session';

// Below the key of what jobs change, so that an outcome is seen when its job has ended.
export const schedulesQuery = queryOptions({
  queryKey: ['summary', 'schedules'],
  queryFn: async ({ signal }) =>
    (await settle<Schedule[]>(client.GET('/api/v1/api/schedules', { signal }))).data,
});

/** The next times of an expression. One that is wrong fails in its field, and is not asked again. */
export function timesQuery(cron: string) {
  return queryOptions({
    queryKey: ['schedule-times', cron],
    queryFn: async ({ signal }) =>
      (await settle<ScheduleTime[]>(client.POST('/api/v1/api/schedules/preview', { body: { cron }, signal })))
        .data,
    retry: false,
  });
}

/** What a person sets of a schedule. */
export type ScheduleSetting = Pick<Schedule, 'cron' | 'enabled' | 'may_suspend'>;

export async function saveSchedule({ kind, verb }: Schedule, setting: ScheduleSetting): Promise<Schedule> {
  const body = { kind, verb, ...setting, name: actorName() };
  return (await settle<Schedule>(client.POST('/api/v1/api/schedules/update', { body }))).data;
}

/** Those of kinds that are in use: students of other campuses only where the campus takes part in the exchange. */
export function shown(schedules: readonly Schedule[], mbkm: boolean): Schedule[] {
  return schedules.filter(({ kind }) => mbkm || kind !== 'mahasiswa_mbkm');
}

/** Whether a schedule suspends people whom the source lists no more, once it may. */
export function suspends({ verb }: Pick<Schedule, 'verb'>): boolean {
  return verb === 'unenroll';
}

/** Whether a schedule may suspend people, among other things that it does. */
export function mayAlsoSuspend({ verb }: Pick<Schedule, 'verb'>): boolean {
  return verb === 'align';
}
