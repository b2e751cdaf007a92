import type { Verb } from '../action/request';
import type { Standing } from '../api/client';
import { kinds } from '../kinds/kinds';
import type { ListDeclaration } from '../list/declaration';

/** How a kind stands, and the list that shows it. */
export interface Line {
  list: ListDeclaration;
  standing: Standing;
}

/**
 * A line for each kind that has a screen, in the order in which the screens are declared: parents first. Students of
 * other campuses have one where the campus takes part in the exchange.
 */
export function linesOf(standings: readonly Standing[], mbkm: boolean): Line[] {
  return kinds.flatMap(({ list }) => {
    if (list.id === 'mahasiswa_mbkm' && !mbkm) return [];
    const standing = standings.find(({ kind }) => kind === list.id);
    return standing ? [{ list, standing }] : [];
  });
}

type Listing = Pick<Standing, 'source_rows' | 'rows' | 'missing'>;

/** Rows of the source that are not here; nothing where its list has never been read. Those that are gone from it stand for none. */
export function toFetch({ source_rows, rows, missing }: Listing): number {
  return Math.max(0, (source_rows ?? 0) - (rows - missing));
}

/** Rows that the source does not list: made by a form, or gone from it. No call mends that; a person looks at them. */
export function onlyHere({ source_rows, rows, missing }: Listing): number {
  return source_rows === null ? 0 : missing + Math.max(0, rows - missing - source_rows);
}

/** What the platform has an object of, or an account: people, where the rows are their places. */
export function objectsOf({ rows, people }: Pick<Standing, 'rows' | 'people'>): number {
  return people ?? rows;
}

/** Objects and accounts that the platform does not have as they are here. A teaching is a place alone: sending it is enrolling it. */
export function toSend(standing: Pick<Standing, 'rows' | 'migrated' | 'people' | Placing>): number {
  if (standing.people === null && standing.places !== null) return toBePlaced(standing);
  return Math.max(0, objectsOf(standing) - standing.migrated);
}

/** Places of people that nobody has enrolled. */
export function toEnroll(standing: Pick<Standing, 'people' | Placing>): number {
  return standing.people === null ? 0 : toBePlaced(standing);
}

type Placing = 'places' | 'enrolled' | 'suspended' | 'gone_unenrolled';

/** Places that wait to be enrolled: not those that are suspended, nor those that the source lists no more. */
function toBePlaced({ places, enrolled, suspended, gone_unenrolled }: Pick<Standing, Placing>): number {
  return Math.max(0, (places ?? 0) - (enrolled ?? 0) - (suspended ?? 0) - (gone_unenrolled ?? 0));
}

/** What brings the kind in step: fetching what the source has more, then sending what the platform lacks. */
export function remedy({ list, standing }: Line): Verb | null {
  if (standing.rows === 0 || toFetch(standing) > 0) {
    if (list.verbs.sync?.all && !list.narrowedBy?.required) return 'sync';
  }
  if (toSend(standing) === 0) {
    return toEnroll(standing) > 0 && list.verbs.enroll?.all ? 'enroll' : null;
  }
  return (['export', 'enroll'] as const).find((verb) => list.verbs[verb]?.all) ?? null;
}

/** Rows of a kind that failed, and the address of the list that shows just these. */
export interface Failed {
  n: number;
  /** Whether they are places where the kind has people, too: the two are told apart. */
  places: boolean;
  search: Record<string, string>;
}

/** What failed of a kind: objects, and places where it has both. */
export function failedOf({ list, standing }: Line): Failed[] {
  const { failed, failed_places: places } = standing;
  const [field, other] = (['migration', 'enroll'] as const).filter((of) =>
    list.filters.some(({ field, options }) => field === of && options.includes('gagal')),
  );
  const tab: Record<string, string> = list.defaultTab === 'dashboard' ? {} : { tab: 'dashboard' };
  const of = (n: number, filter?: string) => ({ n, search: filter ? { ...tab, [filter]: 'gagal' } : tab });
  const parts =
    field && other && places !== null
      ? [
          { ...of(failed - places, field), places: false },
          { ...of(places, other), places: true },
        ]
      : [{ ...of(failed, field), places: false }];
  return parts.filter(({ n }) => n > 0);
}

/** One of the three steps in which a campus comes into step, and how far it is. */
export interface Step {
  part: 'sync' | 'export' | 'enroll';
  done: number;
  total: number;
}

/** How far the campus is: what is fetched of the source, what of that is sent, and who of those is enrolled. */
export function stepsOf(lines: readonly Line[]): Step[] {
  const sum = (of: (standing: Standing) => number) =>
    lines.reduce((total, { standing }) => total + of(standing), 0);
  const placesAlone = ({ people, places }: Standing) => people === null && places !== null;
  return [
    {
      part: 'sync',
      done: sum(({ rows }) => rows),
      total: sum((standing) => standing.rows + toFetch(standing)),
    },
    {
      part: 'export',
      done: sum((standing) => (placesAlone(standing) ? 0 : standing.migrated)),
      total: sum((standing) => (placesAlone(standing) ? 0 : objectsOf(standing))),
    },
    {
      part: 'enroll',
      done: sum(({ enrolled, suspended }) => (enrolled ?? 0) + (suspended ?? 0)),
      total: sum(({ places, gone_unenrolled }) => (places ?? 0) - (gone_unenrolled ?? 0)),
    },
  ];
}

/** Lists of the source that nobody has fetched yet: how many rows they have is not known. */
export function unfetched(lines: readonly Line[]): number {
  return lines.filter(({ standing }) => standing.rows === 0 && standing.last_synced_at === null).length;
}

/** Rows that nothing hinders from being fetched, sent or enrolled, but that nobody has. */
export function waitingRows(lines: readonly Line[]): number {
  return stepsOf(lines).reduce((waiting, { done, total }) => waiting + Math.max(0, total - done), 0);
}
