import type { Verb } from '../action/request';
import type { KindStatus } from '../api/client';
import { kinds } from '../kinds/kinds';
import type { ListDeclaration } from '../list/declaration';

/** The state of a kind, with its list. */
export interface KindLine {
  list: ListDeclaration;
  status: KindStatus;
}

/**
 * A line for each kind with a screen, in the order of the screens: parents first. Students of other campuses have a line
 * only if the campus takes part in the exchange.
 */
export function kindLines(statuses: readonly KindStatus[], mbkm: boolean): KindLine[] {
  return kinds.flatMap(({ list }) => {
    if (list.id === 'mahasiswa_mbkm' && !mbkm) return [];
    const status = statuses.find(({ kind }) => kind === list.id);
    return status ? [{ list, status }] : [];
  });
}

type RowCounts = Pick<KindStatus, 'source_rows' | 'rows' | 'missing'>;

/**
 * The number of source rows that are missing here; 0 if the list was never read. Rows gone from the source do not offset new
 * ones.
 */
export function rowsToSync({ source_rows, rows, missing }: RowCounts): number {
  return Math.max(0, (source_rows ?? 0) - (rows - missing));
}

/**
 * The number of rows that a form created and that the source does not list. No call fixes them; a person has to check. Rows gone
 * from the source (`missing`) are counted apart.
 */
export function rowsOnlyHere({ source_rows, rows, missing }: RowCounts): number {
  return source_rows === null ? 0 : Math.max(0, rows - missing - source_rows);
}

/** The number of objects or accounts on the platform; for kinds of people the people, since their rows are enrolments. */
export function objectCount({ rows, people }: Pick<KindStatus, 'rows' | 'people'>): number {
  return people ?? rows;
}

type Pending = Pick<KindStatus, 'people' | 'enrolments' | 'waiting'>;

/** True if the kind's rows are enrolments of people of another kind, and nothing else. */
const hasEnrolmentsOnly = ({ people, enrolments }: Pick<KindStatus, 'people' | 'enrolments'>) =>
  people === null && enrolments !== null;

/**
 * The number of objects and accounts that an export would try. A teaching is only an enrolment, so exporting it means
 * enrolling it.
 */
export function rowsToExport(status: Pending): number {
  if (hasEnrolmentsOnly(status)) return enrolmentsToSend(status);
  const { not_there, different, refused } = status.waiting;
  return not_there + different + refused;
}

/** The number of enrolments of people that enrolling would try. */
export function peopleToEnroll(status: Pending): number {
  return status.people === null ? 0 : enrolmentsToSend(status);
}

function enrolmentsToSend({ waiting }: Pick<KindStatus, 'waiting'>): number {
  return waiting.not_enrolled + waiting.suspended + waiting.enrolments_refused;
}

/** Rows of a kind that differ between the systems in the same way; `key` is the key of its text. */
export interface Gap {
  key: 'to_fetch' | 'missing' | 'only_here' | 'to_send' | 'different' | 'to_enroll' | 'suspended';
  n: number;
  /** True if an action of the dashboard closes it. */
  mendable: boolean;
}

/** What differs between the systems. Failures are not among it: they have a column of their own. */
export function gapsOf(status: KindStatus): Gap[] {
  const { not_there, different, not_enrolled, suspended } = status.waiting;
  const gaps: Gap[] = [
    { key: 'to_fetch', n: rowsToSync(status), mendable: true },
    { key: 'missing', n: status.source_rows === null ? 0 : status.missing, mendable: false },
    { key: 'only_here', n: rowsOnlyHere(status), mendable: false },
    { key: 'to_send', n: not_there, mendable: true },
    { key: 'different', n: different, mendable: true },
    { key: 'to_enroll', n: not_enrolled, mendable: true },
    { key: 'suspended', n: suspended, mendable: true },
  ];
  return gaps.filter(({ n }) => n > 0);
}

/** The next action that brings the kind in step: first sync, then export or enrol. */
export function nextVerb({ list, status }: KindLine): Verb | null {
  if (status.rows === 0 || rowsToSync(status) > 0) {
    if (list.verbs.sync?.all && !list.narrowedBy?.required) return 'sync';
  }
  if (rowsToExport(status) === 0) {
    return peopleToEnroll(status) > 0 && list.verbs.enroll?.all ? 'enroll' : null;
  }
  return (['export', 'enroll'] as const).find((verb) => list.verbs[verb]?.all) ?? null;
}

/** The failed rows of a kind, with the address of the list that shows only these. */
export interface Failures {
  n: number;
  /** True for failed enrolments of a kind that also has people; the two are counted apart. */
  enrolments: boolean;
  search: Record<string, string>;
}

/** The failures of a kind: objects, and enrolments if it has both. */
export function failuresOf({ list, status }: KindLine): Failures[] {
  const { failed, failed_enrolments: enrolments } = status;
  const [field, other] = (['migration', 'enroll'] as const).filter((of) =>
    list.filters.some(({ field, options }) => field === of && options.includes('gagal')),
  );
  const tab: Record<string, string> = list.defaultTab === 'dashboard' ? {} : { tab: 'dashboard' };
  const of = (n: number, filter?: string) => ({ n, search: filter ? { ...tab, [filter]: 'gagal' } : tab });
  const parts =
    field && other && enrolments !== null
      ? [
          { ...of(failed - enrolments, field), enrolments: false },
          { ...of(enrolments, other), enrolments: true },
        ]
      : [{ ...of(failed, field), enrolments: false }];
  return parts.filter(({ n }) => n > 0);
}

/** One of the three steps of a campus, with its progress. */
export interface Step {
  part: 'sync' | 'export' | 'enroll';
  done: number;
  total: number;
}

/** The progress of the campus: rows synced from the source, exported, and enrolled. */
export function stepsOf(lines: readonly KindLine[]): Step[] {
  const sum = (of: (status: KindStatus) => number) =>
    lines.reduce((total, { status }) => total + of(status), 0);
  return [
    {
      part: 'sync',
      done: sum(({ rows }) => rows),
      total: sum((status) => status.rows + rowsToSync(status)),
    },
    {
      part: 'export',
      done: sum((status) => (hasEnrolmentsOnly(status) ? 0 : status.migrated)),
      total: sum((status) => (hasEnrolmentsOnly(status) ? 0 : status.migrated + rowsToExport(status))),
    },
    {
      part: 'enroll',
      done: sum(({ enrolled }) => enrolled ?? 0),
      total: sum((status) => (status.enrolled ?? 0) + enrolmentsToSend(status)),
    },
  ];
}

/** The number of lists never synced. Their row counts are unknown. */
export function listsNeverSynced(lines: readonly KindLine[]): number {
  return lines.filter(({ status }) => status.rows === 0 && status.last_synced_at === null).length;
}

/** The number of rows that could be synced, exported or enrolled now. */
export function pendingRows(lines: readonly KindLine[]): number {
  return stepsOf(lines).reduce((waiting, { done, total }) => waiting + Math.max(0, total - done), 0);
}
