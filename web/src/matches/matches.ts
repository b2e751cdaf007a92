import { queryOptions } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import type { ActionRequest } from '../action/request';
import {
  type Candidate,
  client,
  type Envelope,
  fetchData,
  type Match,
  type MatchesScan,
  settle,
} from '../api/client';
import { actorName } from '../session/session';
import { addTexts } from '../texts/i18n';
import { matches } from '../texts/matches';

addTexts('matches', matches);

const path = '/api/v1/api/platform/matches';

export type MatchState = Match['state'];

/** The states in display order: what waits for the user comes first. */
export const matchStates = [
  'ambiguous',
  'proposed',
  'none',
  'linked',
] as const satisfies readonly MatchState[];

/** A page of rows, and what the platform perhaps has of them. */
export function loadMatches(
  query: Record<string, string | number>,
  signal: AbortSignal,
): Promise<Envelope<Match[]>> {
  return settle<Match[]>(client.GET(path, { params: { query }, signal }));
}

// The key lies below the key that jobs invalidate, so that the counts refresh when a scan has ended.
export const scanQuery = queryOptions({
  queryKey: ['list', 'matches', 'scan'],
  queryFn: ({ signal }) => fetchData<MatchesScan>(client.GET(`${path}/scan`, { signal })),
});

export function startScan(): Promise<Envelope> {
  return settle(
    client.POST(`${path}/scan`, {
      params: { header: { Prefer: 'respond-async' } },
      body: { name: actorName() },
    }),
  );
}

/** Sets whether an export makes nothing for rows that wait for a decision. Returns the result as one sentence. */
export function setHold(holds: boolean): Promise<string> {
  return fetchData<string>(client.PUT(`${path}/hold`, { body: { holds, name: actorName() } }));
}

/** The address of the Excel file with the rows in a state. */
export function fileAddress(state: MatchState, kind: string | undefined): string {
  return `${path}.xlsx?${new URLSearchParams({ state, ...(kind && { kind }) })}`;
}

/** Takes the decisions of a file: all of them, or none if one cannot be taken. Returns the result as one sentence. */
export function takeFile(file: File): Promise<string> {
  const call = client.PUT(`${path}/file`, {
    params: { query: { file: file.name } },
    // The API document types a file's bytes as a string; they are sent unchanged.
    body: file as unknown as string,
    bodySerializer: (body) => body,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  return fetchData<string>(call);
}

/** The number of rows in a state, of one kind or of all. */
export function countOf(scan: MatchesScan, state: MatchState, kind: string | undefined): number {
  const rows = scan.counts.filter((count) => count.state === state && (!kind || count.kind === kind));
  return rows.reduce((sum, count) => sum + count.rows, 0);
}

/** A row's name and key. */
export const itemOf = ({ label, key }: Match) => [label, key].filter(Boolean).join(' ');

export const candidateName = ({ name, label, platform_id }: Candidate) =>
  name || label || String(platform_id);

export const isUndecided = (state: MatchState) => state === 'ambiguous' || state === 'proposed';

/** True if a value on the platform is the row's name or key. */
export function isSame({ label, key }: Match, value: string): boolean {
  const folded = value.trim().toLowerCase();
  return folded !== '' && [label, key].some((own) => own.trim().toLowerCase() === folded);
}

const undoOf = ({ kind, key }: Match) => ({
  call: { method: 'DELETE', path } as const,
  body: { pairs: [{ kind, key }] },
});

/** Links a row to a candidate, with the plan and the question before, and the undo after. */
export function chooseRequest(
  match: Match,
  candidate: Candidate,
  platform: string,
  t: TFunction,
): ActionRequest {
  const { kind, key } = match;
  return {
    verb: 'mend',
    call: { method: 'POST', path },
    body: { pairs: [{ kind, key, platform_id: candidate.platform_id }] },
    question: t('matches.question', { item: itemOf(match), candidate: candidateName(candidate), platform }),
    notes: [t('matches.note', { platform })],
    nothing: t('matches.nothing'),
    withoutPlan: true,
    undo: undoOf(match),
  };
}

/** Decides that a new object is made for a row. */
export function newRequest(match: Match, platform: string, t: TFunction): ActionRequest {
  const { kind, key } = match;
  return {
    verb: 'mend',
    call: { method: 'POST', path },
    body: { pairs: [{ kind, key, make_new: true }] },
    question: t('matches.make_new_question', { item: itemOf(match) }),
    notes: [t('matches.new_note', { platform })],
    withoutPlan: true,
    undo: undoOf(match),
  };
}

/** Withdraws a decision, or unlinks a row. */
export function dropRequest(match: Match, platform: string, t: TFunction): ActionRequest {
  const item = itemOf(match);
  return {
    verb: 'mend',
    ...undoOf(match),
    question: match.make_new
      ? t('matches.withdraw_question', { item })
      : t('matches.loosen_question', { item, platform }),
    notes: match.make_new ? [] : [t('matches.loosen_note', { platform })],
    direct: true,
  };
}

/** Decides about all rows in a state, of one kind or of all. */
function allRequest(state: MatchState, kind: string | undefined, more: Record<string, unknown>) {
  return {
    verb: 'mend',
    call: { method: 'POST', path },
    body: { all: true, state, ...(kind && { kind }), ...more },
    withoutPlan: true,
  } as const;
}

/** Accepts all proposals. */
export function acceptRequest(kind: string | undefined, platform: string, t: TFunction): ActionRequest {
  return {
    ...allRequest('proposed', kind, {}),
    question: kind
      ? t('matches.accept_kind_question', { kind: t(`kinds.${kind}.data`) })
      : t('matches.accept_question'),
    notes: [t('matches.note', { platform })],
  };
}

/** Decides that new objects are made for all rows in a state. */
export function allNewRequest(
  state: MatchState,
  kind: string | undefined,
  platform: string,
  t: TFunction,
): ActionRequest {
  return {
    ...allRequest(state, kind, { make_new: true }),
    question: t('matches.new_question'),
    notes: [t('matches.new_note', { platform })],
  };
}
