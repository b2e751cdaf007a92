import type { TFunction } from 'i18next';
import type { ActionRequest } from '../action/request';
import type { Restoration } from '../action/restore';
import type { User } from '../api/client';

export function nameOf(user: Pick<User, 'name' | 'username'>): string {
  return user.name || user.username;
}

/** Brings back an account that was deleted. */
export function restoration({ id }: Pick<User, 'id'>): Restoration {
  return { call: { method: 'POST', path: '/api/v1/api/user/restore' }, body: { id } };
}

/** What is asked before an account is let in. It is done at once: no job does it, and there is no plan. */
export function approval(user: User, t: TFunction): ActionRequest {
  return {
    verb: 'approve',
    call: { method: 'POST', path: '/api/v1/api/user/approve' },
    body: { id: user.id },
    question: t('questions.approve', { noun: t('kinds.user.noun'), item: nameOf(user) }),
    notes: [],
    direct: true,
  };
}

/** What is asked before an account is disabled, which signs it out everywhere. */
export function disabling(user: User, t: TFunction): ActionRequest {
  return {
    // Nothing is deleted, but access is taken: the focus is on the way out, and Ya is red.
    verb: 'delete',
    call: { method: 'POST', path: '/api/v1/api/user/disable' },
    body: { id: user.id },
    question: t('questions.disable', { noun: t('kinds.user.noun'), item: nameOf(user) }),
    notes: [t('questions.disable_note')],
    direct: true,
  };
}

/** What is asked before a disabled account may sign in again. */
export function enabling(user: User, t: TFunction): ActionRequest {
  return {
    verb: 'approve',
    call: { method: 'POST', path: '/api/v1/api/user/enable' },
    body: { id: user.id },
    question: t('questions.enable', { noun: t('kinds.user.noun'), item: nameOf(user) }),
    notes: [],
    direct: true,
  };
}

/** What is asked before the second factor is taken from somebody who has lost it. */
export function endingSecondFactor(user: User, t: TFunction): ActionRequest {
  return {
    verb: 'delete',
    call: { method: 'POST', path: '/api/v1/api/user/end_second_factor' },
    body: { id: user.id },
    question: t('second_factor.end_question', { item: nameOf(user) }),
    notes: [],
    direct: true,
  };
}

/** What is asked before a second factor is everybody's duty, which shuts out at once who has none. */
export function dutyForAll(t: TFunction): ActionRequest {
  return {
    // Nothing is deleted, but something is taken from people: the focus is on the way out, and Ya is red.
    verb: 'delete',
    call: { method: 'POST', path: '/api/v1/api/user/second_factor_duty' },
    body: { duty: true },
    question: t('second_factor.require_question'),
    notes: [t('second_factor.require_note')],
    direct: true,
  };
}

/** What is asked before an account is deleted, which is done at once and can be taken back. */
export function deletion(user: User, t: TFunction): ActionRequest {
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
