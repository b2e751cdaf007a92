import { Alert, Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../action/PageHeader';
import { assumedSettings, settingsQuery } from '../api/settings';
import { ListMessage, NextStep } from '../list/ListStates';
import { useFailureText } from '../texts/failure';
import { KindTable } from './KindTable';
import { LatestLog } from './LatestLog';
import { RunningJobs } from './RunningJobs';
import { linesOf, summaryQuery } from './standing';
import { WaitingAccounts } from './WaitingAccounts';

/** How the campus stands: what runs, how each kind is in step, and what was done last. */
export function HomeScreen() {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const { data: settings = assumedSettings } = useQuery(settingsQuery);
  const summary = useQuery(summaryQuery);
  const empty = summary.data?.every(({ rows }) => rows === 0);
  return (
    <>
      <PageHeader title={t('app.home')} />
      <RunningJobs />
      <WaitingAccounts />
      {empty && (
        <Text size="sm" mb="sm">
          {t('home.start', { source: settings.source_name })}
        </Text>
      )}
      {summary.isError && summary.data && (
        <Alert color="red" mb="xs" py={6} role="alert">
          {t('list.stale')} {failureText(summary.error)}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => summary.refetch()}>
            {t('list.retry')}
          </Anchor>
        </Alert>
      )}
      {summary.isError && !summary.data ? (
        <ListMessage role="alert" title={t('list.failed')} detail={failureText(summary.error)}>
          <NextStep label={t('list.retry')} onClick={() => summary.refetch()} />
        </ListMessage>
      ) : (
        <KindTable lines={summary.data && linesOf(summary.data, settings.mbkm)} />
      )}
      <LatestLog />
    </>
  );
}
