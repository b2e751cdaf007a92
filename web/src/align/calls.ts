import { type CampusPlan, client, type Envelope, settle } from '../api/client';
import { actorName } from '../session/session';
import type { LeftOut } from './leftOut';

const header = { Prefer: 'respond-async' } as const;

/** Begins to work out what all of it would do. Answers with the job that does. */
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

/** Begins to do what a plan says. */
export function beginAlign(plan: CampusPlan, typed: string): Promise<Envelope> {
  return settle(
    client.POST('/api/v1/api/campus/align', {
      params: { header },
      body: { name: actorName(), plan: plan.token, ...(plan.guard ? { typed } : {}) },
    }),
  );
}
