import { Button, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { toastSuccess } from '../message/toasts';
import { useFailureText } from '../texts/failure';
import classes from './Account.module.css';
import { accountQuery, setEmail } from './calls';
import { Section } from './Section';

/** The address for mails about the account. If it is empty, mails go to the institution's own address. */
export function EmailForm({ email }: { email: string | null }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(email ?? '');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setError('');
    setBusy(true);
    try {
      toastSuccess(await setEmail(typed.trim()));
      await queries.invalidateQueries({ queryKey: accountQuery.queryKey });
    } catch (cause) {
      const message = cause instanceof ApiError ? cause.fields.email : undefined;
      setError(message ?? failureText(cause));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Section title={t('account.email')} about={t('account.email_about')}>
      <form onSubmit={submit} noValidate className={classes.narrow}>
        <Stack gap="sm" align="stretch">
          <TextInput
            name="email"
            type="email"
            label={t('account.email_label')}
            autoComplete="email"
            value={typed}
            error={error}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setError('');
            }}
          />
          <Button type="submit" size="xs" loading={busy} style={{ alignSelf: 'start' }}>
            {t('account.email_save')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
