import type { CampusPlan } from '../api/client';

/** The parts of a campus plan to leave out: whole stages, or rows of one. */
export type LeftOut = CampusPlan['leave_out'][number];
type OfStage = Pick<LeftOut, 'verb' | 'kind'>;

const same = (one: OfStage, other: OfStage) => one.verb === other.verb && one.kind === other.kind;

export function isStageLeftOut(out: readonly LeftOut[], stage: OfStage): boolean {
  return out.some((each) => same(each, stage) && each.rows === null);
}

export function isRowLeftOut(out: readonly LeftOut[], stage: OfStage, row: string): boolean {
  return out.some((each) => same(each, stage) && (each.rows?.includes(row) ?? false));
}

/** Returns the choice with a stage left out, or included again with all its rows. */
export function withStage(out: readonly LeftOut[], { verb, kind }: OfStage, left: boolean): LeftOut[] {
  const others = out.filter((each) => !same(each, { verb, kind }));
  return left ? [...others, { verb, kind, rows: null }] : others;
}

/** Returns the choice with one row left out, or included again. */
export function withRow(
  out: readonly LeftOut[],
  { verb, kind }: OfStage,
  row: string,
  left: boolean,
): LeftOut[] {
  const others = out.filter((each) => !same(each, { verb, kind }));
  const before = out.filter((each) => same(each, { verb, kind })).flatMap(({ rows }) => rows ?? []);
  const rows = left ? [...before, row] : before.filter((each) => each !== row);
  return rows.length > 0 ? [...others, { verb, kind, rows }] : others;
}

/** True if both leave the same out, in any order. */
export function sameLeftOut(one: readonly LeftOut[], other: readonly LeftOut[]): boolean {
  const spelled = (out: readonly LeftOut[]) =>
    out
      .map(({ verb, kind, rows }) => `${verb} ${kind} ${rows === null ? '*' : [...rows].sort().join(' ')}`)
      .sort()
      .join('\n');
  return spelled(one) === spelled(other);
}
