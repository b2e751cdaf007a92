import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { useFailureText } from '../texts/failure';
import classes from './Account.module.css';

interface Props {
  label: string;
  submit: string;
  secret?: boolean;
  onSubmit: (typed: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for one thing, a password or a code, and says at the field what is wrong with it. */
export function AskOne({ label, submit, secret = false, onSubmit, onCancel }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);

  async function handle(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await onSubmit(typed);
    } catch (cause) {
      const [said] = cause instanceof ApiError ? Object.values(cause.fields) : [];
      setError(said ?? failureText(cause));
    } finally {
      setBusy(false);
    }
  }

  const input = {
    label,
    value: typed,
    error,
    required: true,
    autoFocus: true,
    onChange: (event: { currentTarget: { value: string } }) => {
      setTyped(event.currentTarget.value);
      setError('');
    },
  };
  return (
    <form onSubmit={handle} noValidate className={classes.narrow}>
      <Stack gap="sm">
        {secret ? (
          <PasswordInput
            {...input}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('session.show_password') }}
          />
        ) : (
          <TextInput {...input} autoComplete="one-time-code" inputMode="numeric" />
        )}
        <Group gap="xs">
          <Button type="submit" size="xs" loading={busy} disabled={!typed}>
            {submit}
          </Button>
          <Button size="xs" variant="default" onClick={onCancel}>
            {t('second_factor.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
