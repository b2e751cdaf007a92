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

/** Rows of the source that are not here; nothing where its list has never been read. */
export function toFetch({ source_rows, rows }: Pick<Standing, 'source_rows' | 'rows'>): number {
  return Math.max(0, (source_rows ?? 0) - rows);
}

/** Rows that the source does not list: made by a form, or gone from it. No call mends that; a person looks at them. */
export function onlyHere({ source_rows, rows }: Pick<Standing, 'source_rows' | 'rows'>): number {
  return source_rows === null ? 0 : Math.max(0, rows - source_rows);
}

/** Rows that the platform does not have as they are here. */
export function toSend({ rows, migrated }: Pick<Standing, 'rows' | 'migrated'>): number {
  return Math.max(0, rows - migrated);
}

/** What brings the kind in step: fetching what the source has more, then sending what the platform lacks. */
export function remedy({ list, standing }: Line): Verb | null {
  if (standing.rows === 0 || toFetch(standing) > 0) {
    if (list.verbs.sync?.all && !list.narrowedBy?.required) return 'sync';
  }
  if (toSend(standing) === 0) return null;
  return (['export', 'enroll'] as const).find((verb) => list.verbs[verb]?.all) ?? null;
}

/** The address of the rows that failed, where the list can show them alone. */
export function failedRows(list: ListDeclaration): Record<string, string> {
  const filtered = list.filters.some(
    ({ field, options }) => field === 'migration' && options.includes('gagal'),
  );
  const tab: Record<string, string> = list.defaultTab === 'dashboard' ? {} : { tab: 'dashboard' };
  return filtered ? { ...tab, migration: 'gagal' } : tab;
}
