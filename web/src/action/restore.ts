import { useQueryClient } from '@tanstack/react-query';
import { type ActionCall, send } from '../api/client';
import { toastError, toastSuccess } from '../message/toasts';
import { actorName } from '../session/session';
import { useFailureText } from '../texts/failure';

/** The call that restores data deleted without a job. */
export interface Restoration {
  call: ActionCall;
  body: Record<string, unknown>;
}

/** Restores the data and shows the outcome. */
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
    void queries.invalidateQueries({ queryKey: ['summary'] });
  };
}
