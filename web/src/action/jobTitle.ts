import { useTranslation } from 'react-i18next';
import type { Job } from '../api/client';

/** The parts of a job, or of a planned one, that its title needs. */
interface TitleParts {
  kind: string;
  verb: string;
  stages: readonly Pick<Job['stages'][number], 'kind' | 'verb'>[];
}

/** Up to this many stages are named one by one; more count as the whole campus. */
const maxNamedStages = 5;

/** True for a job over the whole campus; false for an action with the parents that its rows wait for. */
export function isWholeCampus({ kind, stages }: Pick<Job, 'kind' | 'stages'>): boolean {
  return kind === 'campus' && stages.length > maxNamedStages;
}

/** The title of a job from its work; a few stages are named one after the other. */
export function useJobTitle(): (job: TitleParts) => string {
  const { t } = useTranslation();
  const titleOf = ({ kind, verb }: Pick<TitleParts, 'kind' | 'verb'>) =>
    t([`jobs.titles.${kind}_${verb}`, 'jobs.title'], {
      verb: t(`jobs.verbs.${verb}`, { defaultValue: verb }),
      kind: t(`kinds.${kind}.many`, { defaultValue: kind }),
    });
  return (job) =>
    job.verb === 'align' && job.stages.length > 0 && job.stages.length <= maxNamedStages
      ? job.stages.map(titleOf).join(', ')
      : titleOf(job);
}
