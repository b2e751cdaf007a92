import { type CampusPlan, client, type Envelope, type PlanRow, settle } from '../api/client';
import { actorName } from '../session/session';
import type { LeftOut } from './leftOut';

const header = { Prefer: 'respond-async' } as const;

/** Starts planning the whole campus. Resolves to the job. */
export function beginPlan(leaveOut: readonly LeftOut[]): Promise<Envelope> {
  const leave_out = leaveOut.map(({ rows, ...stage }) => (rows === null ? stage : { ...stage, rows }));
  return settle(
    client.POST('/api/v1/api/campus/align', {
      params: { header },
      body: { name: actorName(), dry_run: true, ...(leave_out.length > 0 ? { leave_out } : {}) },
    }),
  );
}

/** The plan that a job has made. */
export async function planOf(job: number, signal: AbortSignal): Promise<CampusPlan> {
  const call = client.GET('/api/v1/api/campus/plan/{id}', { params: { path: { id: job } }, signal });
  return (await settle<CampusPlan>(call)).data;
}

/** Selects rows of a plan by stage, group and page. */
export interface AskedRows {
  verb: string;
  kind: string;
  group: string;
  q: string;
  page: number;
  perPage: number;
}

/** A page of the rows of a plan. */
export function plannedRows(job: number, { q, perPage, ...asked }: AskedRows, signal: AbortSignal) {
  const query = { ...asked, per_page: perPage, ...(q ? { q } : {}) };
  return settle<PlanRow[]>(
    client.GET('/api/v1/api/campus/plan/{id}/rows', { params: { path: { id: job }, query }, signal }),
  );
}

/** Starts executing a plan. */
export function beginAlign(plan: CampusPlan, typed: string): Promise<Envelope> {
  return settle(
    client.POST('/api/v1/api/campus/align', {
      params: { header },
      body: { name: actorName(), plan: plan.token, ...(plan.guard ? { typed } : {}) },
    }),
  );
}
