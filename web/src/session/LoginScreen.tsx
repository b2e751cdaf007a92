import { Anchor } from '@mantine/core';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/client';
import { addTexts } from '../texts/i18n';
import { secondFactor as secondFactorTexts } from '../texts/secondFactor';
import { EntryForm } from './EntryForm';
import { Providers } from './Providers';
import { logIn, safeReturnPath, takeExpiry } from './session';

addTexts('second_factor', secondFactorTexts);

const route = getRouteApi('/login');

export function LoginScreen() {
  const { t } = useTranslation();
  const router = useRouter();
  const { return_to } = route.useSearch();
  const [expired] = useState(takeExpiry);
  const [needsCode, setNeedsCode] = useState(false);

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
        ...(needsCode
          ? [
              {
                name: 'code',
                label: t('second_factor.code'),
                hint: t('second_factor.code_hint'),
                required: t('second_factor.code_required'),
                autoComplete: 'one-time-code',
                autoFocus: true,
              },
            ]
          : []),
      ]}
      submit={async ({ username = '', password = '', code }) => {
        try {
          await logIn({ username, password, ...(code ? { code } : {}) });
        } catch (cause) {
          if (!(cause instanceof ApiError && cause.code === 'second_factor_needed')) throw cause;
          setNeedsCode(true);
          return;
        }
        router.history.replace(safeReturnPath(return_to));
      }}
    >
      <Providers returnTo={return_to} />
      <Anchor component={Link} to="/signup" size="sm">
        {t('session.to_signup')}
      </Anchor>
    </EntryForm>
  );
}
