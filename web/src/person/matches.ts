import type { TFunction } from 'i18next';
import type { ActionRequest } from '../action/request';
import { client, type Envelope, type MatchCandidate, settle, type UndecidedMatch } from '../api/client';
import { personLink } from '../kinds/pages';

/** A page of the people who perhaps have an account on the platform, and how many there are. */
export async function loadMatches(
  page: number,
  perPage: number,
  signal: AbortSignal,
): Promise<{ people: UndecidedMatch[]; total: number }> {
  const query = { state: 'ambiguous', page, per_page: perPage };
  const call = client.GET('/api/v1/api/platform/matches', { params: { query }, signal });
  const { data, total }: Envelope<UndecidedMatch[]> = await settle(call);
  return { people: data, total: total ?? data.length };
}

/** Makes an account a person's, with what the next export overwrites in the question. */
export function matchRequest(
  { kind, key, label }: UndecidedMatch,
  candidate: MatchCandidate,
  platform: string,
  t: TFunction,
): ActionRequest {
  const pair = { kind, key };
  return {
    verb: 'mend',
    call: { method: 'POST', path: '/api/v1/api/platform/matches' },
    body: { pairs: [{ ...pair, platform_id: candidate.platform_id }] },
    question: t('matches.question', { account: candidate.name, item: `${label} (${key})` }),
    notes: [t('matches.note', { platform })],
    withoutPlan: true,
    undo: { call: { method: 'DELETE', path: '/api/v1/api/platform/matches' }, body: { pairs: [pair] } },
    pageOf: () => personLink(kind, key),
  };
}
