import { Alert, Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { Findings } from '../settings/Findings';
import { MoodleSteps } from '../settings/MoodleSteps';
import { CourseChoice } from '../shape/CourseChoice';
import { useFailureText } from '../texts/failure';
import { firstStart } from '../texts/firstStart';
import { addTexts } from '../texts/i18n';
import {
  type Answers,
  databaseBody,
  emptyAnswers,
  finishBody,
  type PartProps,
  platformBody,
  signIns,
  unknownSignIn,
} from './answers';
import { type Calls, callsWith, codeHeader, type DatabaseTest, type SetupInfo } from './calls';
import { Certificate, Field, Part, TestButton } from './Part';
import { SourcePart } from './SourcePart';
import { type TestState, useTest } from './useTest';

addTexts('first_start', firstStart);

/** The error code if the database already has administrators. */
const administratorsThere = 'setup_administrators_there';

/** The five parts, and the button that writes the file. */
export function SetupForm({ setup, code }: { setup: SetupInfo; code: string }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const calls = callsWith(code);
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState(emptyAnswers);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const [written, setWritten] = useState('');
  const [hasOthers, setHasOthers] = useState(false);
  const database = useTest(databaseBody(answers), calls.testDatabase);
  const result = database.state.state === 'done' ? database.state.result : undefined;
  const hasAdministrators = result?.has_administrators ?? hasOthers;

  function change(changed: Partial<Answers>) {
    setAnswers((before) => ({ ...before, ...changed }));
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changed))));
    if ('database_url' in changed) setHasOthers(false);
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
      if (cause instanceof ApiError && cause.code === administratorsThere) setHasOthers(true);
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
          {t('setup.about', { file: setup.file })}
        </Text>
        {setup.problem && (
          <Alert color="red" role="alert">
            {setup.problem}
          </Alert>
        )}
        <SourcePart {...part} lists={setup.lists} calls={calls} />
        <PlatformPart {...part} calls={calls} code={code} />
        <ShapePart {...part} hasAdministrators={hasAdministrators} />
        <DatabasePart {...part} given={setup.database_given} database={database} />
        <Checkbox
          label={t('setup.allow_plain')}
          description={t('setup.allow_plain_about')}
          checked={answers.allow_plain}
          onChange={(event) => change({ allow_plain: event.currentTarget.checked })}
        />
        <AdministratorPart {...part} hasAdministrators={hasAdministrators} />
        <Text size="sm" c="dimmed">
          {t('setup.not_asked', { file: setup.file })}
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

/** Moodle: how to prepare it, its address, the token of its web service, and what the token lacks. */
function PlatformPart({ calls, code, ...part }: PartProps & { calls: Calls; code: string }) {
  const { t } = useTranslation();
  const platform = useTest(
    platformBody(part.answers),
    calls.testPlatform,
    ({ standing }) => standing === 'ok',
  );
  return (
    <Part title={t('setup.platform')}>
      <MoodleSteps address="/api/v1/setup" {...codeHeader(code)} tokenPlace={t('moodle_steps.token_setup')} />
      <Field
        {...part}
        name="platform_url"
        label={t('setup.platform_url')}
        hint={t('setup.platform_url_hint')}
      />
      <Field
        {...part}
        name="platform_token"
        label={t('setup.platform_token')}
        hint={t('setup.platform_token_hint')}
        secret
      />
      <Certificate {...part} name="platform_ca_file" />
      <NativeSelect
        name="platform_auth"
        label={t('first_start.auth')}
        description={t('first_start.auth_about')}
        value={part.answers.platform_auth}
        error={part.errors.platform_auth}
        onChange={(event) => part.onChange({ platform_auth: event.currentTarget.value })}
        data={['', ...signIns, unknownSignIn].map((value) => ({
          value,
          label: value && t(`first_start.auths.${value}`),
        }))}
      />
      <TestButton label={t('setup.look_platform')} test={platform.state} onTest={() => void platform.run()}>
        {({ findings }) => (
          <>
            <Findings findings={findings} />
            {platform.repeating && (
              <Text size="xs" c="dimmed">
                {t('moodle_steps.repeating')}
              </Text>
            )}
          </>
        )}
      </TestButton>
    </Part>
  );
}

/** What the rows become on the platform. */
function ShapePart({ hasAdministrators, ...part }: PartProps & { hasAdministrators: boolean }) {
  const { t } = useTranslation();
  return (
    <Part title={t('first_start.shape')}>
      {hasAdministrators ? (
        <Text size="sm">{t('first_start.shape_there')}</Text>
      ) : (
        <>
          <CourseChoice
            course={part.answers.course}
            fault={part.errors.course}
            proposed="kelas"
            onChange={(course) => part.onChange({ course })}
          />
          <Text size="xs" c="dimmed">
            {t('first_start.shape_about')}
          </Text>
        </>
      )}
    </Part>
  );
}

interface DatabaseProps extends PartProps {
  /** True if the database is set outside this page, so that there is no choice. */
  given: boolean;
  database: { state: TestState<DatabaseTest>; run: () => Promise<void> };
}

/** The dashboard's own database. */
function DatabasePart({ given, database, ...part }: DatabaseProps) {
  const { t } = useTranslation();
  return (
    <Part title={t('setup.database')}>
      {given ? (
        <Text size="sm" c="dimmed">
          {t('setup.database_given')}
        </Text>
      ) : (
        <Field
          {...part}
          name="database_url"
          label={t('setup.database_url')}
          hint={t('setup.database_url_hint')}
          secret
        />
      )}
      <TestButton label={t('setup.look_database')} test={database.state} onTest={() => void database.run()}>
        {({ inspection }) => <Findings findings={inspection.findings} />}
      </TestButton>
    </Part>
  );
}

/** The first administrator, if the database has none yet. */
function AdministratorPart({ hasAdministrators, ...part }: PartProps & { hasAdministrators: boolean }) {
  const { t } = useTranslation();
  return (
    <Part title={t('setup.administrator')}>
      {hasAdministrators ? (
        <Text size="sm">{t('setup.administrators_there')}</Text>
      ) : (
        <>
          <Field {...part} name="name" label={t('session.name')} autoComplete="name" />
          <Field {...part} name="username" label={t('session.username')} autoComplete="username" />
          <Field
            {...part}
            name="password"
            label={t('session.password')}
            hint={t('setup.password_hint')}
            autoComplete="new-password"
            secret
          />
        </>
      )}
    </Part>
  );
}
