import {
  type ActionCall,
  type CampusPlan,
  type Envelope,
  type Job,
  type ServerPlan,
  send,
} from '../api/client';
import { actorName } from '../session/session';
import type { Restoration } from './restore';

export type Verb =
  | 'sync'
  | 'export'
  | 'enroll'
  | 'unenroll'
  | 'leave'
  | 'delete'
  | 'approve'
  | 'import'
  | 'mend'
  | 'undo';

/** When a modal instead of a toast shows the outcome: always, or after a failure. */
export type AnswerIn = 'modal' | 'modal on error';

/** How people leave a class: `suspend` keeps grades and groups; `unenrol` removes the enrolment. */
export type Leaving = NonNullable<ServerPlan['leaving']>;

/** The user's options for how people leave. */
export interface LeavingChoice {
  /** Undefined until the user chooses; then the installation's default applies. */
  how?: Leaving | undefined;
  /** True if the rows also leave the dashboard; undefined if that is not offered. */
  remove?: boolean | undefined;
}

/** The address of a page for links; its search parameters are not type-checked. */
export interface PageLink {
  to: string;
  search: never;
}

/** An action that the user requested: the call, and the question before it. */
export interface ActionRequest {
  verb: Verb;
  call: ActionCall;
  /** Values for the parameters of the call's path. */
  at?: Record<string, string>;
  /** Returns the page of a plan's row, from the row's key. */
  pageOf?: ((key: readonly string[]) => PageLink | null) | undefined;
  body: Record<string, unknown>;
  question: string;
  notes: string[];
  answerIn?: AnswerIn | undefined;
  /** The options for how people leave, if the action removes people from a class. */
  leaving?: LeavingChoice | undefined;
  /** The call has no plan. */
  direct?: boolean | undefined;
  /** Does the parents that the rows wait for first, in the same job. */
  withFirst?: boolean | undefined;
  /** Sends no plan token: the action harms no one, or skips rows that have changed since. */
  unheld?: boolean | undefined;
  /** Restores the data if the action is no job that can be undone. */
  undo?: Restoration | undefined;
}

export type PlanGroup = keyof ServerPlan['counts'];

/** The groups of rows that an action would touch, in display order. */
export const touchedGroups = [
  'create',
  'update',
  'leaving',
  'moved',
  'missing',
  'waiting',
  'conflicts',
] as const satisfies readonly PlanGroup[];

export const planGroups: readonly PlanGroup[] = [...touchedGroups, 'unchanged'];

/** The body to send: the request's own, with the user's choices in the question. */
export function bodyOf({ body, leaving, withFirst }: ActionRequest): Record<string, unknown> {
  return {
    ...body,
    ...(withFirst ? { with_first: true } : {}),
    ...(leaving?.how ? { leaving: leaving.how } : {}),
    ...(leaving?.remove ? { remove: true } : {}),
  };
}

const placed = ({ at }: ActionRequest) => (at ? { at } : {});

/** The plan of a request: a single one, or stages if parents come first. */
export type Planned = ServerPlan | CampusPlan;

export async function askPlan(request: ActionRequest, signal: AbortSignal): Promise<Planned> {
  const body = { ...bodyOf(request), name: actorName(), dry_run: true };
  return (await send<Planned>(request.call, { ...placed(request), body, signal })).data;
}

/** The number of rows that the action would touch. */
export function touched(plan: ServerPlan): number {
  return touchedGroups.reduce((sum, group) => sum + plan.counts[group], 0);
}

/** Why Ya is not available: the plan is missing, the whole action is refused, or a name must be typed first. */
export type Hindrance = 'planning' | 'refused' | 'name';

/** A failed plan does not block Ya, although a retry is the first choice: the server checks the rows in any case. */
export function hindrance(plan: Planned | 'planning' | 'failed', typed: string): Hindrance | null {
  if (plan === 'planning') return 'planning';
  if (plan === 'failed') return null;
  if (!('stages' in plan) && plan.warning) return 'refused';
  return plan.guard && typed.trim() !== plan.guard.name ? 'name' : null;
}

/** The confirmation: the token of the shown plan, and the typed name. */
export interface Agreed {
  plan?: string | undefined;
  confirm?: string | undefined;
}

/** Starts the action as a job, so that it does not depend on this page. */
export function start(request: ActionRequest, agreed: Agreed): Promise<Envelope> {
  return send(request.call, {
    ...placed(request),
    body: { ...bodyOf(request), ...(request.unheld ? {} : agreed), name: actorName() },
    headers: { Prefer: 'respond-async' },
  });
}

/** True if the job did nothing because the data had changed or the name was missing. The question is asked again. */
export function askedAgain(job: Job): boolean {
  return job.failure === 'moved' || job.failure === 'guard';
}
