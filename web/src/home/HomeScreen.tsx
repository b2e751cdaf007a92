import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useJobs } from '../action/Jobs';
import { ended } from '../action/jobCalls';
import { assumedSettings, settingsQuery } from '../api/settings';
import { mainPageQuery } from '../api/summary';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import { PartBoundary } from '../message/PartBoundary';
import { PageHeader } from '../page/PageHeader';
import { ComparisonSection } from './ComparisonSection';
import { DaysChart } from './DaysChart';
import { KindTable } from './KindTable';
import { LatestLog } from './LatestLog';
import { RunningJobs } from './RunningJobs';
import { ScheduledRuns } from './ScheduledRuns';
import { Standing } from './Standing';
import { linesOf } from './standing';
import { WaitingAccounts } from './WaitingAccounts';

/** How the campus stands: what runs, how each kind is in step, what is done by itself, what differs, and what was done last. */
export function HomeScreen() {
  const { t } = useTranslation();
  const { data: settings = assumedSettings } = useQuery(settingsQuery);
  const summary = useQuery(mainPageQuery);
  const running = useJobs().jobs.some((job) => !ended(job));
  const lines = summary.data && linesOf(summary.data.data, settings.mbkm);
  return (
    <>
      <PageHeader title={t('app.home')} />
      <PartBoundary>
        <Standing lines={lines} attention={summary.data?.attention} comparedAt={summary.data?.compared_at} />
      </PartBoundary>
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
          {/* It has its room whether anything runs or not, so that nothing moves. */}
          <Text size="xs" c="dimmed" mt={4} style={running ? {} : { visibility: 'hidden' }}>
            {t('home.before_job')}
          </Text>
        </PartBoundary>
      )}
      {summary.data && (
        <PartBoundary>
          <DaysChart days={summary.data.days} />
        </PartBoundary>
      )}
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
