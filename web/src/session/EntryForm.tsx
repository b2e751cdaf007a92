import { Button, Center, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { useFailureText } from '../texts/failure';

interface EntryField {
  name: string;
  label: string;
  required: string;
  autoComplete: string;
  secret?: boolean;
  /** Extra explanation of the field, beside its label. */
  hint?: string;
  /** The field appears later than the others, and then gets the focus. */
  autoFocus?: boolean;
}

interface Props {
  title: string;
  fields: EntryField[];
  notice?: string | undefined;
  submit: (values: Record<string, string>) => Promise<void>;
  children: ReactNode;
}

/** The shared form of login and signup: fields, their errors, and the server's answer as a paragraph. */
export function EntryForm({ title, fields, notice, submit, children }: Props) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Record<string, string>>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  function focusFirst(errors: Record<string, string>) {
    const name = fields.find((field) => errors[field.name])?.name;
    if (name) (form.current?.elements.namedItem(name) as HTMLElement | null)?.focus();
  }

  async function handle(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    const missing = Object.fromEntries(
      fields.filter((field) => !values[field.name]?.trim()).map((field) => [field.name, field.required]),
    );
    setErrors(missing);
    if (Object.keys(missing).length > 0) {
      focusFirst(missing);
      return;
    }
    setBusy(true);
    try {
      await submit(values);
    } catch (cause) {
      const fieldErrors = cause instanceof ApiError ? cause.fields : {};
      setErrors(fieldErrors);
      focusFirst(fieldErrors);
      // An error at its field is not repeated below.
      const message = failureText(cause);
      if (!fields.some(({ name }) => fieldErrors[name])) setFailure(message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Center component="main" mih="100dvh" p="md">
      <title>{`${title} · ${t('app.name')}`}</title>
      <Stack w="100%" maw={360} gap="lg">
        <Stack align="center" gap={4}>
          <img src="/selaras.svg" alt="" width={48} height={48} />
          <Text fw={600} fz="xl" lh={1.4} mt={8}>
            {t('app.name')}
          </Text>
          <Text c="dimmed" size="sm" ta="center">
            {t('session.tagline')}
          </Text>
        </Stack>
        <Paper withBorder p="lg" radius="md">
          <form ref={form} onSubmit={handle} noValidate>
            <Stack gap="sm">
              <Title order={1} size="h4">
                {title}
              </Title>
              {notice && (
                <Text size="sm" role="status">
                  {notice}
                </Text>
              )}
              {fields.map((field) => {
                const Input = field.secret ? PasswordInput : TextInput;
                return (
                  <Input
                    key={field.name}
                    name={field.name}
                    label={field.label}
                    autoComplete={field.autoComplete}
                    required
                    description={field.hint}
                    autoFocus={field.autoFocus ?? false}
                    value={values[field.name] ?? ''}
                    error={errors[field.name]}
                    onChange={(event) => {
                      const { value } = event.currentTarget;
                      setValues((before) => ({ ...before, [field.name]: value }));
                      setErrors(({ [field.name]: _fixed, ...rest }) => rest);
                    }}
                    {...(field.secret
                      ? { visibilityToggleButtonProps: { 'aria-label': t('session.show_password') } }
                      : {})}
                  />
                );
              })}
              {failure && (
                <Text component="p" m={0} size="sm" c="red" role="alert">
                  {failure}
                </Text>
              )}
              <Button type="submit" loading={busy} fullWidth mt={4}>
                {title}
              </Button>
            </Stack>
          </form>
        </Paper>
        {children}
      </Stack>
    </Center>
  );
}
