import type { FieldOf, ListCall, PostPath, PutPath, Row } from '../api/client';

/** The rows that a field can refer to. */
export interface Choices<Of = Row> {
  /** The kind of the rows as in the texts, and its screen. */
  kind: string;
  screen: string;
  list: ListCall;
  /** The field with the code to send. */
  code: FieldOf<Of>;
  /** The row's name for people. */
  name(row: Of): string;
}

export interface FormField<Field extends string = string> {
  /** The field in the call; its label is the text `fields.<name>`, or the kind's own `labels.<name>`. */
  name: Field;
  type?: 'text' | 'email' | 'password' | 'date';
  /** May be empty. */
  optional?: boolean;
  autoComplete?: string;
  /** The field's name in the detail, if it differs. */
  from?: string;
  /** If empty, an update keeps the stored value. */
  keepIfEmpty?: boolean;
  /** The only form with this field; without it both forms have the field. */
  only?: 'create' | 'update';
  /** Has several values. The lists of a form are filled in side by side, line by line. */
  list?: boolean;
  /** Rows of another kind, suggested while the user types. */
  choices?: Choices;
  /** Several rows can have the same value, so that it can be changed for all of them at once. */
  together?: true;
  /** The initial value in a new row. */
  initial?: string;
  /** The allowed values, for a field without free text. */
  options?: readonly string[];
}

/** The declaration from which the form screen draws a kind. */
export interface FormDeclaration<Field extends string = string> {
  /** The kind in texts: `kinds.<id>.create`, `.update` and `.required.<field>`. */
  id: string;
  fields: readonly FormField<Field>[];
  create: PostPath;
  /** The call that takes `{id}`, or a function that finds the row by its name in the address. */
  detail: PostPath | ((key: string, signal: AbortSignal) => Promise<Row>);
  update: PostPath | { method: 'PUT'; path: PutPath };
}

type FormMode = 'create' | 'update';
export type FormValues = Record<string, string | string[]>;

/** The fields of one of the two forms. */
export function fieldsOf(form: Pick<FormDeclaration, 'fields'>, mode: FormMode): FormField[] {
  return form.fields.filter(({ only }) => !only || only === mode);
}

/** The name of one input: a field, or one line of a list. Errors are stored under it. */
export function inputName(name: string, line?: number): string {
  return line === undefined ? name : `${name}.${line}`;
}

/** The field that an input belongs to. */
export function fieldOf(input: string): string {
  return input.replace(/\.\d+$/, '');
}

const asList = (value: string | string[] | undefined): string[] =>
  Array.isArray(value) && value.length > 0 ? value : [''];
const asText = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/**
 * The names of empty inputs. All fields are required, and a space counts as empty. Fields in `without` are empty at the
 * source and may stay so.
 */
export function emptyInputs(
  fields: readonly FormField[],
  values: FormValues,
  mode: FormMode,
  without: readonly string[] = [],
): string[] {
  // Lists in `without` may stay empty only if none of them has a value, because they are aligned line by line.
  const mayStayEmpty = fields.every(
    ({ name, list }) =>
      !list || !without.includes(name) || asList(values[name]).every((value) => !value.trim()),
  );
  return fields.flatMap(({ name, list, keepIfEmpty }) => {
    if (keepIfEmpty && mode === 'update') return [];
    if (list && mayStayEmpty && without.includes(name)) return [];
    if (!list) return asText(values[name]).trim() || without.includes(name) ? [] : [name];
    return asList(values[name]).flatMap((value, line) => (value.trim() ? [] : [inputName(name, line)]));
  });
}

/** The values of a form from the server's row, which may have more or fewer fields. All lists get the same length. */
export function valuesOf(fields: readonly FormField[], detail: Row): FormValues {
  const values = Object.fromEntries(
    fields.map(({ name, from = name, list, initial = '' }) => {
      const value = detail[from];
      return [name, list ? parseList(value) : String(value ?? initial)];
    }),
  );
  return padLists(fields, values);
}

/** A list arrives as an array, or as JSON in a text. */
function parseList(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'string' || !value) return [];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.map(String) : [value];
  } catch {
    return [value];
  }
}

/** The fields without a value at the source. Lists are aligned line by line, so they count as absent only together. */
export function fieldsWithoutValue(fields: readonly FormField[], detail: Row): string[] {
  const empty = ({ name, from = name }: FormField) => parseList(detail[from]).every((value) => !value.trim());
  const noLists = fields.every((field) => !field.list || empty(field));
  return fields
    .filter((field) => (field.list ? noLists : !field.keepIfEmpty && empty(field)))
    .map(({ name }) => name);
}

/** Pads all lists to the length of the longest, and to one line at least. */
function padLists(fields: readonly FormField[], values: FormValues): FormValues {
  const lists = fields.filter(({ list }) => list).map(({ name }) => name);
  const lines = Math.max(1, ...lists.map((name) => asList(values[name]).length));
  const padded = lists.map((name) => {
    const list = asList(values[name]);
    return [name, [...list, ...Array<string>(lines - list.length).fill('')]];
  });
  return { ...values, ...Object.fromEntries(padded) };
}

/** True if two values of a field are equal. */
export function sameValue(
  one: FormValues[string] | undefined,
  other: FormValues[string] | undefined,
): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The values that differ from `before`, without passwords, which are never stored. Null if there are none. */
export function changedValues(
  fields: readonly FormField[],
  before: FormValues,
  values: FormValues,
): FormValues | null {
  const typed = fields.flatMap(({ name, type }): [string, string | string[]][] => {
    const value = values[name];
    const is = type !== 'password' && value !== undefined && !sameValue(value, before[name]);
    return is ? [[name, value]] : [];
  });
  return typed.length > 0 ? Object.fromEntries(typed) : null;
}

/** Applies stored typed values, as far as the form still has their fields. */
export function withDraft(fields: readonly FormField[], values: FormValues, typed: unknown): FormValues {
  const isText = (value: unknown): value is string => typeof value === 'string';
  const valid = Object.entries(typed ?? {}).filter(([name, value]) =>
    fields.some(
      (field) =>
        field.name === name &&
        (field.list
          ? Array.isArray(value) && value.every(isText)
          : field.type !== 'password' && isText(value)),
    ),
  );
  return padLists(fields, { ...values, ...Object.fromEntries(valid) });
}

/** The values to send: trimmed, except passwords, in which a space may be meant. */
export function valuesToSend(fields: readonly FormField[], values: FormValues): FormValues {
  return Object.fromEntries(
    fields.map(({ name, list, type }) => {
      if (list) {
        const lines = asList(values[name]).map((value) => value.trim());
        // A single empty line stands for no lines.
        return [name, lines.length === 1 && lines[0] === '' ? [] : lines];
      }
      const value = asText(values[name]);
      return [name, type === 'password' ? value : value.trim()];
    }),
  );
}

/**
 * Merges the typed values into the current row `now`. A field that the user has not changed since `start` has its current
 * value. `changed` lists the typed fields that someone else has changed to another value since they were `seen`. All lists
 * count as one field, because they are aligned line by line.
 */
export function mergeEdits(
  fields: readonly FormField[],
  start: FormValues,
  typed: FormValues,
  now: FormValues,
  seen: FormValues = start,
): { values: FormValues; changed: FormField[] } {
  const before = valuesToSend(fields, start);
  const known = valuesToSend(fields, seen);
  const mine = valuesToSend(fields, typed);
  const theirs = valuesToSend(fields, now);
  const differ = (name: string, one: FormValues, other: FormValues) => !sameValue(one[name], other[name]);
  const lists = fields.filter(({ list }) => list).map(({ name }) => name);
  const isTyped = ({ name, list }: FormField) =>
    (list ? lists : [name]).some((each) => differ(each, mine, before));
  const values = fields.map((field) => [field.name, (isTyped(field) ? mine : theirs)[field.name] ?? '']);
  const changed = fields.filter(
    (field) => isTyped(field) && differ(field.name, theirs, known) && differ(field.name, mine, theirs),
  );
  return { values: Object.fromEntries(values), changed };
}
