import type { TFunction } from 'i18next';
import type { ActionRequest } from '../action/request';
import type { Restoration } from '../action/restore';
import type { User } from '../api/client';
import { addTexts } from '../texts/i18n';
import { secondFactor as secondFactorTexts } from '../texts/secondFactor';

addTexts('second_factor', secondFactorTexts);

export function nameOf(user: Pick<User, 'name' | 'username'>): string {
  return user.name || user.username;
}

/** The call that restores a deleted account. */
export function restoration({ id }: Pick<User, 'id'>): Restoration {
  return { call: { method: 'POST', path: '/api/v1/api/user/restore' }, body: { id } };
}

/** A change of accounts. It is immediate: there is no job and no plan. */
function accountRequest(
  verb: 'approve' | 'delete',
  call: ActionRequest['call'],
  body: ActionRequest['body'],
  question: string,
  notes: string[] = [],
): ActionRequest {
  return { verb, call, body, question, notes, direct: true };
}

const item = (user: User, t: TFunction) => ({ noun: t('kinds.user.noun'), item: nameOf(user) });

export function approveRequest(user: User, t: TFunction): ActionRequest {
  const call = { method: 'POST', path: '/api/v1/api/user/approve' } as const;
  const notes = [t('questions.approve_note', { role: t(`roles.${user.role}`) })];
  return accountRequest('approve', call, { id: user.id }, t('questions.approve', item(user, t)), notes);
}

// Requests that take access away have the verb `delete`: Tidak has the focus and Ya is red.

/** Disabling an account signs it out everywhere. */
export function disableRequest(user: User, t: TFunction): ActionRequest {
  const call = { method: 'POST', path: '/api/v1/api/user/disable' } as const;
  const notes = [t('questions.disable_note')];
  return accountRequest('delete', call, { id: user.id }, t('questions.disable', item(user, t)), notes);
}

export function enableRequest(user: User, t: TFunction): ActionRequest {
  const call = { method: 'POST', path: '/api/v1/api/user/enable' } as const;
  return accountRequest('approve', call, { id: user.id }, t('questions.enable', item(user, t)));
}

/** Removes a lost second factor from an account. */
export function endSecondFactorRequest(user: User, t: TFunction): ActionRequest {
  const call = { method: 'POST', path: '/api/v1/api/user/end_second_factor' } as const;
  const question = t('second_factor.end_question', { item: nameOf(user) });
  return accountRequest('delete', call, { id: user.id }, question);
}

/** Requires a second factor of all users. It locks users without one out at once. */
export function secondFactorDutyRequest(t: TFunction): ActionRequest {
  const call = { method: 'POST', path: '/api/v1/api/user/second_factor_duty' } as const;
  const notes = [t('second_factor.require_note')];
  return accountRequest('delete', call, { duty: true }, t('second_factor.require_question'), notes);
}

/** Deletes an account. The deletion can be undone. */
export function deleteRequest(user: User, t: TFunction): ActionRequest {
  const call = { method: 'DELETE', path: '/api/v1/api/user/delete' } as const;
  const request = accountRequest('delete', call, { id: user.id }, t('questions.delete_one', item(user, t)));
  return { ...request, undo: restoration(user) };
}
