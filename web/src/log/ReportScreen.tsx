import { Alert, Anchor, Button, NativeSelect, Text } from '@mantine/core';
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconRefresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { JobProgress } from '../action/JobProgress';
import { useJobs } from '../action/Jobs';
import { downloadRows, hasEnded, jobReasons, jobRows, oneJob } from '../action/jobCalls';
import { useJobTitle } from '../action/jobTitle';
import { LostConnection } from '../action/LostConnection';
import {
  canUndo,
  isPartial,
  outcomesOf,
  partialTitle,
  planLink,
  reportLink,
  retryLabel,
  retryOf,
  undoState,
} from '../action/report';
import { useJobState } from '../action/useJobState';
import { useOneAtATime } from '../action/useOneAtATime';
import { Stages } from '../align/Stages';
import type { Job, JobRow } from '../api/client';
import { chosenRows, comparisonQuery, isFixable, resendName } from '../comparison/comparison';
import { ResendButton } from '../comparison/ResendButton';
import { classLink } from '../kinds/pages';
import { LoadFailed } from '../list/LoadStates';
import { PlainList } from '../list/PlainList';
import type { SelectedRows, TableColumn } from '../list/tableTypes';
import { toastError } from '../message/toasts';
import { PageHeader } from '../page/PageHeader';
import { useMayChange } from '../session/session';
import { useFailureText } from '../texts/failure';
import { formatMoment, formatNumber } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { person as personTexts } from '../texts/person';
import { ReasonGroups } from './ReasonGroups';
import { type ReportAddress, readReportAddress, reportFilters, writeReportAddress } from './reportAddress';
import { type ReportLine, reportLines, singleLines } from './reportLines';
import { rowLink } from './rowLink';

addTexts('person', personTexts);

const route = getRouteApi('/app/tugas/$id');

/** Outcomes that need attention, with the state that gives their colour. */
const outcomeColors: Record<string, string | undefined> = { failed: 'gagal', conflict: 'berubah' };

/** The report of a job: its rows filtered by outcome, reason and search, with the job's actions. */
export function ReportScreen() {
  const { t, i18n } = useTranslation();
  const title = useJobTitle();
  const navigate = useNavigate();
  const { jobs } = useJobs();
  const id = Number(route.useParams().id);
  const address = readReportAddress(route.useSearch());
  const go = (next: ReportAddress, replace = false) =>
    void navigate({ to: `/tugas/${id}`, search: writeReportAddress(next) as never, replace });
  const live = jobs.find((each) => each.id === id);
  const jobQuery = useQuery({
    queryKey: ['list', 'job', id],
    queryFn: ({ signal }) => oneJob(id, signal),
    enabled: !live,
  });
  const job = live ?? jobQuery.data;
  const kind = job?.kind ?? '';
  const reasons = useQuery({
    queryKey: ['list', 'job', id, 'reasons', job?.state],
    queryFn: ({ signal }) => jobReasons(id, signal),
    enabled: job !== undefined && hasEnded(job),
  });
  // A reason that all visible rows share stands above them, not in each row.
  const sharedReason = reasons.data?.find((group) => group.reason === address.reason)?.text;

  // The server sends rows of the latest comparison again. The boxes have their place before it is known which one that is.
  const latest = useQuery({ ...comparisonQuery, enabled: job?.verb === 'compare' });
  const canResend =
    useMayChange() &&
    job?.verb === 'compare' &&
    outcomesOf(job).some(({ outcome }) => isFixable(outcome)) &&
    (latest.isPending || latest.data?.job?.id === id);
  const [choice, setChoice] = useState<{ of: number; rows: SelectedRows }>({ of: id, rows: {} });
  // The screen stays for the report of another job.
  if (choice.of !== id) setChoice({ of: id, rows: {} });
  const chosen = Object.keys(choice.rows);
  const choose = (rows: SelectedRows) => setChoice({ of: id, rows });

  const classColumn = useMemo<TableColumn<ReportLine>>(
    () => ({
      id: 'class',
      label: t('person.class'),
      card: 'line',
      sortable: false,
      // A difference is about one class.
      wraps: kind !== 'comparison',
      cell: ({ classes }) =>
        classes.map((of, at) => (
          <Fragment key={of.number}>
            {at > 0 && ', '}
            <ClassName {...of} />
          </Fragment>
        )),
    }),
    [t, kind],
  );
  // Not shown for Zoom: the key of a stay in a meeting is Zoom's own and means nothing to users.
  const keyColumn = useMemo<TableColumn<ReportLine>>(
    () => ({
      id: 'key',
      label: t('jobs.key'),
      card: 'line',
      sortable: false,
      // The class of an enrolment has its own column.
      cell: ({ key, number }) => number ?? key,
    }),
    [t],
  );
  const columns = useMemo<TableColumn<ReportLine>[]>(
    () => [
      ...(kind === 'zoom' ? [] : [keyColumn]),
      {
        id: 'label',
        label: t('jobs.label'),
        card: 'heading',
        sortable: false,
        cell: (row) => <RowName row={row} />,
      },
      ...(enrolmentKinds.includes(kind) ? [classColumn] : []),
      {
        id: 'outcome',
        label: t('jobs.outcome'),
        card: 'line',
        sortable: false,
        cell: ({ outcome }) => (
          <span className="state-text" data-state={outcomeColors[outcome]}>
            {t(`jobs.outcomes.${outcome}`, { defaultValue: outcome })}
          </span>
        ),
      },
      {
        id: 'reason',
        label: t('jobs.reason'),
        card: 'line',
        sortable: false,
        wraps: true,
        cell: ({ reason }) => (reason === sharedReason ? '' : (reason ?? '')),
      },
    ],
    [t, kind, sharedReason, classColumn, keyColumn],
  );

  if (!job) {
    return (
      <>
        <PageHeader title={t('jobs.rows_title')} back />
        {jobQuery.isError && <LoadFailed error={jobQuery.error} onRetry={() => jobQuery.refetch()} />}
      </>
    );
  }
  const { rows, reason } = address;
  // A difference is chosen and sent again by itself.
  const linesOf = job.verb === 'compare' ? singleLines : reportLines;
  const { status } = rows.filters;
  const outcomeName = (outcome: string) => t(`jobs.outcomes.${outcome}`);
  return (
    <>
      <PageHeader title={title(job)} back>
        <ReportActions job={job} filters={reportFilters(address)}>
          {canResend && (
            // As wide as any of its texts, so that nothing moves when a row is chosen.
            <ResendButton size="xs" miw={232} chosen={chosenRows(chosen)} onSent={() => choose({})} />
          )}
        </ReportActions>
      </PageHeader>
      <Summary job={job} />
      {job.stages.length > 0 && <Stages job={job} planned={job.verb === 'plan'} />}
      {job.stages.length === 0 && (
        <>
          <ReasonGroups
            groups={reasons.data ?? []}
            selected={reason}
            onChoose={(next) => go({ rows: { ...rows, page: 0, filters: {} }, reason: next })}
          />
          <PlainList<ReportLine>
            title={title(job)}
            address={rows}
            onAddress={(next, replace) => go({ ...address, rows: next }, replace)}
            cacheKey={['job', id, 'rows', job.state, reason]}
            load={async (query, signal) => {
              const page = await jobRows(id, { ...query, ...(reason ? { reason } : {}) }, signal);
              return { ...page, data: linesOf(page.data) };
            }}
            rowsOf={({ rows: number }) => number}
            columns={columns}
            idOf={(row) => resendName(row) ?? `${row.key} ${row.outcome}`}
            labelOf={(row) =>
              [row.label || row.key, ...row.classes.map(({ label }) => label)].filter(Boolean).join(' · ')
            }
            selection={
              canResend
                ? {
                    selected: choice.rows,
                    onSelect: choose,
                    selectable: (row) => resendName(row) !== null,
                  }
                : undefined
            }
            aside={canResend && <ClearButton disabled={chosen.length === 0} onClick={() => choose({})} />}
            empty={{
              title: t(status || reason ? 'list.empty_search' : emptyText(job)),
            }}
            tools={
              <NativeSelect
                size="xs"
                className="list-filter"
                aria-label={t('jobs.outcome')}
                value={status ?? ''}
                data={[
                  { value: '', label: `${t('jobs.outcome')}: ${t('list.all').toLowerCase()}` },
                  ...outcomesOf(job).map(({ outcome, count }) => ({
                    value: outcome,
                    label: `${t('jobs.outcome')}: ${outcomeName(outcome)} (${formatNumber(count, i18n.language)})`,
                  })),
                ]}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  go({ rows: { ...rows, page: 0, filters: value ? { status: value } : {} } });
                }}
              />
            }
          />
        </>
      )}
    </>
  );
}

/** Clears the choice. Without one it stays in its place, and keeps the keyboard focus. */
function ClearButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      {...(disabled ? { 'data-disabled': true, 'aria-disabled': true } : {})}
      onClick={onClick}
    >
      {t('list.clear_chosen')}
    </Button>
  );
}

/** A row's name, with a link to its page or list. */
function RowName({ row }: { row: JobRow }) {
  const name = row.label || row.key;
  const link = rowLink(row.kind, row.parts);
  if (!link) return <>{name}</>;
  return (
    <Anchor component={Link} {...link} fz="inherit">
      {name}
    </Anchor>
  );
}

/** Kinds that have enrolments as rows of their jobs. */
const enrolmentKinds = ['mahasiswa', 'mahasiswa_mbkm', 'mengajar', 'comparison'];

/** A class, with a link to its page. */
function ClassName({ number, label }: { number: string; label: string }) {
  const link = classLink(number);
  if (!link) return label;
  return (
    <Anchor component={Link} {...link} fz="inherit">
      {label}
    </Anchor>
  );
}

/** The explanation for an empty report: before its end a job has no rows yet, and an unfinished comparison has no result. */
function emptyText(job: Job): string {
  if (!hasEnded(job)) return 'jobs.rows_later';
  if (job.verb !== 'compare') return 'jobs.rows_none';
  return job.state === 'done' ? 'comparison.all_agree' : 'comparison.unfinished';
}

/** A job's warnings that failed no row, each with its fix. */
function JobWarnings({ warnings }: Pick<Job, 'warnings'>) {
  return warnings.map(({ text, mend }) => (
    <Alert key={text} color="yellow" py="xs" my="xs" role="note">
      <Text size="sm">{text}</Text>
      {mend && (
        <Text size="sm" fw={600}>
          {mend}
        </Text>
      )}
    </Alert>
  ));
}

/** The states of jobs, each with the state colour that it borrows. */
const stateColors: Record<string, string | undefined> = {
  done: 'sudah',
  partial: 'berubah',
  cancelling: 'berubah',
  failed: 'gagal',
};

/** The job's state, author and start, and its relation to another job. */
function Summary({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { jobs } = useJobs();
  const { state, text } = useJobState(job);
  const other = job.undone_by ?? job.undo_of;
  return (
    <div className="report">
      {isPartial(job) && (
        <Text size="sm" fw={600} className="state-text" data-state="berubah">
          {partialTitle(job, t)}
        </Text>
      )}
      {hasEnded(job) && job.message && <Text size="sm">{job.message}</Text>}
      <JobWarnings warnings={job.warnings} />
      <JobProgress job={job} />
      <LostConnection job={job} />
      <Text size="xs" c="dimmed">
        <span className="state-text" data-state={stateColors[state]}>
          {text}
        </span>
        {[job.actor, formatMoment(job.started_at ?? job.created_at)]
          .filter(Boolean)
          .map((part) => ` · ${part}`)
          .join('')}
      </Text>
      {other !== null && (
        <Text size="sm" mt={4}>
          {t(`jobs.${undoState(job, jobs) ?? 'undo_of'}`)} ·{' '}
          <Anchor component={Link} to={`/tugas/${other}`} size="sm">
            {t('jobs.see_other')}
          </Anchor>
        </Text>
      )}
    </div>
  );
}

interface ActionsProps {
  job: Job;
  filters: Record<string, string>;
  children: ReactNode;
}

/** The actions of a job: stop, show the plan, continue or retry, undo, those in `children`, and download the rows. */
function ReportActions({ job, filters, children }: ActionsProps) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const { retry, undo } = useJobs();
  const { stop } = useJobState(job);
  const [retrying, once] = useOneAtATime(String(job.id));
  const [saving, setSaving] = useState(false);
  const isOver = hasEnded(job);
  const mayChange = useMayChange();
  const again = mayChange ? retryOf(job) : null;
  const plan = mayChange ? planLink(job) : null;

  async function save() {
    setSaving(true);
    try {
      await downloadRows(job.id, filters);
    } catch (cause) {
      toastError(failureText(cause));
    } finally {
      setSaving(false);
    }
  }

  return (
    <div className="report-deeds">
      {!isOver && mayChange && (
        <Button size="xs" variant="default" {...stop.props} onClick={stop.onClick}>
          {stop.label}
        </Button>
      )}
      {plan && (
        <Button size="xs" component={Link} {...plan}>
          {t('jobs.see_plan')}
        </Button>
      )}
      {again && (
        <Button
          size="xs"
          leftSection={<IconRefresh size={15} aria-hidden />}
          loading={retrying}
          onClick={() =>
            once('retry', async (isCurrent) => {
              const newJob = await retry(job);
              if (newJob && isCurrent()) await navigate(reportLink(newJob));
            })
          }
        >
          {t(`jobs.${retryLabel(job, again)}`)}
        </Button>
      )}
      {isOver && mayChange && canUndo(job) && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={15} aria-hidden />}
          onClick={() => undo(job)}
        >
          {t('jobs.undo')}
        </Button>
      )}
      {children}
      {/* A job with stages has no rows of its own; each stage has its report. */}
      {job.stages.length === 0 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          loading={saving}
          onClick={() => void save()}
        >
          {t('jobs.download')}
        </Button>
      )}
    </div>
  );
}
