import type { TFunction } from 'i18next';
import type { ActionRequest } from '../action/request';
import { client, fetchData, type Renumbering } from '../api/client';
import { personLink } from '../kinds/pages';
import { actorName } from '../session/session';
import { addTexts } from '../texts/i18n';
import { renumber } from '../texts/renumber';

addTexts('renumber', renumber);

/** Gives a person another number, with the plan and the question before. */
export function renumberRequest(
  person: { kind: string; number: string; label: string },
  to: string,
  t: TFunction,
): ActionRequest {
  const { kind, number: from, label } = person;
  return {
    verb: 'mend',
    call: { method: 'POST', path: '/api/v1/api/people/{kind}/{number}/renumber' },
    pathParams: { kind, number: from },
    body: { to },
    question: t('renumber.question', { item: label || from, from, to }),
    notes: [t('renumber.note', { from, to })],
    withoutPlan: true,
    pageOf: () => personLink(kind, from),
  };
}

/** The pairs of people who may be one with a new number. */
export function loadRenumberings(signal: AbortSignal): Promise<Renumbering[]> {
  return fetchData<Renumbering[]>(client.GET('/api/v1/api/people/renumberings', { signal }));
}

/** Records that each pair is two people. Returns the result in a sentence. */
export function dismissRenumberings(pairs: readonly Renumbering[]): Promise<string> {
  const body = {
    name: actorName(),
    pairs: pairs.map(({ kind, from, to }) => ({ kind, from: from.number, to: to.number })),
  };
  return fetchData<string>(client.POST('/api/v1/api/people/renumberings/dismiss', { body }));
}
