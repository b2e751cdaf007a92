import type { ListTab } from './declaration';
import { usePersonalSetting } from './personalSettings';
import type { DropPlace } from './useColumnDrag';

/** The visible columns of a user, and their order. */
export interface Arrangement {
  order: readonly string[];
  hidden: readonly string[];
}

/** The properties of a column that an arrangement needs. */
export interface ArrangeableColumn {
  id: string;
  /** Hidden until the user shows it. */
  hiddenByDefault?: boolean;
  /** Stays at the end of the row. */
  pinned?: boolean;
}

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string');

function isArrangement(value: unknown): value is Arrangement {
  if (typeof value !== 'object' || value === null) return false;
  const { order, hidden } = value as Partial<Arrangement>;
  return isNames(order) && isNames(hidden);
}

/** The default arrangement. */
export function defaultArrangement(columns: readonly ArrangeableColumn[]): Arrangement {
  return {
    order: columns.map(({ id }) => id),
    hidden: columns.filter(({ hiddenByDefault }) => hiddenByDefault).map(({ id }) => id),
  };
}

/** All columns in the order of the arrangement. Columns that it does not know come last, before the pinned ones. */
export function orderColumns<Column extends ArrangeableColumn>(
  columns: readonly Column[],
  { order }: Arrangement,
): Column[] {
  const place = ({ id }: Column) => {
    const position = order.indexOf(id);
    return position < 0 ? order.length : position;
  };
  // Pinned columns come last in any order.
  return columns.toSorted(
    (a, b) => Number(a.pinned ?? false) - Number(b.pinned ?? false) || place(a) - place(b),
  );
}

/** The visible columns. At least one, because an empty table would look like a fault. */
export function visibleColumns<Column extends ArrangeableColumn>(
  columns: readonly Column[],
  arrangement: Arrangement,
): Column[] {
  const all = orderColumns(columns, arrangement);
  const visible = all.filter(({ id }) => !arrangement.hidden.includes(id));
  return visible.length > 0 ? visible : all.slice(0, 1);
}

/** The arrangement with a column shown or hidden. */
export function toggleColumn(arrangement: Arrangement, id: string): Arrangement {
  const { hidden } = arrangement;
  return {
    ...arrangement,
    hidden: hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id],
  };
}

/** The arrangement with a column moved by one position. */
export function moveColumn(
  arrangement: Arrangement,
  all: readonly string[],
  id: string,
  by: -1 | 1,
): Arrangement {
  const from = all.indexOf(id);
  const to = from + by;
  const other = all[to];
  if (from < 0 || other === undefined) return arrangement;
  return { ...arrangement, order: all.with(from, other).with(to, id) };
}

/** The arrangement with a column placed before or after another one. */
export function placeColumn(
  arrangement: Arrangement,
  columns: readonly ArrangeableColumn[],
  id: string,
  { target, side }: DropPlace,
): Arrangement {
  const all = orderColumns(columns, arrangement).map((column) => column.id);
  const others = all.filter((other) => other !== id);
  const at = others.indexOf(target);
  if (at < 0) return arrangement;
  return { ...arrangement, order: others.toSpliced(side === 'after' ? at + 1 : at, 0, id) };
}

/** The user's arrangement of one tab's columns, with its setter; null restores the default. */
export function useArrangement(
  list: string,
  tab: ListTab,
  columns: readonly ArrangeableColumn[],
): [Arrangement, (next: Arrangement | null) => void] {
  const [own, store] = usePersonalSetting(`columns.${list}.${tab}`, isArrangement);
  return [own ?? defaultArrangement(columns), store];
}
