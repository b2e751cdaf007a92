import { Switch } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { secondFactorQuery, setSecondFactorDuty } from '../account/calls';
import { toastError, toastSuccess } from '../message/toasts';
import { useFailureText } from '../texts/failure';

/** Whether everybody has to have a second factor. */
export function DutySwitch() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const { data: standing } = useQuery(secondFactorQuery);
  const [busy, setBusy] = useState(false);
  if (!standing) return null;

  async function set(duty: boolean) {
    setBusy(true);
    try {
      toastSuccess(await setSecondFactorDuty(duty));
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    }
  }

  return (
    <Switch
      size="sm"
      label={t('second_factor.require')}
      description={t('second_factor.require_about')}
      checked={standing.duty}
      disabled={busy}
      onChange={(event) => void set(event.currentTarget.checked)}
    />
  );
}
