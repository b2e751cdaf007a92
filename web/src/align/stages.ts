import { touchedGroups } from '../action/request';
import type { CampusPlan } from '../api/client';

/** The parts in which an administrator thinks of the stages, in their order. */
export const parts = ['sync', 'export', 'enroll', 'unenroll'] as const;
export type PartVerb = (typeof parts)[number];

/** The stages of each part; a part that has none is not told of. */
export function byPart<Stage extends { verb: string }>(stages: readonly Stage[]) {
  return parts
    .map((verb) => ({ verb, stages: stages.filter((stage) => stage.verb === verb) }))
    .filter((part) => part.stages.length > 0);
}

export type StagePlan = CampusPlan['stages'][number];

/** What rows of a stage come to. */
export type Sort = (typeof touchedGroups)[number];

/** The sorts of which a stage has rows. */
export function sortsOf({ plan }: Pick<StagePlan, 'plan'>): Sort[] {
  return plan ? touchedGroups.filter((sort) => plan.counts[sort] > 0) : [];
}
