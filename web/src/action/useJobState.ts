import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';
import { useJobs } from './Jobs';
import { hasEnded } from './jobCalls';
import { isPartial } from './report';

type ShownState = Job['state'] | 'partial' | 'cancelling';

/** The state of a job as people see it, and the button that stops it. */
export function useJobState(job: Job | undefined) {
  const { t } = useTranslation();
  const { cancelling, cancel } = useJobs();
  const isCancelling =
    job !== undefined && !hasEnded(job) && (job.cancel_requested || cancelling.has(job.id));
  const finished: ShownState = job && isPartial(job) ? 'partial' : (job?.state ?? 'queued');
  const state: ShownState = isCancelling ? 'cancelling' : finished;
  return {
    state,
    text: t(`jobs.state.${state}`),
    stop: {
      label: t(isCancelling ? 'jobs.cancelling' : 'jobs.cancel'),
      // Not the attribute `disabled`, which would take the focus away from the button.
      props: isCancelling ? { 'data-disabled': true, 'aria-disabled': true } : {},
      onClick: () => {
        if (job && !isCancelling) void cancel(job);
      },
    },
  };
}
