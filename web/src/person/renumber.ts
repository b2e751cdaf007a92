import type { TFunction } from 'i18next';
import type { ActionRequest } from '../action/request';
import { renumberCall } from '../api/pending';
import { personLink } from '../kinds/pages';

/** Gives a person another number, with the plan and the question before. */
export function renumberRequest(
  person: { kind: string; number: string; label: string },
  to: string,
  t: TFunction,
): ActionRequest {
  const { kind, number: from, label } = person;
  return {
    verb: 'mend',
    call: renumberCall,
    pathParams: { kind, number: from },
    body: { to },
    question: t('renumber.question', { item: label || from, from, to }),
    notes: [t('renumber.note', { from, to })],
    withoutPlan: true,
    pageOf: () => personLink(kind, from),
  };
}
