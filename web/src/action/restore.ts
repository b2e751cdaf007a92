import { useQueryClient } from '@tanstack/react-query';
import { type ActionCall, send } from '../api/client';
import { toastError, toastSuccess } from '../message/toasts';
import { actorName } from '../session/session';
import { useFailureText } from '../texts/failure';

/** The call that brings back what was deleted at once, by no job. */
export interface Restoration {
  call: ActionCall;
  body: Record<string, unknown>;
}

/** Brings it back, and tells what came of it. */
export function useRestore(): (restoration: Restoration) => Promise<void> {
  const failureText = useFailureText();
  const queries = useQueryClient();
  return async ({ call, body }) => {
    try {
      toastSuccess((await send<string>(call, { body: { ...body, name: actorName() } })).data);
    } catch (cause) {
      toastError(failureText(cause));
    }
    void queries.invalidateQueries({ queryKey: ['list'] });
  };
}
