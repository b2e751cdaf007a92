import { Anchor } from '@mantine/core';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryForm } from './EntryForm';
import { safeReturnPath } from './returnPath';
import { logIn, sessionEnded } from './session';

const route = getRouteApi('/login');

export function LoginScreen() {
  const { t } = useTranslation();
  const router = useRouter();
  const { return_to } = route.useSearch();
  const [expired] = useState(sessionEnded);

  return (
    <EntryForm
      title={t('session.login')}
      notice={expired ? t('session.expired') : undefined}
      fields={[
        {
          name: 'username',
          label: t('session.username'),
          required: t('session.required.login_username'),
          autoComplete: 'username',
        },
        {
          name: 'password',
          label: t('session.password'),
          required: t('session.required.login_password'),
          autoComplete: 'current-password',
          secret: true,
        },
      ]}
      submit={async ({ username = '', password = '' }) => {
        await logIn({ username, password });
        router.history.replace(safeReturnPath(return_to));
      }}
    >
      <Anchor component={Link} to="/signup" size="sm">
        {t('session.to_signup')}
      </Anchor>
    </EntryForm>
  );
}
