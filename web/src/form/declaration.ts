import type { FieldOf, ListCall, PostPath, PutPath, Row } from '../api/client';

/** Where the rows are that a field names one of. */
export interface Choices<Of = Row> {
  /** The kind that the rows are of, as texts name it, and its screen. */
  kind: string;
  screen: string;
  list: ListCall;
  /** The field with the code that is sent. */
  code: FieldOf<Of>;
  /** What people know the row by. */
  name(row: Of): string;
}

export interface FormField<Field extends string = string> {
  /** The field in the call; its label is the text `fields.<name>`, or the kind's own `labels.<name>`. */
  name: Field;
  type?: 'text' | 'email' | 'password';
  autoComplete?: string;
  /** The field that the detail has it under, where that has another name. */
  from?: string;
  /** Left empty, an update keeps what is there. */
  keptIfEmpty?: boolean;
  /** The one of the two forms that has it; without it both have. */
  only?: 'create' | 'update';
  /** Has several values. The lists of a form are filled in side by side, line by line, and lines can be added. */
  list?: boolean;
  /** Rows of another kind, one of which is meant: they are offered while it is typed. */
  choices?: Choices;
  /** What a new one has unless something else is chosen. */
  initial?: string;
  /** What can be chosen, where not everything can be typed. */
  options?: readonly string[];
}

/** Everything that the form screen has to be told about a kind of data. */
export interface FormDeclaration<Field extends string = string> {
  /** Names the kind in texts: `kinds.<id>.create`, `.update` and `.required.<field>`. */
  id: string;
  fields: readonly FormField<Field>[];
  create: PostPath;
  /** The call that answers to `{id}`, or how else a row is found by what its address names it by. */
  detail: PostPath | ((key: string, signal: AbortSignal) => Promise<Row>);
  update: PostPath | { method: 'PUT'; path: PutPath };
}

export type FormMode = 'create' | 'update';
export type FormValues = Record<string, string | string[]>;

/** The fields of one of the two forms. */
export function fieldsOf(form: Pick<FormDeclaration, 'fields'>, mode: FormMode): FormField[] {
  return form.fields.filter(({ only }) => !only || only === mode);
}

/** What one input is called: a field, or one line of a list. Errors are kept by it. */
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
 * The inputs that are still empty. All fields are required, and a space is no answer; but a row that came from the source
 * without some, named in `without`, may stay without them.
 */
export function emptyInputs(
  fields: readonly FormField[],
  values: FormValues,
  mode: FormMode,
  without: readonly string[] = [],
): string[] {
  // What the row came without is not asked for, as long as nothing of it is filled in: the lists stand line by line.
  const left = fields.every(
    ({ name, list }) =>
      !list || !without.includes(name) || asList(values[name]).every((value) => !value.trim()),
  );
  return fields.flatMap(({ name, list, keptIfEmpty }) => {
    if (keptIfEmpty && mode === 'update') return [];
    if (list && left && without.includes(name)) return [];
    if (!list) return asText(values[name]).trim() || without.includes(name) ? [] : [name];
    return asList(values[name]).flatMap((value, line) => (value.trim() ? [] : [inputName(name, line)]));
  });
}

/** The values of a form from what the server knows, which may hold more, or less. The lists are made of one length. */
export function valuesOf(fields: readonly FormField[], detail: Row): FormValues {
  const values = Object.fromEntries(
    fields.map(({ name, from = name, list, initial = '' }) => {
      const value = detail[from];
      return [name, list ? listed(value) : String(value ?? initial)];
    }),
  );
  return evened(fields, values);
}

/** A list comes as JSON in a text, or as a list. */
function listed(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'string' || !value) return [];
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? parsed.map(String) : [value];
  } catch {
    return [value];
  }
}

/** What a row has nothing in: the source does not give it. Lists stand line by line, so of one alone nothing can be missing. */
export function absentFields(fields: readonly FormField[], detail: Row): string[] {
  const empty = ({ name, from = name }: FormField) => listed(detail[from]).every((value) => !value.trim());
  const noLists = fields.every((field) => !field.list || empty(field));
  return fields
    .filter((field) => (field.list ? noLists : !field.keptIfEmpty && empty(field)))
    .map(({ name }) => name);
}

/** Lists that are filled in side by side have as many lines as the longest, and one at least. */
export function evened(fields: readonly FormField[], values: FormValues): FormValues {
  const lists = fields.filter(({ list }) => list).map(({ name }) => name);
  const lines = Math.max(1, ...lists.map((name) => asList(values[name]).length));
  const even = lists.map((name) => {
    const list = asList(values[name]);
    return [name, [...list, ...Array<string>(lines - list.length).fill('')]];
  });
  return { ...values, ...Object.fromEntries(even) };
}

/** Whether two values of a field are the same. */
export function sameValue(
  one: FormValues[string] | undefined,
  other: FormValues[string] | undefined,
): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What of the values was typed over those of before, and may be kept: passwords are not. Nothing where it is nothing. */
export function typedValues(
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

/** The values with what was typed over them, as far as the form still takes it. */
export function withTyped(fields: readonly FormField[], values: FormValues, typed: unknown): FormValues {
  const isText = (value: unknown): value is string => typeof value === 'string';
  const taken = Object.entries(typed ?? {}).filter(([name, value]) =>
    fields.some(
      (field) =>
        field.name === name &&
        (field.list
          ? Array.isArray(value) && value.every(isText)
          : field.type !== 'password' && isText(value)),
    ),
  );
  return evened(fields, { ...values, ...Object.fromEntries(taken) });
}

/** What is sent: without the space around what was typed, save in a password, where a space may be meant. */
export function sentValues(fields: readonly FormField[], values: FormValues): FormValues {
  return Object.fromEntries(
    fields.map(({ name, list, type }) => {
      if (list) {
        const lines = asList(values[name]).map((value) => value.trim());
        // One line that is empty is what the screen shows of no lines at all.
        return [name, lines.length === 1 && lines[0] === '' ? [] : lines];
      }
      const value = asText(values[name]);
      return [name, type === 'password' ? value : value.trim()];
    }),
  );
}

/**
 * What was typed over `start`, over the row as it is now. What was not typed is as it is now; `changed` are the fields that were
 * typed and that somebody has changed, too, since they were `seen`, to something else. Lists go together, for they stand line by line.
 */
export function ontoNow(
  fields: readonly FormField[],
  start: FormValues,
  typed: FormValues,
  now: FormValues,
  seen: FormValues = start,
): { values: FormValues; changed: FormField[] } {
  const before = sentValues(fields, start);
  const known = sentValues(fields, seen);
  const mine = sentValues(fields, typed);
  const theirs = sentValues(fields, now);
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
