import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { useFailureText } from '../texts/failure';
import { addTexts } from '../texts/i18n';
import { secondFactor as secondFactorTexts } from '../texts/secondFactor';
import classes from './Account.module.css';

addTexts('second_factor', secondFactorTexts);

type Credential = 'password' | 'code';

interface Props {
  credentials: readonly Credential[];
  submit: string;
  onSubmit: (typed: Record<Credential, string>) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the current password, a code, or both, and shows errors at their fields. */
export function CredentialsPrompt({ credentials, submit, onSubmit, onCancel }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [typed, setTyped] = useState({ password: '', code: '' });
  const [errors, setErrors] = useState<Partial<Record<Credential, string>>>({});
  const [busy, setBusy] = useState(false);

  async function handle(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await onSubmit(typed);
    } catch (cause) {
      const messages: Partial<Record<string, string>> = cause instanceof ApiError ? cause.fields : {};
      const withError = credentials.filter((name) => messages[name]);
      const [first = 'password'] = credentials;
      setErrors(
        withError.length > 0
          ? Object.fromEntries(withError.map((name) => [name, messages[name]]))
          : { [first]: failureText(cause) },
      );
    } finally {
      setBusy(false);
    }
  }

  const input = (name: Credential) => ({
    value: typed[name],
    error: errors[name],
    required: true,
    autoFocus: name === credentials[0],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTyped((before) => ({ ...before, [name]: value }));
      setErrors(({ [name]: _fixed, ...rest }) => rest);
    },
  });
  return (
    <form onSubmit={handle} noValidate className={classes.narrow}>
      <Stack gap="sm">
        {credentials.includes('password') && (
          <PasswordInput
            {...input('password')}
            label={t('account.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('session.show_password') }}
          />
        )}
        {credentials.includes('code') && (
          <TextInput {...input('code')} label={t('second_factor.code')} autoComplete="one-time-code" />
        )}
        <Group gap="xs">
          <Button type="submit" size="xs" loading={busy} disabled={credentials.some((name) => !typed[name])}>
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
