import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toastError, toastSuccess } from '../message/toasts';
import { useFailureText } from '../texts/failure';

type Call = () => Promise<{ data: string }>;

/**
 * Matches a participant or assigns meetings to a class, shows the outcome, and refetches all dependent data. `back` undoes
 * the change, if given.
 */
export function useChange() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  async function change(call: Call, back?: Call) {
    try {
      const { data } = await call();
      toastSuccess(data, back ? [{ label: t('jobs.undo'), open: () => void change(back) }] : []);
      await queries.invalidateQueries({ queryKey: ['list'] });
    } catch (cause) {
      toastError(failureText(cause));
    }
  }
  return change;
}
