import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useJobs } from '../action/Jobs';
import { hasEnded } from '../action/jobCalls';
import { defaultSettings, settingsQuery } from '../api/settings';
import { mainPageQuery } from '../api/summary';
import { comparisonQuery } from '../comparison/comparison';
import { LoadFailed, StaleAlert } from '../list/LoadStates';
import { PartBoundary } from '../message/PartBoundary';
import { pollWhileActive } from '../message/pollWhileActive';
import { PageHeader } from '../page/PageHeader';
import { Skeleton } from '../page/Skeleton';
import { schedulesQuery } from '../schedule/schedulesQuery';
import { pendingAccountsQuery } from '../users/pendingAccounts';
import { CampusStatus } from './CampusStatus';
import { ComparisonSection } from './ComparisonSection';
import { DaysChart } from './DaysChart';
import { KindTable } from './KindTable';
import { kindLines } from './kindStatus';
import { LatestLog, latestLogQuery } from './LatestLog';
import { RunningJobs } from './RunningJobs';
import { ScheduledRuns } from './ScheduledRuns';

/** The parts below the figures in their order, with the query that each waits for. */
const lowerParts = [
  { name: 'schedules', Part: ScheduledRuns },
  { name: 'comparison', Part: ComparisonSection },
  { name: 'log', Part: LatestLog },
] as const;
const lowerQueries = [schedulesQuery, comparisonQuery, latestLogQuery] as const;
/** What the top of the page needs besides the summary. */
const topQueries = [pendingAccountsQuery, schedulesQuery] as const;
/** The number of answers, or failures, before the first that is awaited. */
const answered = (results: readonly { isPending: boolean }[]) => {
  const first = results.findIndex(({ isPending }) => isPending);
  return first < 0 ? results.length : first;
};

const terms = ['source', 'dashboard', 'platform', 'gap', 'failed', 'enrolments', 'align', 'compare'] as const;

/** The largest value so far. A failed call is pending again when a part asks again, and the part must not vanish for it. */
function useLargest(value: number): number {
  const [largest, setLargest] = useState(value);
  if (value > largest) setLargest(value);
  return Math.max(value, largest);
}

/**
 * The main page: running jobs, the state of each kind, schedules, differences, and the last log entries. A part appears once
 * the parts above it have their height, so that nothing moves.
 */
export function HomeScreen() {
  const { t } = useTranslation();
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const summary = useQuery(mainPageQuery);
  const lower = useLargest(useQueries({ queries: lowerQueries, combine: answered }));
  const top = useLargest(useQueries({ queries: topQueries, combine: answered }));
  const running = useJobs().jobs.some((job) => !hasEnded(job));
  const { refetch } = summary;
  // A running job changes the numbers row by row, but reports only its end.
  useEffect(() => (running ? pollWhileActive(() => void refetch()) : undefined), [running, refetch]);
  const header = <PageHeader title={t('app.home')} help={terms} />;
  if (summary.isPending || top < topQueries.length) {
    return (
      <>
        {header}
        <div aria-busy>
          <Skeleton height={16} width="50%" mt={10} mb={96} label={t('list.loading')} />
          <Skeleton height={398} />
        </div>
      </>
    );
  }
  const lines = summary.data && kindLines(summary.data.data, settings.mbkm);
  return (
    <>
      {header}
      {summary.data && lines && (
        <PartBoundary>
          <CampusStatus lines={lines} comparedAt={summary.data.compared_at} />
        </PartBoundary>
      )}
      <PartBoundary>
        <RunningJobs />
      </PartBoundary>
      {summary.isError && summary.data && <StaleAlert error={summary.error} onRetry={() => refetch()} />}
      {lines ? (
        <PartBoundary>
          <KindTable lines={lines} />
        </PartBoundary>
      ) : (
        <LoadFailed error={summary.error} onRetry={() => refetch()} />
      )}
      {summary.data && (
        <PartBoundary>
          <DaysChart days={summary.data.days} />
        </PartBoundary>
      )}
      {lowerParts.slice(0, lower).map(({ name, Part }) => (
        <PartBoundary key={name}>
          <Part />
        </PartBoundary>
      ))}
    </>
  );
}
