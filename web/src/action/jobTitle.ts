import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';

/** What is told of a job, or of what would be one. */
interface Titled {
  kind: string;
  verb: string;
  stages: readonly Pick<Job['stages'][number], 'kind' | 'verb'>[];
}

/** Up to so many stages are named one by one; more are the whole campus. */
const fewStages = 5;

/** Whether a job works at the whole campus, and not at an action and what its rows wait for. */
export function isWholeCampus({ kind, stages }: Pick<Job, 'kind' | 'stages'>): boolean {
  return kind === 'campus' && stages.length > fewStages;
}

/** Names a job by what it does: a few actions one after the other by each of them. */
export function useJobTitle(): (job: Titled) => string {
  const { t } = useTranslation();
  const one = ({ kind, verb }: Pick<Titled, 'kind' | 'verb'>) =>
    t([`jobs.titles.${kind}_${verb}`, 'jobs.title'], {
      verb: t(`jobs.verbs.${verb}`, { defaultValue: verb }),
      kind: t(`kinds.${kind}.many`, { defaultValue: kind }),
    });
  return (job) =>
    job.verb === 'align' && job.stages.length > 0 && job.stages.length <= fewStages
      ? job.stages.map(one).join(', ')
      : one(job);
}
