import type { TFunction } from 'i18next';
import type { ActionRequest } from '../action/request';
import { type Candidate, client, type Envelope, type Match, settle } from '../api/client';
import { addTexts } from '../texts/i18n';
import { matches } from '../texts/matches';

addTexts('matches', matches);

const path = '/api/v1/api/platform/matches';

/** A page of the people who wait for a choice. */
export function loadMatches(
  query: Record<string, string | number>,
  signal: AbortSignal,
): Promise<Envelope<Match[]>> {
  return settle<Match[]>(client.GET(path, { params: { query: { state: 'ambiguous', ...query } }, signal }));
}

/** A person's name and number. */
export const itemOf = ({ label, key }: Match) => [label, key].filter(Boolean).join(' ');

export const candidateName = ({ name, label, platform_id }: Candidate) =>
  name || label || String(platform_id);

/** True if an account's value is the person's name or number. */
export function isSame({ label, key }: Match, value: string): boolean {
  const folded = value.trim().toLowerCase();
  return folded !== '' && [label, key].some((own) => own.trim().toLowerCase() === folded);
}

/** Makes an account a person's, with the plan and the question before, and the undo after. */
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
    undo: { call: { method: 'DELETE', path }, body: { pairs: [{ kind, key }] } },
  };
}
