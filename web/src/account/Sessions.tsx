import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toastError, toastSuccess } from '../message/toasts';
import { useFailureText } from '../texts/failure';
import { endOtherSessions, sessionsQuery } from './calls';
import { Section } from './Section';
import { SessionList } from './SessionList';

/** The user's own sessions, and one button that ends all others. */
export function Sessions() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data: sessions, isError } = useQuery(sessionsQuery());

  async function endOthers() {
    setBusy(true);
    try {
      toastSuccess(await endOtherSessions());
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setBusy(false);
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    }
  }

  return (
    <Section
      title={t('account.sessions')}
      about={t('account.sessions_about')}
      loading={!sessions && !isError}
    >
      <SessionList />
      {sessions && sessions.length > 1 && (
        <Button size="xs" variant="outline" color="red" mt="sm" loading={busy} onClick={endOthers}>
          {t('account.end_others')}
        </Button>
      )}
    </Section>
  );
}
