import type { CampusPlan } from '../api/client';

/** What is left out of the whole: a stage, or rows of one. */
export type LeftOut = CampusPlan['leave_out'][number];
type OfStage = Pick<LeftOut, 'verb' | 'kind'>;

const same = (one: OfStage, other: OfStage) => one.verb === other.verb && one.kind === other.kind;

export function isStageLeftOut(out: readonly LeftOut[], stage: OfStage): boolean {
  return out.some((each) => same(each, stage) && each.rows === null);
}

export function isRowLeftOut(out: readonly LeftOut[], stage: OfStage, row: string): boolean {
  return out.some((each) => same(each, stage) && (each.rows?.includes(row) ?? false));
}

/** The same with a stage left out, or taken in again with all its rows. */
export function withStage(out: readonly LeftOut[], { verb, kind }: OfStage, left: boolean): LeftOut[] {
  const others = out.filter((each) => !same(each, { verb, kind }));
  return left ? [...others, { verb, kind, rows: null }] : others;
}

/** The same with one row left out, or taken in again. */
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

/** Whether both leave the same out, in whatever order it was chosen. */
export function sameLeftOut(one: readonly LeftOut[], other: readonly LeftOut[]): boolean {
  const spelled = (out: readonly LeftOut[]) =>
    out
      .map(({ verb, kind, rows }) => `${verb} ${kind} ${rows === null ? '*' : [...rows].sort().join(' ')}`)
      .sort()
      .join('\n');
  return spelled(one) === spelled(other);
}
