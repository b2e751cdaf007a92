import { ApiError, type Row, send } from '../api/client';
import { actorName } from '../session/session';
import {
  type FormDeclaration,
  type FormField,
  type FormValues,
  fieldsOf,
  mergeEdits,
  valuesOf,
} from './declaration';
import { rowOf } from './rowOf';

/** The typed values of the fields to change; the others stay as they are. */
export type Edits = Readonly<Record<string, string>>;

/** A row to change together with others, as it was when it was last read. */
export interface TogetherRow {
  id: number;
  row: Row;
  values: FormValues;
}

/** The fields in which several rows can get the same value at once. */
export function togetherFields(form: FormDeclaration): FormField[] {
  return fieldsOf(form, 'update').filter(({ together }) => together);
}

/** Requests at a time while the rows are read. */
const readAtOnce = 4;

/** The chosen rows as they are now. Rows that are gone are left out. */
export async function readRows(
  form: FormDeclaration,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<TogetherRow[]> {
  const fields = fieldsOf(form, 'update');
  const read: TogetherRow[] = [];
  for (let at = 0; at < ids.length; at += readAtOnce) {
    const some = ids.slice(at, at + readAtOnce).map(async (id) => {
      const row = await rowOf(form, id, signal).catch((cause: unknown) => {
        if (cause instanceof ApiError && cause.status === 404) return null;
        throw cause;
      });
      return row ? [{ id, row, values: valuesOf(fields, row) }] : [];
    });
    read.push(...(await Promise.all(some)).flat());
  }
  return read;
}

/** The values that rows have in a field, the most frequent first. */
export function presentValues(rows: readonly TogetherRow[], name: string): { value: string; rows: number }[] {
  const counts = new Map<string, number>();
  for (const { values } of rows) {
    const value = String(values[name] ?? '');
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].map(([value, rows]) => ({ value, rows })).toSorted((a, b) => b.rows - a.rows);
}

/** The names of the fields in which a row would change. */
export function changesOf({ values }: TogetherRow, edits: Edits): string[] {
  return Object.keys(edits).filter((name) => values[name] !== edits[name]);
}

/** Someone else has changed the row since it was read. `now` is the row as it is. */
export class ChangedMeanwhile extends Error {
  readonly field: FormField;
  readonly now: TogetherRow;

  constructor(field: FormField, now: TogetherRow) {
    super('changed meanwhile');
    this.field = field;
    this.now = now;
  }
}

/**
 * Saves the edits over the row as it is now, field by field like the form. Nothing is sent if the row has these values
 * already, such as after an answer that got lost.
 */
export async function saveEdits(
  form: FormDeclaration,
  { id, values: before }: TogetherRow,
  edits: Edits,
): Promise<void> {
  const fields = fieldsOf(form, 'update');
  const row = await rowOf(form, id, new AbortController().signal);
  const now = { id, row, values: valuesOf(fields, row) };
  if (changesOf(now, edits).length === 0) return;
  const { values, changed } = mergeEdits(fields, before, { ...before, ...edits }, now.values);
  const [field] = changed;
  if (field) throw new ChangedMeanwhile(field, now);
  const call = typeof form.update === 'string' ? { method: 'POST' as const, path: form.update } : form.update;
  await send<unknown>(call, { body: { id: row.id, ...values, name: actorName() } });
}

/** True if the failure is about the row alone, so that the others can go on. */
export function isOfRow(cause: unknown): boolean {
  if (cause instanceof ChangedMeanwhile) return true;
  return cause instanceof ApiError && [400, 404, 409, 422].includes(cause.status);
}
