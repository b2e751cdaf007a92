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
import { type ToastLink, toastError, toastNeutral, toastSuccess, toastWarning } from '../message/toasts';
import { useMayChange, useSession } from '../session/session';
import { useFailureText } from '../texts/failure';
import { cancelJob, followJob, hasEnded, oneJob, retryJob, undoJob } from './jobCalls';
import { jobsQuery, jobsToStream, mergeJobs } from './jobsCache';
import { canUndo, isPartial, partialTitle, planLink, reportLink } from './report';
import { type PageLink, withSubject } from './request';

interface Jobs {
  jobs: Job[];
  /** Jobs without a connection to their progress at the moment. */
  disconnected: ReadonlySet<number>;
  /**
   * Follows a job to its end and announces the end, unless `onEnd` returns true because the user already knows. `subject` is
   * the one row that the job is about.
   */
  follow: (job: Job, onEnd?: (job: Job) => boolean, subject?: string) => void;
  /** Jobs that were asked to stop. A job stops after its current row, which can take a minute. */
  cancelling: ReadonlySet<number>;
  cancel: (job: Job) => Promise<void>;
  /** Continues a job, or repeats it or its failed rows. Resolves to the new job, or null if it did not start. */
  retry: (job: Job) => Promise<Job | null>;
  /** Asks whether to undo a job. */
  undo: (job: Job) => void;
  /** The function that shows that question. */
  askUndo: RefObject<(job: Job) => void>;
}

const JobsContext = createContext<Jobs | null>(null);

export function useJobs(): Jobs {
  const jobs = useContext(JobsContext);
  if (!jobs) throw new Error('useJobs needs JobsProvider above it');
  return jobs;
}

const none: Job[] = [];

/** A set with or without a job's id; the same set if nothing changes. */
function toggled(ids: ReadonlySet<number>, id: number, isIn: boolean): ReadonlySet<number> {
  if (ids.has(id) === isIn) return ids;
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

/** True if the router shows this page. */
function isAt(location: { pathname: string; search: Record<string, unknown> }, page: PageLink): boolean {
  const params: [string, unknown][] = Object.entries(page.search);
  return (
    location.pathname === page.to && params.every(([name, value]) => String(location.search[name]) === value)
  );
}

export function JobsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const username = useSession()?.user.username;
  const mayChange = useMayChange();
  const { data: jobs = none } = useQuery({ ...jobsQuery, enabled: username !== undefined });
  const [lost, setDisconnected] = useState<ReadonlySet<number>>(new Set());
  const [cancelling, setCancelling] = useState<ReadonlySet<number>>(new Set());
  const router = useRouter();
  const streams = useRef(new Map<number, AbortController>());
  /** Jobs that wait for the announcement of their end. */
  const unannounced = useRef(new Set<number>());
  /** Jobs that this page has seen since it first loaded the list; null before that. */
  const knownIds = useRef<Set<number>>(null);
  // The caller that started a job may announce its end itself, even if the list names the job before the answer arrives.
  const endHandlers = useRef(new Map<number, (job: Job) => boolean>());
  /** The rows that jobs of this page are about. */
  const subjects = useRef(new Map<number, string>());
  const askUndo = useRef<(job: Job) => void>(() => undefined);
  const undo = useCallback((job: Job) => askUndo.current(job), []);

  const updateJob = useCallback(
    (job: Job) =>
      queries.setQueryData(jobsQuery.queryKey, (known: readonly Job[] = []) => mergeJobs(known, [job])),
    [queries],
  );

  /** Refetches an ended job where it is shown, because its possible actions have changed. */
  const refresh = useCallback(
    async (id: number) => {
      void queries.invalidateQueries({ queryKey: ['list', 'job', id] });
      if (!queries.getQueryData(jobsQuery.queryKey)?.some((job) => job.id === id)) return;
      // If the request fails, the tray keeps its data; pressing the button again shows the failure.
      const job = await oneJob(id).catch(() => null);
      if (job) updateJob(job);
    },
    [queries, updateJob],
  );

  // Links of a toast outlive the render that created them.
  const undoWithoutAsking = useRef<(job: Job) => Promise<void>>(undefined);
  const announce = useCallback(
    (job: Job) => {
      const plan = mayChange ? planLink(job) : null;
      // A plan is shown by its own page, or by the question that requested it.
      if (job.verb === 'plan' && (!plan || isAt(router.state.location, plan))) return;
      const message = withSubject(subjects.current.get(job.id), job.message || t(`jobs.state.${job.state}`));
      const to = plan ?? reportLink(job);
      const links: ToastLink[] = [
        { label: t(plan ? 'jobs.see_plan' : 'jobs.see_rows'), open: () => void router.navigate(to) },
      ];
      if (mayChange && canUndo(job)) {
        // A deletion is undone at once, since it may be a mistake; any other undo asks first.
        const open = () => void (job.verb === 'delete' ? undoWithoutAsking.current?.(job) : undo(job));
        links.push({ label: t('jobs.undo'), open });
      }
      if (job.state === 'failed') toastError(message, links);
      else if (job.state === 'cancelled') toastNeutral(t('jobs.cancelled'), message, links);
      else if (isPartial(job)) toastWarning(partialTitle(job, t), message, links);
      else toastSuccess(message, links);
    },
    [t, router, mayChange, undo],
  );

  /** Refreshes all data that these ended jobs may have changed. */
  const refreshAfter = useCallback(
    (ended: readonly Job[]) => {
      for (const { undo_of } of ended) if (undo_of !== null) void refresh(undo_of);
      void queries.invalidateQueries({ queryKey: ['list'] });
      void queries.invalidateQueries({ queryKey: ['summary'] });
    },
    [queries, refresh],
  );

  /** Announces a job's end once and refreshes the data that it may have changed. */
  const handleEnd = useCallback(
    (job: Job) => {
      if (!unannounced.current.delete(job.id)) return;
      if (!endHandlers.current.get(job.id)?.(job)) announce(job);
      endHandlers.current.delete(job.id);
      subjects.current.delete(job.id);
      setCancelling((before) => toggled(before, job.id, false));
      refreshAfter([job]);
      // Jobs that waited for this one start now.
      const known = queries.getQueryData(jobsQuery.queryKey) ?? [];
      if (known.some(({ waits_for }) => waits_for !== null)) {
        void queries.refetchQueries({ queryKey: jobsQuery.queryKey }, { cancelRefetch: false });
      }
    },
    [announce, queries, refreshAfter],
  );

  const follow = useCallback(
    (job: Job, onEnd?: (job: Job) => boolean, subject?: string) => {
      if (onEnd) endHandlers.current.set(job.id, onEnd);
      if (subject) subjects.current.set(job.id, subject);
      unannounced.current.add(job.id);
      knownIds.current?.add(job.id);
      updateJob(job);
      if (job.undo_of !== null) void refresh(job.undo_of);
      if (hasEnded(job)) handleEnd(job);
    },
    [updateJob, handleEnd, refresh],
  );

  /** Keeps one open stream for each of these jobs and for no other. */
  const setStreams = useCallback(
    (ids: readonly number[]) => {
      const mark = (id: number, isLost: boolean) => setDisconnected((before) => toggled(before, id, isLost));
      for (const [id, control] of streams.current) {
        if (ids.includes(id)) continue;
        control.abort();
        streams.current.delete(id);
        mark(id, false);
      }
      for (const id of ids) {
        if (streams.current.has(id)) continue;
        const control = new AbortController();
        streams.current.set(id, control);
        void followJob(id, control.signal, updateJob, (isLost) => mark(id, isLost));
      }
    },
    [updateJob],
  );

  // Follows every job that has not ended, also jobs from before this page was opened.
  useEffect(() => {
    // Jobs of others that started and ended between two list requests get no toast, but their data is refreshed.
    const endedUnseen = jobs.filter(({ id }) => knownIds.current?.has(id) === false).filter(hasEnded);
    for (const job of jobs) {
      if (hasEnded(job)) handleEnd(job);
      else unannounced.current.add(job.id);
    }
    if (endedUnseen.length > 0) refreshAfter(endedUnseen);
    if (jobs !== none) knownIds.current = new Set([...(knownIds.current ?? []), ...jobs.map(({ id }) => id)]);
    setStreams(jobsToStream(jobs, (id) => endHandlers.current.has(id)));
  }, [jobs, handleEnd, refreshAfter, setStreams]);

  // A schedule or a colleague may have started jobs. The query's own interval would restart with every progress event.
  useEffect(() => {
    if (username === undefined) return;
    return pollWhileActive(
      () => void queries.refetchQueries({ queryKey: jobsQuery.queryKey }, { cancelRefetch: false }),
    );
  }, [username, queries]);

  // Stop following when the user signs out.
  useEffect(() => {
    const open = streams.current;
    return () => {
      for (const each of open.values()) each.abort();
      open.clear();
      unannounced.current.clear();
      subjects.current.clear();
      knownIds.current = null;
      if (username === undefined) return;
      setDisconnected(new Set());
      setCancelling(new Set());
    };
  }, [username]);

  undoWithoutAsking.current = async (job) => {
    try {
      const undoing = (await undoJob(job.id)).job;
      if (undoing) follow(undoing);
    } catch (cause) {
      toastError(failureText(cause));
      await refresh(job.id);
    }
  };

  const value = useMemo<Jobs>(
    () => ({
      jobs,
      disconnected: lost,
      follow,
      cancelling,
      cancel: async (job) => {
        setCancelling((before) => toggled(before, job.id, true));
        try {
          await cancelJob(job.id);
        } catch (cause) {
          setCancelling((before) => toggled(before, job.id, false));
          toastError(failureText(cause));
        }
      },
      retry: async (job) => {
        try {
          const retried = (await retryJob(job.id)).job ?? null;
          if (retried) follow(retried);
          return retried;
        } catch (cause) {
          toastError(failureText(cause));
          return null;
        }
      },
      undo,
      askUndo,
    }),
    [jobs, lost, follow, cancelling, failureText, undo],
  );

  return <JobsContext value={value}>{children}</JobsContext>;
}
