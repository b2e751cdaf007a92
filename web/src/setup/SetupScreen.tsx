import { Anchor, Button, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { LoadFailed } from '../list/LoadStates';
import { useFailureText } from '../texts/failure';
import { addTexts, type Language, setLanguage } from '../texts/i18n';
import { setup } from '../texts/setup';
import { setupQuery } from './calls';
import classes from './Setup.module.css';
import { SetupForm } from './SetupForm';

addTexts('setup', setup);

/** The code after the "#" of the address, which browsers never send. */
function codeOfAddress(): string {
  return decodeURIComponent(window.location.hash.slice(1));
}

function LanguageButton() {
  const { i18n } = useTranslation();
  const [other, name]: [Language, string] =
    i18n.language === 'en' ? ['id', 'Bahasa Indonesia'] : ['en', 'English'];
  return (
    <Button size="compact-sm" variant="default" lang={other} onClick={() => void setLanguage(other)}>
      {name}
    </Button>
  );
}

/** Asks for the code, if the address has none or a wrong one. */
function CodeForm({ wrong, onCode }: { wrong: unknown; onCode: (code: string) => void }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const [typed, setTyped] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (typed.trim()) onCode(typed.trim());
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm" maw={360}>
        <Text size="sm">{t('setup.code_about')}</Text>
        <TextInput
          label={t('setup.code')}
          name="code"
          autoComplete="off"
          value={typed}
          error={wrong ? failureText(wrong) : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit">{t('setup.go_on')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The first start: asks for the settings that Selaras needs. */
export function SetupScreen() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const [code, setCode] = useState(codeOfAddress);
  const { data, error, isError, refetch } = useQuery({
    ...setupQuery(code, i18n.language),
    // The form stays while its texts load in the other language, because it holds the input.
    placeholderData: keepPreviousData,
  });
  const status = error instanceof ApiError ? error.status : undefined;

  function content() {
    if (data) return <SetupForm setup={data} code={code} />;
    if (!isError) return <Loader size="sm" aria-label="…" />;
    if (status === 404) {
      return (
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t('setup.there')}</Text>
          <Anchor component={Link} to="/login" size="sm">
            {t('session.back_to_login')}
          </Anchor>
        </Stack>
      );
    }
    if (status === 401) {
      return (
        <CodeForm
          wrong={code ? error : undefined}
          onCode={(next) => {
            void navigate({ to: '/setup', hash: next, replace: true });
            setCode(next);
          }}
        />
      );
    }
    return <LoadFailed error={error} onRetry={() => refetch()} />;
  }

  return (
    <main className={classes.page}>
      <title>{`${t('setup.title')} · ${t('app.name')}`}</title>
      <Group justify="space-between" align="center" wrap="nowrap">
        <Group gap="xs" wrap="nowrap">
          <img src="/selaras.svg" alt="" width={32} height={32} />
          <Title order={1} size="h2">
            {t('setup.title')}
          </Title>
        </Group>
        <LanguageButton />
      </Group>
      {content()}
    </main>
  );
}
