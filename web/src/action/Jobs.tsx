import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { type ToastLink, toastError, toastNeutral, toastSuccess } from '../message/toasts';
import { whilePresent } from '../message/whilePresent';
import { mayChange, useSession } from '../session/session';
import { useFailureText } from '../texts/failure';
import { cancelJob, ended, followJob, oneJob, retryJob, undoJob } from './jobCalls';
import { jobsQuery, withNews } from './jobsCache';
import { canUndo, reportOf } from './report';

interface Jobs {
  jobs: Job[];
  /** Jobs of which no news comes at the moment. */
  lost: ReadonlySet<number>;
  /** Follows a job to its end, and tells of it unless `told` says that the person knows already. */
  follow: (job: Job, told?: (job: Job) => boolean) => void;
  cancel: (job: Job) => Promise<void>;
  /** Begins the failed rows anew. Answers with the job that does, or nothing where it could not be begun. */
  retry: (job: Job) => Promise<Job | null>;
  /** Takes back what a job did, in a job of its own. */
  undo: (job: Job) => Promise<void>;
}

const JobsContext = createContext<Jobs | null>(null);

export function useJobs(): Jobs {
  const jobs = useContext(JobsContext);
  if (!jobs) throw new Error('useJobs needs JobsProvider above it');
  return jobs;
}

const none: Job[] = [];

export function JobsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const person = useSession()?.user.username;
  const { data: jobs = none } = useQuery({ ...jobsQuery, enabled: person !== undefined });
  const [lost, setLost] = useState<ReadonlySet<number>>(new Set());
  const navigate = useNavigate();
  const followed = useRef(new Map<number, AbortController>());
  // Who began a job tells of its end in a way of their own, even where the list had named the job before the answer came.
  const tellings = useRef(new Map<number, (job: Job) => boolean>());

  const heard = useCallback(
    (job: Job) =>
      queries.setQueryData(jobsQuery.queryKey, (known: readonly Job[] = []) => withNews(known, [job])),
    [queries],
  );

  // Links of a toast outlive the drawing that made them.
  const undoRef = useRef<(job: Job) => Promise<void>>(undefined);
  const announce = useCallback(
    (job: Job) => {
      const message = job.message || t(`jobs.state.${job.state}`);
      const links: ToastLink[] = [{ label: t('jobs.see_rows'), open: () => void navigate(reportOf(job)) }];
      if (mayChange() && canUndo(job))
        links.push({ label: t('jobs.undo'), open: () => void undoRef.current?.(job) });
      if (job.state === 'failed') toastError(message, links);
      else if (job.state === 'cancelled') toastNeutral(t('jobs.cancelled'), message, links);
      else toastSuccess(message, links);
    },
    [t, navigate],
  );

  /** Asks anew what can be done with a job that has ended, where the tray has it. */
  const refresh = useCallback(
    async (id: number) => {
      if (!queries.getQueryData(jobsQuery.queryKey)?.some((job) => job.id === id)) return;
      // Without an answer the tray keeps what it knows; pressing again tells what is the case.
      const job = await oneJob(id).catch(() => null);
      if (job) heard(job);
    },
    [queries, heard],
  );

  const follow = useCallback(
    (job: Job, told?: (job: Job) => boolean) => {
      heard(job);
      if (told) tellings.current.set(job.id, told);
      if (followed.current.has(job.id)) return;
      const control = new AbortController();
      followed.current.set(job.id, control);
      let last = job;
      void followJob(
        job.id,
        control.signal,
        (next) => {
          last = next;
          heard(next);
        },
        (isLost) =>
          setLost((before) => {
            if (before.has(job.id) === isLost) return before;
            const after = new Set(before);
            if (isLost) after.add(job.id);
            else after.delete(job.id);
            return after;
          }),
      ).then(() => {
        followed.current.delete(job.id);
        if (control.signal.aborted || !ended(last)) return;
        if (!tellings.current.get(job.id)?.(last)) announce(last);
        tellings.current.delete(job.id);
        if (last.undo_of !== null) void refresh(last.undo_of);
        void queries.invalidateQueries({ queryKey: ['list'] });
        void queries.invalidateQueries({ queryKey: ['summary'] });
      });
    },
    [announce, heard, queries, refresh],
  );

  // A schedule or a colleague may have begun some. The query's own interval would begin anew with each word of progress.
  useEffect(() => {
    if (person === undefined) return;
    return whilePresent(
      () => void queries.refetchQueries({ queryKey: jobsQuery.queryKey }, { cancelRefetch: false }),
    );
  }, [person, queries]);

  // What was running before this page was opened is taken up again: the person may have closed the lid.
  useEffect(() => {
    for (const job of jobs) if (!ended(job) && !followed.current.has(job.id)) follow(job);
  }, [jobs, follow]);

  // Nothing is followed for who has left.
  useEffect(() => {
    const running = followed.current;
    return () => {
      for (const each of running.values()) each.abort();
      running.clear();
      if (person !== undefined) setLost(new Set());
    };
  }, [person]);

  const undo = useCallback(
    async (job: Job) => {
      try {
        const begun = (await undoJob(job.id)).job;
        if (begun) follow(begun);
      } catch (cause) {
        toastError(failureText(cause));
      }
      await refresh(job.id);
      void queries.invalidateQueries({ queryKey: ['list', 'job', job.id] });
    },
    [follow, failureText, refresh, queries],
  );
  undoRef.current = undo;

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
    }),
    [jobs, lost, follow, failureText, undo],
  );

  return <JobsContext value={value}>{children}</JobsContext>;
}
