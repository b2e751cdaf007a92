import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../list/LoadStates';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import classes from './Account.module.css';
import { accountQuery } from './calls';
import { EmailForm } from './EmailForm';
import { PasswordForm } from './PasswordForm';
import { Preferences } from './Preferences';
import { SecondFactor } from './SecondFactor';
import { Sessions } from './Sessions';

/** The user's own account: password, sessions, language and appearance. */
export function AccountScreen() {
  const { t } = useTranslation();
  const { data: account, isError, error, refetch } = useQuery(accountQuery);
  return (
    <>
      <PageHeader title={t('account.title')} />
      {isError && !account && <LoadFailed error={error} onRetry={() => refetch()} />}
      {!account && !isError && (
        <div className={classes.sections} aria-busy="true">
          <Skeleton height={20} width="40%" />
          <Skeleton height={260} />
          <Skeleton height={160} />
        </div>
      )}
      {account && (
        <div className={classes.sections}>
          <Text size="sm" c="dimmed">
            {account.name} · {account.username} · {t(`roles.${account.role}`)}
            {account.role === 'viewer' && <>. {t('session.viewer_why')}</>}
          </Text>
          <PasswordForm />
          <SecondFactor />
          <Sessions />
          <EmailForm email={account.email} />
          <Preferences />
        </div>
      )}
    </>
  );
}
