import { type ActionCall, type Envelope, type PostPath, send } from './client';

// Calls that the API document does not list yet. With it, their types come from `schema.d.ts`, and this file goes.

/** A person under an old or a new number. */
export interface NumberedPerson {
  number: string;
  name: string;
  email: string;
  classes: string[];
}

/** A person who is gone from the source, and one who is new there and may be the same. */
export interface Renumbering {
  kind: string;
  label: string;
  from: NumberedPerson;
  to: NumberedPerson;
  /** What both have in common. */
  same: ('name' | 'email' | 'class')[];
}

/** Two numbers that belong to different people. */
export interface Pair {
  kind: string;
  from: string;
  to: string;
}

/** The platform's values that another export would overwrite; `to` is the dashboard's value. */
export interface ResendPreview {
  rows: number;
  samples: {
    kind: string;
    key: string;
    label: string;
    changes: { field: string; from: string; to: string }[];
  }[];
}

const post = (path: string) => ({ method: 'POST' as const, path: path as PostPath });

export const renumberCall: ActionCall = post('/api/v1/api/people/{kind}/{number}/renumber');

export function loadRenumberings(signal: AbortSignal): Promise<Envelope<Renumbering[]>> {
  return send({ method: 'GET', path: '/api/v1/api/people/renumberings' as never }, { signal });
}

export function dismissRenumberings(pairs: readonly Pair[], name: string): Promise<Envelope> {
  return send(post('/api/v1/api/people/renumberings/dismiss'), { body: { pairs, name } });
}

/** Without rows, all rows of the latest report. */
export function previewResend(
  rows: readonly number[] | undefined,
  name: string,
  signal: AbortSignal,
): Promise<Envelope<ResendPreview>> {
  const body = { name, dry_run: true, ...(rows ? { rows } : {}) };
  return send(post('/api/v1/api/comparison/wait_again'), { body, signal });
}

export function resend(rows: readonly number[] | undefined, name: string): Promise<Envelope<string>> {
  return send(post('/api/v1/api/comparison/wait_again'), { body: { name, ...(rows ? { rows } : {}) } });
}
