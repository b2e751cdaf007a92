import { Anchor } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Message } from '../message/Message';
import { EntryForm } from './EntryForm';
import { signUp } from './session';

export function SignupScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [answer, setAnswer] = useState<string | null>(null);
  const leave = () => navigate({ to: '/login' });

  return (
    <EntryForm
      title={t('session.signup')}
      fields={[
        {
          name: 'name',
          label: t('session.name'),
          required: t('session.required.name'),
          autoComplete: 'name',
        },
        {
          name: 'username',
          label: t('session.username'),
          required: t('session.required.username'),
          autoComplete: 'username',
        },
        {
          name: 'password',
          label: t('session.password'),
          required: t('session.required.password'),
          autoComplete: 'new-password',
          secret: true,
        },
      ]}
      submit={async ({ name = '', username = '', password = '' }) => {
        setAnswer(await signUp({ name, username, password }));
      }}
    >
      <Anchor component={Link} to="/login" size="sm">
        {t('session.to_login')}
      </Anchor>
      <Message title={t('toast.success')} text={answer} onClose={leave} />
    </EntryForm>
  );
}
