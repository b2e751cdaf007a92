import { touchedGroups } from '../action/request';
import type { CampusPlan } from '../api/client';

/** The parts of a campus run as administrators see them, in order. */
export const parts = ['sync', 'export', 'enroll', 'unenroll'] as const;
export type PartVerb = (typeof parts)[number];

/** The stages of each part; empty parts are omitted. */
export function byPart<Stage extends { verb: string }>(stages: readonly Stage[]) {
  return parts
    .map((verb) => ({ verb, stages: stages.filter((stage) => stage.verb === verb) }))
    .filter((part) => part.stages.length > 0);
}

export type StagePlan = CampusPlan['stages'][number];

/** The number of rows per group in a stage's plan. */
export type TouchedGroup = (typeof touchedGroups)[number];

/** The groups for which a stage has rows. */
export function touchedGroupsOf({ plan }: Pick<StagePlan, 'plan'>): TouchedGroup[] {
  return plan ? touchedGroups.filter((sort) => plan.counts[sort] > 0) : [];
}
