import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { useFailureText } from '../texts/failure';
import { AdministratorPart } from './AdministratorPart';
import { type Answers, databaseBody, finishBody, noAnswers } from './answers';
import { type Asked, callsWith } from './calls';
import { DatabasePart } from './DatabasePart';
import { PlatformPart } from './PlatformPart';
import { SourcePart } from './SourcePart';
import { useLook } from './useLook';

/** The error code if the database already has administrators. */
const administratorsThere = 'setup_administrators_there';

/** The four parts, and the button that writes the file. */
export function SetupForm({ asked, code }: { asked: Asked; code: string }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const calls = callsWith(code);
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(noAnswers);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [written, setWritten] = useState('');
  const [refusedOthers, setRefusedOthers] = useState(false);
  const database = useLook(databaseBody(answers), calls.lookAtDatabase);
  const found = database.look.state === 'found' ? database.look.found : undefined;
  const hasAdministrators = found?.has_administrators ?? refusedOthers;

  function change(changed: Partial<Answers>) {
    setAnswers((before) => ({ ...before, ...changed }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changed))));
    if ('database_url' in changed) setRefusedOthers(false);
  }

  /** The missing fields of the first administrator. The server can check them only after it has read the database. */
  function missing(): Record<string, string> {
    if (hasAdministrators) return {};
    const empty = (['name', 'username', 'password'] as const).filter((name) => !answers[name].trim());
    return Object.fromEntries(empty.map((name) => [name, t(`session.required.${name}`)]));
  }

  async function finish(event: FormEvent) {
    event.preventDefault();
    setFailure('');
    setErrors({});
    setBusy(true);
    try {
      setWritten(await calls.finish(finishBody(answers, hasAdministrators)));
    } catch (cause) {
      const wrong = cause instanceof ApiError ? cause.fields : {};
      const fields = Object.keys(wrong).length > 0 ? { ...missing(), ...wrong } : wrong;
      setErrors(fields);
      // An error at its field is not repeated below.
      if (Object.keys(fields).length === 0) setFailure(failureText(cause));
      if (cause instanceof ApiError && cause.code === administratorsThere) setRefusedOthers(true);
      const inputs = [...(form.current?.querySelectorAll<HTMLElement>('[name]') ?? [])];
      inputs.find((input) => (input.getAttribute('name') ?? '') in fields)?.focus();
    } finally {
      setBusy(false);
    }
  }

  if (written) {
    return (
      <Stack gap="sm" align="flex-start" role="status">
        <Text>{written}</Text>
        <Text size="sm" c="dimmed">
          {t('setup.written_about')}
        </Text>
        <Button component="a" href="/login">
          {t('setup.to_login')}
        </Button>
      </Stack>
    );
  }
  const part = { answers, errors, onChange: change };
  return (
    <form ref={form} onSubmit={finish} noValidate>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('setup.about', { file: asked.file })}
        </Text>
        {asked.problem && (
          <Alert color="red" role="alert">
            {asked.problem}
          </Alert>
        )}
        <SourcePart {...part} lists={asked.lists} calls={calls} />
        <PlatformPart {...part} calls={calls} />
        <DatabasePart {...part} given={asked.database_given} database={database} />
        <Checkbox
          label={t('setup.allow_plain')}
          description={t('setup.allow_plain_about')}
          checked={answers.allow_plain}
          onChange={(event) => change({ allow_plain: event.currentTarget.checked })}
        />
        <AdministratorPart {...part} hasAdministrators={hasAdministrators} />
        <Text size="sm" c="dimmed">
          {t('setup.not_asked', { file: asked.file })}
        </Text>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        <Button type="submit" loading={busy} style={{ alignSelf: 'flex-start' }}>
          {t('setup.finish')}
        </Button>
      </Stack>
    </form>
  );
}
