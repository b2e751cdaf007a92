import { type ActionCall, type Envelope, type ServerPlan, send } from '../api/client';
import { actorName } from '../session/session';

export type Verb = 'sync' | 'export' | 'enroll' | 'unenroll' | 'delete' | 'approve' | 'import';

/** Where an outcome is told in a modal rather than by a toast: always, or when it is a failure. */
export type AnswerIn = 'modal' | 'modal on error';

/** One thing that the person asked for: what to call, and what to ask before calling. */
export interface ActionRequest {
  verb: Verb;
  call: ActionCall;
  body: Record<string, unknown>;
  question: string;
  notes: string[];
  answerIn?: AnswerIn | undefined;
  /** The call has no plan to show before. */
  direct?: boolean | undefined;
}

export type PlanGroup = keyof ServerPlan['counts'];

export const planGroups: PlanGroup[] = ['create', 'update', 'missing', 'conflict', 'unchanged'];

export async function askPlan(request: ActionRequest, signal: AbortSignal): Promise<ServerPlan> {
  const body = { ...request.body, name: actorName(), dry_run: true };
  return (await send<ServerPlan>(request.call, { body, signal })).data;
}

/** Rows that the action would touch. Nothing to do is worth saying before the person says Ya. */
export function touched(plan: ServerPlan): number {
  return planGroups
    .filter((group) => group !== 'unchanged')
    .reduce((sum, group) => sum + plan.counts[group], 0);
}

/** Starts it as a job, so that nothing depends on this page staying open. */
export function start(request: ActionRequest): Promise<Envelope> {
  return send(request.call, {
    body: { ...request.body, name: actorName() },
    headers: { Prefer: 'respond-async' },
  });
}
