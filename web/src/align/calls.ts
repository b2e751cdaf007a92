import { type CampusPlan, client, type Envelope, fetchData, type PlanRow, settle } from '../api/client';
import { actorName } from '../session/session';
import type { Exclusion } from './exclusions';

const header = { Prefer: 'respond-async' } as const;

/** Starts planning the whole campus. Resolves to the job. */
export function startPlan(exclusions: readonly Exclusion[]): Promise<Envelope> {
  const leave_out = exclusions.map(({ rows, ...stage }) => (rows === null ? stage : { ...stage, rows }));
  return settle(
    client.POST('/api/v1/api/campus/align', {
      params: { header },
      body: { name: actorName(), dry_run: true, ...(leave_out.length > 0 ? { leave_out } : {}) },
    }),
  );
}

/** The plan that a job has made. */
export async function fetchPlan(job: number, signal: AbortSignal): Promise<CampusPlan> {
  const call = client.GET('/api/v1/api/campus/plan/{id}', { params: { path: { id: job } }, signal });
  return fetchData<CampusPlan>(call);
}

/** Selects rows of a plan by stage, group and page. */
interface PlannedRowsQuery {
  verb: string;
  kind: string;
  group: string;
  q: string;
  page: number;
  perPage: number;
}

/** A page of the rows of a plan. */
export function plannedRows(job: number, { q, perPage, ...rest }: PlannedRowsQuery, signal: AbortSignal) {
  const query = { ...rest, per_page: perPage, ...(q ? { q } : {}) };
  return settle<PlanRow[]>(
    client.GET('/api/v1/api/campus/plan/{id}/rows', { params: { path: { id: job }, query }, signal }),
  );
}

/** Starts executing a plan. */
export function startAlign(plan: CampusPlan, typed: string): Promise<Envelope> {
  return settle(
    client.POST('/api/v1/api/campus/align', {
      params: { header },
      body: { name: actorName(), plan: plan.token, ...(plan.guard ? { typed } : {}) },
    }),
  );
}
