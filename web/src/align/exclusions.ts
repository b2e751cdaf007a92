import type { CampusPlan } from '../api/client';

/** The parts that a campus plan excludes: whole stages, or rows of one. */
export type Exclusion = CampusPlan['leave_out'][number];
type StageId = Pick<Exclusion, 'verb' | 'kind'>;

/** The storage key of what a plan excludes. */
const keyOf = (plan: number) => `selaras.plan.${plan}`;

/** The exclusions of a plan that this browser tab stored; null if it stored none. */
export function loadExclusions(plan: number): Exclusion[] | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(plan)) ?? 'null');
    return Array.isArray(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Stores the exclusions, so that they survive a visit to another page. */
export function saveExclusions(plan: number, exclusions: readonly Exclusion[]): void {
  try {
    sessionStorage.setItem(keyOf(plan), JSON.stringify(exclusions));
  } catch {
    // Storage may be blocked; then the choice lasts as long as the page.
  }
}

const same = (one: StageId, other: StageId) => one.verb === other.verb && one.kind === other.kind;

export function isStageExcluded(exclusions: readonly Exclusion[], stage: StageId): boolean {
  return exclusions.some((each) => same(each, stage) && each.rows === null);
}

export function isRowExcluded(exclusions: readonly Exclusion[], stage: StageId, row: string): boolean {
  return exclusions.some((each) => same(each, stage) && (each.rows?.includes(row) ?? false));
}

/** Returns the choice with a stage excluded, or included again with all its rows. */
export function withStage(
  exclusions: readonly Exclusion[],
  { verb, kind }: StageId,
  excluded: boolean,
): Exclusion[] {
  const rest = exclusions.filter((each) => !same(each, { verb, kind }));
  return excluded ? [...rest, { verb, kind, rows: null }] : rest;
}

/** Returns the choice with one row excluded, or included again. */
export function withRow(
  exclusions: readonly Exclusion[],
  { verb, kind }: StageId,
  row: string,
  excluded: boolean,
): Exclusion[] {
  const rest = exclusions.filter((each) => !same(each, { verb, kind }));
  const before = exclusions.filter((each) => same(each, { verb, kind })).flatMap(({ rows }) => rows ?? []);
  const rows = excluded ? [...before, row] : before.filter((each) => each !== row);
  return rows.length > 0 ? [...rest, { verb, kind, rows }] : rest;
}

/** True if both exclude the same, in any order. */
export function sameExclusions(one: readonly Exclusion[], other: readonly Exclusion[]): boolean {
  const serialize = (exclusions: readonly Exclusion[]) =>
    exclusions
      .map(({ verb, kind, rows }) => `${verb} ${kind} ${rows === null ? '*' : [...rows].sort().join(' ')}`)
      .sort()
      .join('\n');
  return serialize(one) === serialize(other);
}
