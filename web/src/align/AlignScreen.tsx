import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExpectedTime } from '../action/ExpectedTime';
import { GuardField } from '../action/GuardField';
import { useJobs } from '../action/Jobs';
import { hasEnded, oneJob } from '../action/jobCalls';
import { planLink } from '../action/report';
import { useJobState } from '../action/useJobState';
import { useOneAtATime } from '../action/useOneAtATime';
import type { CampusPlan, Job } from '../api/client';
import { defaultSettings, settingsQuery } from '../api/settings';
import { ViewerNotice } from '../list/ListStates';
import { LoadFailed } from '../list/LoadStates';
import { toastError } from '../message/toasts';
import { PageHeader } from '../page/PageHeader';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { formatMoment, formatNumber } from '../texts/format';
import { fetchPlan, startAlign, startPlan } from './calls';
import { type Exclusion, loadExclusions, sameExclusions, saveExclusions } from './exclusions';
import { StagePlans } from './StagePlans';
import { Stages } from './Stages';

const route = getRouteApi('/app/selaraskan');

/** The whole campus: one plan, the choice of its parts, one question and one Ya. */
export function AlignScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const failureText = useFailureText();
  const { jobs, follow } = useJobs();
  const { rencana, mulai } = route.useSearch() as { rencana?: string; mulai?: string };
  const planJob = rencana ? Number(rencana) : null;
  const live = jobs.find(({ id }) => id === planJob);
  const jobQuery = useQuery({
    queryKey: ['job', planJob],
    queryFn: ({ signal }) => oneJob(planJob ?? 0, signal),
    enabled: planJob !== null && !live,
  });
  const job = live ?? jobQuery.data;
  const [failed, setFailed] = useState<{ cause: unknown; exclusions: readonly Exclusion[] } | null>(null);

  const mayChange = useMayChange();
  const [starting, once] = useOneAtATime(rencana ?? '');
  const plan = useRef(async (_leaveOut: readonly Exclusion[]) => {});
  plan.current = (exclusions) =>
    once('begin', async (isCurrent) => {
      setFailed(null);
      try {
        const { job: newJob } = await startPlan(exclusions);
        if (!newJob) return;
        // A failed plan is requested again with the same rows left out.
        saveExclusions(newJob.id, exclusions);
        follow(newJob);
        if (!isCurrent()) return;
        await navigate({ to: '/selaraskan', search: { rencana: String(newJob.id) } as never, replace: true });
      } catch (cause) {
        if (isCurrent()) setFailed({ cause, exclusions });
        else toastError(failureText(cause));
      }
    });

  // The button on the main page requests a plan at once. React may render twice before the first answer.
  const started = useRef(false);
  useEffect(() => {
    if (!mayChange || !mulai || planJob !== null || started.current) return;
    started.current = true;
    void plan.current([]);
  }, [planJob, mulai, mayChange]);

  if (!mayChange) {
    return (
      <>
        <PageHeader title={t('align.title')} back help={['align', 'sync', 'export', 'enroll']} />
        <ViewerNotice />
      </>
    );
  }

  const agree = (plan: CampusPlan, typed: string) =>
    once('begin', async (isCurrent) => {
      try {
        const { job: running } = await startAlign(plan, typed);
        if (!running) return;
        follow(running);
        if (isCurrent()) await navigate({ to: `/tugas/${running.id}` });
      } catch (cause) {
        toastError(failureText(cause));
      }
    });

  return (
    <>
      <PageHeader title={t('align.title')} back help={['align', 'sync', 'export', 'enroll']} />
      {failed && <LoadFailed error={failed.cause} onRetry={() => plan.current(failed.exclusions)} />}
      {jobQuery.isError && <LoadFailed error={jobQuery.error} onRetry={() => jobQuery.refetch()} />}
      {planJob === null && !mulai && <StartPlan starting={starting} onStart={() => plan.current([])} />}
      {(planJob !== null || mulai) && failed === null && !jobQuery.isError && (!job || !hasEnded(job)) && (
        <Planning job={job} />
      )}
      {job && hasEnded(job) && job.state !== 'done' && (
        <Stack align="start" gap="sm">
          <Alert color="yellow" role="alert">
            {job.message || t(`jobs.state.${job.state}`)}
          </Alert>
          <Button
            variant="default"
            loading={starting}
            onClick={() => plan.current(loadExclusions(job.id) ?? [])}
          >
            {t('align.plan_again')}
          </Button>
        </Stack>
      )}
      {job?.state === 'done' && (
        <Plan
          key={job.id}
          job={job.id}
          busy={starting}
          onAgain={(exclusions) => void plan.current(exclusions)}
          onNo={() => navigate({ to: '/' })}
          onYes={(plan, typed) => void agree(plan, typed)}
        />
      )}
    </>
  );
}

/** Explains the campus plan, with the button that requests one, and the last plan of those who come back. */
function StartPlan({ starting, onStart }: { starting: boolean; onStart: () => void }) {
  const { t } = useTranslation();
  const last = useJobs().jobs.find((job) => job.state === 'done' && planLink(job));
  const link = last && planLink(last);
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  const names = { source: settings.source_name, platform: settings.platform_name };
  return (
    <Stack align="start" gap="sm">
      <Text size="sm" maw={720}>
        {t('align.about', names)}
      </Text>
      <Button loading={starting} onClick={onStart}>
        {t('align.plan')}
      </Button>
      {link && (
        <Text size="sm" c="dimmed">
          {t('align.last_plan', { time: formatMoment(last.finished_at) })}{' '}
          <Anchor component={Link} {...link} size="sm">
            {t('jobs.see_plan')}
          </Anchor>
        </Text>
      )}
    </Stack>
  );
}

/** The progress of the plan, stage by stage. */
function Planning({ job }: { job: Job | undefined }) {
  const { t } = useTranslation();
  const { stop } = useJobState(job);
  const { data: settings = defaultSettings } = useQuery(settingsQuery);
  return (
    <section aria-busy="true" aria-label={t('align.planning')}>
      <Group gap="xs" mb="sm" role="status">
        <Loader size={14} />
        <Text size="sm">{t('align.planning')}</Text>
        {job && (
          <Button size="compact-xs" variant="default" {...stop.props} onClick={stop.onClick}>
            {stop.label}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm" maw={720}>
        {t('align.planning_about', { source: settings.source_name, platform: settings.platform_name })}
      </Text>
      {job && <Stages job={job} planned />}
    </section>
  );
}

interface PlanProps {
  job: number;
  /** The user's answer is being sent. */
  busy: boolean;
  onAgain: (exclusions: readonly Exclusion[]) => void;
  onNo: () => void;
  onYes: (plan: CampusPlan, typed: string) => void;
}

function Plan({ job, busy, onAgain, onNo, onYes }: PlanProps) {
  const { t, i18n } = useTranslation();
  const plan = useQuery({
    queryKey: ['campus-plan', job, i18n.language],
    queryFn: ({ signal }) => fetchPlan(job, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [edited, setEdited] = useState(() => loadExclusions(job));
  const [typed, setTyped] = useState('');
  if (plan.isError) return <LoadFailed error={plan.error} onRetry={() => plan.refetch()} />;
  if (!plan.data) return <Loader size="sm" aria-label={t('align.planning')} />;
  const { data } = plan;
  const exclusions = edited ?? data.leave_out;
  const changed = !sameExclusions(exclusions, data.leave_out);
  const needsName = data.guard !== undefined && typed.trim() !== data.guard.name;
  const isInStep = data.touched === 0;
  const unchanged = isInStep ? 'align.in_step' : 'align.question';
  const question = changed ? 'align.changed' : unchanged;

  function choose(next: Exclusion[]) {
    saveExclusions(job, next);
    setEdited(next);
  }

  function answer(event: FormEvent) {
    event.preventDefault();
    if (changed) onAgain(exclusions);
    else if (!needsName && !isInStep) onYes(data, typed.trim());
  }

  return (
    <form onSubmit={answer}>
      <Text size="sm" mb="sm">
        {isInStep ? t('align.nothing') : t('align.touched', { n: formatNumber(data.touched, i18n.language) })}
      </Text>
      <StagePlans job={job} stages={data.stages} exclusions={exclusions} onExclusions={choose} />
      {!changed && <ExpectedTime plans={data.stages.flatMap((stage) => stage.plan ?? [])} />}
      <div className="align-answers">
        {!changed && data.guard && <GuardField guard={data.guard} typed={typed} onType={setTyped} />}
        <Group justify="space-between" gap="sm">
          <Text fw={600}>{t(question)}</Text>
          <Group gap="xs">
            <Button variant="default" onClick={onNo}>
              {t(isInStep ? 'confirm.close' : 'confirm.no')}
            </Button>
            {changed ? (
              <Button type="submit" loading={busy}>
                {t('align.plan_again')}
              </Button>
            ) : (
              !isInStep && (
                <Button
                  type="submit"
                  loading={busy}
                  {...(needsName ? { 'data-disabled': true, 'aria-disabled': true } : {})}
                >
                  {t('confirm.yes')}
                </Button>
              )
            )}
          </Group>
        </Group>
      </div>
    </form>
  );
}
