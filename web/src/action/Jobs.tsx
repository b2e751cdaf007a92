import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { pollWhileActive } from '../message/pollWhileActive';
import { type ToastLink, toastError, toastNeutral, toastSuccess } from '../message/toasts';
import { useMayChange, useSession } from '../session/session';
import { useFailureText } from '../texts/failure';
import { cancelJob, ended, followJob, oneJob, retryJob, undoJob } from './jobCalls';
import { jobsQuery, streamed, withNews } from './jobsCache';
import { canUndo, planPage, reportOf } from './report';
import type { PageLink } from './request';

interface Jobs {
  jobs: Job[];
  /** Jobs without a connection to their progress at the moment. */
  lost: ReadonlySet<number>;
  /** Follows a job to its end and announces the end, unless `told` returns true because the user already knows. */
  follow: (job: Job, told?: (job: Job) => boolean) => void;
  cancel: (job: Job) => Promise<void>;
  /** Continues a job, or repeats it or its failed rows. Resolves to the new job, or null if it did not start. */
  retry: (job: Job) => Promise<Job | null>;
  /** Asks whether to undo a job. */
  undo: (job: Job) => void;
  /** The function that shows that question. */
  undoAsker: RefObject<(job: Job) => void>;
}

const JobsContext = createContext<Jobs | null>(null);

export function useJobs(): Jobs {
  const jobs = useContext(JobsContext);
  if (!jobs) throw new Error('useJobs needs JobsProvider above it');
  return jobs;
}

const none: Job[] = [];

/** True if the router shows this page. */
function isAt(location: { pathname: string; search: Record<string, unknown> }, page: PageLink): boolean {
  const asked: [string, unknown][] = Object.entries(page.search);
  return (
    location.pathname === page.to && asked.every(([name, value]) => String(location.search[name]) === value)
  );
}

export function JobsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const person = useSession()?.user.username;
  const mayChange = useMayChange();
  const { data: jobs = none } = useQuery({ ...jobsQuery, enabled: person !== undefined });
  const [lost, setLost] = useState<ReadonlySet<number>>(new Set());
  const router = useRouter();
  const streams = useRef(new Map<number, AbortController>());
  /** Jobs that wait for the announcement of their end. */
  const untold = useRef(new Set<number>());
  /** Jobs that this page has seen since it first loaded the list; null before that. */
  const met = useRef<Set<number>>(null);
  // The caller that started a job may announce its end itself, even if the list names the job before the answer arrives.
  const tellings = useRef(new Map<number, (job: Job) => boolean>());
  const undoAsker = useRef<(job: Job) => void>(() => undefined);
  const undo = useCallback((job: Job) => undoAsker.current(job), []);

  const heard = useCallback(
    (job: Job) =>
      queries.setQueryData(jobsQuery.queryKey, (known: readonly Job[] = []) => withNews(known, [job])),
    [queries],
  );

  /** Refetches an ended job where it is shown, because its possible actions have changed. */
  const refresh = useCallback(
    async (id: number) => {
      void queries.invalidateQueries({ queryKey: ['list', 'job', id] });
      if (!queries.getQueryData(jobsQuery.queryKey)?.some((job) => job.id === id)) return;
      // If the request fails, the tray keeps its data; pressing the button again shows the failure.
      const job = await oneJob(id).catch(() => null);
      if (job) heard(job);
    },
    [queries, heard],
  );

  // Links of a toast outlive the render that created them.
  const undoAtOnce = useRef<(job: Job) => Promise<void>>(undefined);
  const announce = useCallback(
    (job: Job) => {
      const plan = mayChange ? planPage(job) : null;
      // A plan is shown by its own page, or by the question that requested it.
      if (job.verb === 'plan' && (!plan || isAt(router.state.location, plan))) return;
      const message = job.message || t(`jobs.state.${job.state}`);
      const to = plan ?? reportOf(job);
      const links: ToastLink[] = [
        { label: t(plan ? 'jobs.see_plan' : 'jobs.see_rows'), open: () => void router.navigate(to) },
      ];
      if (mayChange && canUndo(job)) {
        // A deletion is undone at once, since it may be a mistake; any other undo asks first.
        const open = () => void (job.verb === 'delete' ? undoAtOnce.current?.(job) : undo(job));
        links.push({ label: t('jobs.undo'), open });
      }
      if (job.state === 'failed') toastError(message, links);
      else if (job.state === 'cancelled') toastNeutral(t('jobs.cancelled'), message, links);
      else toastSuccess(message, links);
    },
    [t, router, mayChange, undo],
  );

  /** Refreshes all data that these ended jobs may have changed. */
  const lookAgain = useCallback(
    (those: readonly Job[]) => {
      for (const { undo_of } of those) if (undo_of !== null) void refresh(undo_of);
      void queries.invalidateQueries({ queryKey: ['list'] });
      void queries.invalidateQueries({ queryKey: ['summary'] });
    },
    [queries, refresh],
  );

  /** Announces a job's end once and refreshes the data that it may have changed. */
  const over = useCallback(
    (job: Job) => {
      if (!untold.current.delete(job.id)) return;
      if (!tellings.current.get(job.id)?.(job)) announce(job);
      tellings.current.delete(job.id);
      lookAgain([job]);
      // Jobs that waited for this one start now.
      const known = queries.getQueryData(jobsQuery.queryKey) ?? [];
      if (known.some(({ waits_for }) => waits_for !== null)) {
        void queries.refetchQueries({ queryKey: jobsQuery.queryKey }, { cancelRefetch: false });
      }
    },
    [announce, queries, lookAgain],
  );

  const follow = useCallback(
    (job: Job, told?: (job: Job) => boolean) => {
      if (told) tellings.current.set(job.id, told);
      untold.current.add(job.id);
      met.current?.add(job.id);
      heard(job);
      if (job.undo_of !== null) void refresh(job.undo_of);
      if (ended(job)) over(job);
    },
    [heard, over, refresh],
  );

  /** Keeps one open stream for each of these jobs and for no other. */
  const listenTo = useCallback(
    (wanted: readonly number[]) => {
      const mark = (id: number, isLost: boolean) =>
        setLost((before) => {
          if (before.has(id) === isLost) return before;
          const after = new Set(before);
          if (isLost) after.add(id);
          else after.delete(id);
          return after;
        });
      for (const [id, control] of streams.current) {
        if (wanted.includes(id)) continue;
        control.abort();
        streams.current.delete(id);
        mark(id, false);
      }
      for (const id of wanted) {
        if (streams.current.has(id)) continue;
        const control = new AbortController();
        streams.current.set(id, control);
        void followJob(id, control.signal, heard, (isLost) => mark(id, isLost));
      }
    },
    [heard],
  );

  // Follows every job that has not ended, also jobs from before this page was opened.
  useEffect(() => {
    // Jobs of others that started and ended between two list requests get no toast, but their data is refreshed.
    const missed = jobs.filter(({ id }) => met.current?.has(id) === false).filter(ended);
    for (const job of jobs) {
      if (ended(job)) over(job);
      else untold.current.add(job.id);
    }
    if (missed.length > 0) lookAgain(missed);
    if (jobs !== none) met.current = new Set([...(met.current ?? []), ...jobs.map(({ id }) => id)]);
    listenTo(streamed(jobs, (id) => tellings.current.has(id)));
  }, [jobs, over, lookAgain, listenTo]);

  // A schedule or a colleague may have started jobs. The query's own interval would restart with every progress event.
  useEffect(() => {
    if (person === undefined) return;
    return pollWhileActive(
      () => void queries.refetchQueries({ queryKey: jobsQuery.queryKey }, { cancelRefetch: false }),
    );
  }, [person, queries]);

  // Stop following when the user signs out.
  useEffect(() => {
    const open = streams.current;
    return () => {
      for (const each of open.values()) each.abort();
      open.clear();
      untold.current.clear();
      met.current = null;
      if (person !== undefined) setLost(new Set());
    };
  }, [person]);

  undoAtOnce.current = async (job) => {
    try {
      const begun = (await undoJob(job.id)).job;
      if (begun) follow(begun);
    } catch (cause) {
      toastError(failureText(cause));
      await refresh(job.id);
    }
  };

  const value = useMemo<Jobs>(
    () => ({
      jobs,
      lost,
      follow,
      cancel: async (job) => {
        try {
          await cancelJob(job.id);
        } catch (cause) {
          toastError(failureText(cause));
        }
      },
      retry: async (job) => {
        try {
          const begun = (await retryJob(job.id)).job ?? null;
          if (begun) follow(begun);
          return begun;
        } catch (cause) {
          toastError(failureText(cause));
          return null;
        }
      },
      undo,
      undoAsker,
    }),
    [jobs, lost, follow, failureText, undo],
  );

  return <JobsContext value={value}>{children}</JobsContext>;
}
