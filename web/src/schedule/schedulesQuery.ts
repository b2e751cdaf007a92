import { queryOptions } from '@tanstack/react-query';
import { client, fetchData, type Job, type Schedule } from '../api/client';

// The key lies below the key that jobs invalidate, so that the outcome refreshes when its job has ended.
export const schedulesQuery = queryOptions({
  queryKey: ['summary', 'schedules'],
  queryFn: ({ signal }) => fetchData<Schedule[]>(client.GET('/api/v1/api/schedules', { signal })),
});

/** The schedules of kinds in use: students of other campuses only if the campus takes part in the exchange. */
export function schedulesInUse(schedules: readonly Schedule[], mbkm: boolean): Schedule[] {
  return schedules.filter(({ kind }) => mbkm || kind !== 'mahasiswa_mbkm');
}

/** Stages of a campus run that failed, or were skipped because they waited for a failed one. The run itself ends as done. */
export const brokenStages = ({ stages }: Job) =>
  stages.filter(({ state }) => state === 'failed' || state === 'skipped').length;

/**
 * True if a schedule needs a look: its last time was skipped, or its run came to no good end. Rows that failed are reported
 * by their lists, where they are also seen once they are fixed.
 */
export function needsLook({ enabled, note, last_job: job }: Schedule): boolean {
  if (!enabled) return false;
  return (
    Boolean(note) ||
    (job !== null && (brokenStages(job) > 0 || (job.state === 'failed' && job.failure !== 'rows')))
  );
}
