import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { toastSuccess } from '../message/toasts';
import { useFailureText } from '../texts/failure';
import classes from './Account.module.css';
import { changePassword } from './calls';
import { Section } from './Section';

const fields = ['password', 'new_password'] as const;
type Field = (typeof fields)[number];

/** Changes the user's own password. The current one is required. */
export function PasswordForm() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState({ password: '', new_password: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);

  function showErrors(fieldErrors: Record<string, string>) {
    setErrors(fieldErrors);
    const first = fields.find((field) => fieldErrors[field]);
    if (first) (form.current?.elements.namedItem(first) as HTMLElement | null)?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    setFailure('');
    const missing = fields.filter((field) => !values[field]);
    if (missing.length > 0) {
      showErrors(Object.fromEntries(missing.map((field) => [field, t('session.required.password')])));
      return;
    }
    setBusy(true);
    try {
      toastSuccess(await changePassword(values.password, values.new_password));
      setValues({ password: '', new_password: '' });
      setErrors({});
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    } catch (cause) {
      const fieldErrors = cause instanceof ApiError ? cause.fields : {};
      showErrors(fieldErrors);
      if (!fields.some((field) => fieldErrors[field])) setFailure(failureText(cause));
    } finally {
      setBusy(false);
    }
  }

  const input = (field: Field, autoComplete: string) => (
    <PasswordInput
      name={field}
      label={t(`account.${field}`)}
      autoComplete={autoComplete}
      required
      value={values[field]}
      error={errors[field]}
      visibilityToggleButtonProps={{ 'aria-label': t('session.show_password') }}
      onChange={(event) => {
        const { value } = event.currentTarget;
        setValues((before) => ({ ...before, [field]: value }));
        setErrors(({ [field]: _fixed, ...rest }) => rest);
      }}
    />
  );

  return (
    <Section title={t('account.change_password')} about={t('account.change_password_about')}>
      <form ref={form} onSubmit={submit} noValidate className={classes.narrow}>
        <Stack gap="sm" align="stretch">
          {input('password', 'current-password')}
          {input('new_password', 'new-password')}
          {failure && (
            <Text size="sm" c="red" role="alert">
              {failure}
            </Text>
          )}
          <Button type="submit" size="xs" loading={busy} style={{ alignSelf: 'start' }}>
            {t('account.change_password')}
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
