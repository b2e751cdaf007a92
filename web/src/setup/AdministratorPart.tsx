import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PartProps } from './answers';
import { Field, Part } from './Part';

/** The first administrator, if the database has none yet. */
export function AdministratorPart({
  hasAdministrators,
  ...part
}: PartProps & { hasAdministrators: boolean }) {
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
