import type { TFunction } from 'i18next';
import type { ActionRequest } from '../action/request';
import type { Restoration } from '../action/restore';
import type { User } from '../api/client';

export function nameOf(user: Pick<User, 'name' | 'username'>): string {
  return user.name || user.username;
}

/** The call that restores a deleted account. */
export function restoration({ id }: Pick<User, 'id'>): Restoration {
  return { call: { method: 'POST', path: '/api/v1/api/user/restore' }, body: { id } };
}

/** The question before an account is approved. The change is immediate: there is no job and no plan. */
export function approveRequest(user: User, t: TFunction): ActionRequest {
  return {
    verb: 'approve',
    call: { method: 'POST', path: '/api/v1/api/user/approve' },
    body: { id: user.id },
    question: t('questions.approve', { noun: t('kinds.user.noun'), item: nameOf(user) }),
    notes: [],
    direct: true,
  };
}

/** The question before an account is disabled, which signs it out everywhere. */
export function disableRequest(user: User, t: TFunction): ActionRequest {
  return {
    // Access is taken away, so Tidak has the focus and Ya is red.
    verb: 'delete',
    call: { method: 'POST', path: '/api/v1/api/user/disable' },
    body: { id: user.id },
    question: t('questions.disable', { noun: t('kinds.user.noun'), item: nameOf(user) }),
    notes: [t('questions.disable_note')],
    direct: true,
  };
}

/** The question before a disabled account is enabled. */
export function enableRequest(user: User, t: TFunction): ActionRequest {
  return {
    verb: 'approve',
    call: { method: 'POST', path: '/api/v1/api/user/enable' },
    body: { id: user.id },
    question: t('questions.enable', { noun: t('kinds.user.noun'), item: nameOf(user) }),
    notes: [],
    direct: true,
  };
}

/** The question before a lost second factor is removed from an account. */
export function endSecondFactorRequest(user: User, t: TFunction): ActionRequest {
  return {
    verb: 'delete',
    call: { method: 'POST', path: '/api/v1/api/user/end_second_factor' },
    body: { id: user.id },
    question: t('second_factor.end_question', { item: nameOf(user) }),
    notes: [],
    direct: true,
  };
}

/** The question before a second factor is required. It locks users without one out at once. */
export function secondFactorDutyRequest(t: TFunction): ActionRequest {
  return {
    // Access is taken away, so Tidak has the focus and Ya is red.
    verb: 'delete',
    call: { method: 'POST', path: '/api/v1/api/user/second_factor_duty' },
    body: { duty: true },
    question: t('second_factor.require_question'),
    notes: [t('second_factor.require_note')],
    direct: true,
  };
}

/** The question before an account is deleted. The deletion is immediate and can be undone. */
export function deleteRequest(user: User, t: TFunction): ActionRequest {
  return {
    verb: 'delete',
    call: { method: 'DELETE', path: '/api/v1/api/user/delete' },
    body: { id: user.id },
    question: t('questions.delete_one', { noun: t('kinds.user.noun'), item: nameOf(user) }),
    notes: [],
    direct: true,
    undo: restoration(user),
  };
}
