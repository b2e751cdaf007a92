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

/** Where an outcome is told in a modal rather than by a toast: always, or when it is a failure. */
export type AnswerIn = 'modal' | 'modal on error';

/** How people leave a class: suspended, which keeps grades and groups, or with the enrolment removed. */
export type Leaving = NonNullable<ServerPlan['leaving']>;

/** What the person may choose of how people leave. */
export interface LeavingChoice {
  /** Nothing until they choose: then it is as the installation has it. */
  how?: Leaving | undefined;
  /** Whether the rows leave the dashboard, too; nothing where that is not offered. */
  remove?: boolean | undefined;
}

/** Where a page is: a way for links, with nothing of it to be checked. */
export interface PageLink {
  to: string;
  search: never;
}

/** One thing that the person asked for: what to call, and what to ask before calling. */
export interface ActionRequest {
  verb: Verb;
  call: ActionCall;
  /** Values for the parameters of the call's path. */
  at?: Record<string, string>;
  /** The page of what a row of the plan is about, by the row's key. */
  pageOf?: ((key: string) => PageLink | null) | undefined;
  body: Record<string, unknown>;
  question: string;
  notes: string[];
  answerIn?: AnswerIn | undefined;
  /** People leave a class by it, and the person may choose how. */
  leaving?: LeavingChoice | undefined;
  /** The call has no plan to show before. */
  direct?: boolean | undefined;
  /** It is done together with what its rows wait for, which is done before. */
  withFirst?: boolean | undefined;
  /** It is not held to the plan that was shown: it takes nothing from anybody, or leaves alone what has changed since. */
  unheld?: boolean | undefined;
  /** Takes it back, where it is no job that can be undone. */
  undo?: Restoration | undefined;
}

export type PlanGroup = keyof ServerPlan['counts'];

/** What rows come to that an action would touch, in the order in which it is told. */
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

/** What is sent: the request's own body, and what the person has chosen in the question. */
export function bodyOf({ body, leaving, withFirst }: ActionRequest): Record<string, unknown> {
  return {
    ...body,
    ...(withFirst ? { with_first: true } : {}),
    ...(leaving?.how ? { leaving: leaving.how } : {}),
    ...(leaving?.remove ? { remove: true } : {}),
  };
}

const placed = ({ at }: ActionRequest) => (at ? { at } : {});

/** What a request would do: by itself, or, with what has to be done first, in stages. */
export type Planned = ServerPlan | CampusPlan;

export async function askPlan(request: ActionRequest, signal: AbortSignal): Promise<Planned> {
  const body = { ...bodyOf(request), name: actorName(), dry_run: true };
  return (await send<Planned>(request.call, { ...placed(request), body, signal })).data;
}

/** Rows that the action would touch. Nothing to do is worth saying before the person says Ya. */
export function touched(plan: ServerPlan): number {
  return touchedGroups.reduce((sum, group) => sum + plan.counts[group], 0);
}

/** What keeps Ya from being offered: the plan is not there, the whole action is refused, or a name is to be typed first. */
export type Hindrance = 'planning' | 'refused' | 'name';

/** A plan that could not be had hinders nobody, though it is asked for again first: the server looks at the rows in any case. */
export function hindrance(plan: Planned | 'planning' | 'failed', typed: string): Hindrance | null {
  if (plan === 'planning') return 'planning';
  if (plan === 'failed') return null;
  if (!('stages' in plan) && plan.warning) return 'refused';
  return plan.guard && typed.trim() !== plan.guard.name ? 'name' : null;
}

/** What the person has agreed to: the plan that was shown, and the name that was typed. */
export interface Agreed {
  plan?: string | undefined;
  confirm?: string | undefined;
}

/** Starts it as a job, so that nothing depends on this page staying open. */
export function start(request: ActionRequest, agreed: Agreed): Promise<Envelope> {
  return send(request.call, {
    ...placed(request),
    body: { ...bodyOf(request), ...(request.unheld ? {} : agreed), name: actorName() },
    headers: { Prefer: 'respond-async' },
  });
}

/** Nothing was done: the data is not as the plan had it, or the name was not typed. The question is put again. */
export function askedAgain(job: Job): boolean {
  return job.failure === 'moved' || job.failure === 'guard';
}
