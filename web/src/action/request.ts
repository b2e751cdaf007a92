import type { TFunction } from 'i18next';
import {
  type ActionCall,
  type CampusPlan,
  type Envelope,
  type Job,
  type ServerPlan,
  send,
} from '../api/client';
import { actorName } from '../session/session';
import { isWholeCampus } from './jobTitle';
import type { Restoration } from './restore';

export type Verb =
  | 'sync'
  | 'export'
  | 'enroll'
  | 'unenroll'
  | 'leave'
  | 'delete'
  | 'close'
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

/** An enrolment in words: the person's number, and the class; null for the person alone. */
export interface EnrolmentName {
  person: string;
  class: string | null;
}

/** An action that the user requested: the call, and the question before it. */
export interface ActionRequest {
  verb: Verb;
  call: ActionCall;
  /** Values for the parameters of the call's path. */
  pathParams?: Record<string, string>;
  /** Returns the page of a plan's row, from the row's key. */
  pageOf?: ((key: readonly string[]) => PageLink | null) | undefined;
  /** Returns the person and the class of a plan's row. */
  enrolmentOf?: ((key: readonly string[]) => EnrolmentName | null) | undefined;
  body: Record<string, unknown>;
  question: string;
  notes: string[];
  /** Says that the plan touches no row, if that does not mean that nothing is done. */
  nothing?: string | undefined;
  /** The full name of the one row that the action is about; the outcome repeats it. */
  subject?: string | undefined;
  answerIn?: AnswerIn | undefined;
  /** The options for how people leave, if the action removes people from a class. */
  leaving?: LeavingChoice | undefined;
  /** The call has no plan. */
  direct?: boolean | undefined;
  /** Does the parents that the rows wait for first, in the same job. */
  withParents?: boolean | undefined;
  /** Sends no plan token: the action harms no one, or skips rows that have changed since. */
  withoutPlan?: boolean | undefined;
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
export function bodyOf({ body, leaving, withParents }: ActionRequest): Record<string, unknown> {
  return {
    ...body,
    ...(withParents ? { with_first: true } : {}),
    ...(leaving?.how ? { leaving: leaving.how } : {}),
    ...(leaving?.remove ? { remove: true } : {}),
  };
}

const pathOf = ({ pathParams }: ActionRequest) => (pathParams ? { pathParams } : {});

/** The plan of a request: a single one, or stages if parents come first. */
export type Plan = ServerPlan | CampusPlan;

export async function fetchPlan(request: ActionRequest, signal: AbortSignal): Promise<Plan> {
  const body = { ...bodyOf(request), name: actorName(), dry_run: true };
  return (await send<Plan>(request.call, { ...pathOf(request), body, signal })).data;
}

/** The number of rows that the action would touch, with what it changes besides. */
export function touchedRows(plan: Pick<ServerPlan, 'counts' | 'besides'>): number {
  return touchedGroups.reduce((sum, group) => sum + plan.counts[group], plan.besides);
}

/** Why Ya is not available: the plan is missing, the whole action is refused, or a name must be typed first. */
type Blocker = 'planning' | 'refused' | 'name';

/** A failed plan does not block Ya, although a retry is the first choice: the server checks the rows in any case. */
export function blockerOf(plan: Plan | 'planning' | 'failed', typed: string): Blocker | null {
  if (plan === 'planning') return 'planning';
  if (plan === 'failed') return null;
  if (!('stages' in plan) && plan.warning) return 'refused';
  return plan.guard && typed.trim() !== plan.guard.name ? 'name' : null;
}

/** The confirmation: the token of the shown plan, and the typed name. */
export interface Confirmation {
  plan?: string | undefined;
  confirm?: string | undefined;
}

/** Starts the action as a job, so that it does not depend on this page. */
export function startAction(request: ActionRequest, confirmation: Confirmation): Promise<Envelope> {
  return send(request.call, {
    ...pathOf(request),
    body: { ...bodyOf(request), ...(request.withoutPlan ? {} : confirmation), name: actorName() },
    headers: { Prefer: 'respond-async' },
  });
}

/** True if the job did nothing because the data had changed or the name was missing. The question is asked again. */
export function needsNewConfirmation(job: Job): boolean {
  return job.failure === 'moved' || job.failure === 'guard';
}

/** A message about the outcome, below the row that it is about. */
export function withSubject(subject: string | undefined, message: string): string {
  return subject ? `${subject}\n${message}` : message;
}

/** The question before a job is undone. `title` is the job's title. */
export function undoRequest(job: Job, title: string, t: TFunction): ActionRequest {
  return {
    verb: 'undo',
    call: { method: 'POST', path: '/api/v1/api/jobs/{id}/undo' },
    pathParams: { id: String(job.id) },
    body: {},
    question: isWholeCampus(job) ? t('jobs.undo_campus_question') : t('jobs.undo_question', { title }),
    notes: [job.message, t('jobs.undo_note')].filter(Boolean),
    withoutPlan: true,
  };
}
