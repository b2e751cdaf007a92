import { Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endSecondFactorDuty, secondFactorQuery } from '../account/calls';
import { useConfirm } from '../action/Confirm';
import { toastError, toastSuccess } from '../message/toasts';
import { useFailureText } from '../texts/failure';
import { secondFactorDutyRequest } from './requests';

/**
 * Whether all users must have a second factor. Requiring it locks users out, so a question comes first; ending it locks no
 * one out.
 */
export function SecondFactorSwitch() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const ask = useConfirm();
  const { data: status } = useQuery(secondFactorQuery);
  const [busy, setBusy] = useState(false);
  if (!status) return null;

  const refresh = () => queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });

  async function end() {
    setBusy(true);
    try {
      toastSuccess(await endSecondFactorDuty());
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setBusy(false);
      await refresh();
    }
  }

  return (
    <Switch
      size="xs"
      label={t('second_factor.require')}
      description={t('second_factor.require_about')}
      checked={status.duty}
      disabled={busy}
      onChange={(event) => {
        if (event.currentTarget.checked) ask(secondFactorDutyRequest(t), () => void refresh());
        else void end();
      }}
    />
  );
}
