import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { useSession } from '../session/session';
import { useFailureText } from '../texts/failure';
import { cancelJob, ended, followJob, latestJobs, oneJob, retryJob } from './jobCalls';
import { toastError, toastNeutral, toastSuccess } from './toasts';

const JobRows = lazy(() => import('./JobRows').then((module) => ({ default: module.JobRows })));

interface Jobs {
  jobs: Job[];
  /** Jobs of which no news comes at the moment. */
  lost: ReadonlySet<number>;
  /** Follows a job to its end, and tells of it unless `told` says that the person knows already. */
  follow: (job: Job, told?: (job: Job) => boolean) => void;
  cancel: (job: Job) => Promise<void>;
  retry: (job: Job) => Promise<void>;
  openRows: (id: number) => void;
}

const JobsContext = createContext<Jobs | null>(null);

export function useJobs(): Jobs {
  const jobs = useContext(JobsContext);
  if (!jobs) throw new Error('useJobs needs JobsProvider above it');
  return jobs;
}

/** What ended is kept for the tray, but not for ever. */
const kept = 20;

export function JobsProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const person = useSession()?.user.username;
  const [jobs, setJobs] = useState<Job[]>([]);
  const [lost, setLost] = useState<ReadonlySet<number>>(new Set());
  const [shown, setShown] = useState<number | null>(null);
  const followed = useRef(new Map<number, AbortController>());

  const heard = useCallback((job: Job) => {
    setJobs((before) => {
      const others = before.filter((other) => other.id !== job.id);
      const merged = [...others, job].sort((a, b) => b.id - a.id);
      return merged.slice(0, kept);
    });
  }, []);

  const announce = useCallback(
    (job: Job) => {
      const message = job.message || t(`jobs.state.${job.state}`);
      const details = { label: t('jobs.see_rows'), open: () => setShown(job.id) };
      if (job.state === 'failed') toastError(message, details);
      else if (job.state === 'cancelled') toastNeutral(t('jobs.cancelled'), message, details);
      else toastSuccess(message, job.failed > 0 ? details : undefined);
    },
    [t],
  );

  const follow = useCallback(
    (job: Job, told?: (job: Job) => boolean) => {
      heard(job);
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
        if (!told?.(last)) announce(last);
        void queries.invalidateQueries({ queryKey: ['list'] });
        void queries.invalidateQueries({ queryKey: ['summary'] });
      });
    },
    [announce, heard, queries],
  );

  // What was running before this page was opened is taken up again: the person may have closed the lid.
  const followRef = useRef(follow);
  followRef.current = follow;
  useEffect(() => {
    if (person === undefined) return;
    const control = new AbortController();
    latestJobs(control.signal)
      .then((found) => {
        for (const job of found) {
          if (ended(job)) heard(job);
          else followRef.current(job);
        }
      })
      // The tray then stays empty; whatever else is on the page says that the server is away.
      .catch(() => undefined);
    const running = followed.current;
    return () => {
      control.abort();
      for (const each of running.values()) each.abort();
      running.clear();
      setJobs([]);
    };
  }, [person, heard]);

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
          const answer = await retryJob(job.id);
          follow(answer.job ?? (await oneJob(job.id)));
        } catch (cause) {
          toastError(failureText(cause));
        }
      },
      openRows: setShown,
    }),
    [jobs, lost, follow, failureText],
  );

  return (
    <JobsContext value={value}>
      {children}
      {shown && (
        <Suspense>
          <JobRows id={shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </JobsContext>
  );
}
