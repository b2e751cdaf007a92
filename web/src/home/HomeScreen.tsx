import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { assumedSettings, settingsQuery } from '../api/settings';
import { summaryQuery } from '../api/summary';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import { PartBoundary } from '../message/PartBoundary';
import { PageHeader } from '../page/PageHeader';
import { ComparisonSection } from './ComparisonSection';
import { KindTable } from './KindTable';
import { LatestLog } from './LatestLog';
import { Leavers } from './Leavers';
import { RunningJobs } from './RunningJobs';
import { ScheduledRuns } from './ScheduledRuns';
import { linesOf } from './standing';
import { WaitingAccounts } from './WaitingAccounts';

/** How the campus stands: what runs, how each kind is in step, what is done by itself, what differs, and what was done last. */
export function HomeScreen() {
  const { t } = useTranslation();
  const { data: settings = assumedSettings } = useQuery(settingsQuery);
  const summary = useQuery(summaryQuery);
  const lines = summary.data && linesOf(summary.data, settings.mbkm);
  const empty = summary.data?.every(({ rows }) => rows === 0);
  return (
    <>
      <PageHeader title={t('app.home')} />
      <PartBoundary>
        <RunningJobs />
      </PartBoundary>
      {summary.isError && summary.data && (
        <StaleAlert error={summary.error} onRetry={() => summary.refetch()} />
      )}
      {summary.isError && !summary.data ? (
        <LoadFailed error={summary.error} onRetry={() => summary.refetch()} />
      ) : (
        <PartBoundary>
          <KindTable lines={lines} />
        </PartBoundary>
      )}
      {/* Below the table, which they would push away from who is about to press something in it. */}
      {empty && (
        <Text size="sm" mt="sm">
          {t('home.start', { source: settings.source_name })}
        </Text>
      )}
      <PartBoundary>
        <Leavers lines={lines ?? []} />
      </PartBoundary>
      <PartBoundary>
        <WaitingAccounts />
      </PartBoundary>
      <PartBoundary>
        <ScheduledRuns />
      </PartBoundary>
      <PartBoundary>
        <ComparisonSection />
      </PartBoundary>
      <PartBoundary>
        <LatestLog />
      </PartBoundary>
    </>
  );
}
