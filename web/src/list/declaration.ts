import type { AnswerIn, PageLink, Verb } from '../action/request';
import type { ActionCall, FieldOf, KindName, ListCall, Row } from '../api/client';

export type Side = 'source' | 'dashboard';

/** A column of rows of type `Of`. A field that these rows do not have does not compile. */
export interface Column<Of = Row> {
  /** The field that is shown and sorted by; its label is the text `fields.<field>`, or the kind's own `columns.<field>`. */
  field: FieldOf<Of>;
  /** The one tab that has it; without it both have. */
  only?: Side;
  as?: 'text' | 'number' | 'clock' | 'moment' | 'migration' | 'enroll';
  /** The page of the person or class that the cell names. */
  page?(row: Of): PageLink | null;
  /** On a phone a row becomes a card: its heading, a line under it, or not shown at all. */
  card?: 'heading' | 'line';
  /** Where a field needs more than reading. */
  value?(row: Of): unknown;
  /** Says nothing to most people, and is shown to who asks for it. */
  hiddenAtFirst?: true;
  /** Codes of people, whose names stand beside them: where the names come from. */
  named?: Naming;
  /** Given where the server cannot sort by it. */
  sortable?: false;
}

/** Where the names behind codes are. */
export interface Naming<Of = Row> {
  list: ListCall;
  /** The field that has the code. */
  code: FieldOf<Of>;
  name(row: Of): string;
}

/** A filter by a field of the rows; `missing` is whether the source lists a row no more. */
export interface Filter<Of = Row> {
  field: FieldOf<Of> | 'missing';
  options: readonly string[];
}

/** A call, and where its outcome is told: by a toast, unless it says otherwise. */
export type VerbCall = ActionCall & { answerIn?: AnswerIn };

/** The calls of one verb: for all rows (or the chosen ones), and for one. */
export interface VerbCalls {
  all?: VerbCall;
  one?: VerbCall;
}

/**
 * Everything that the list screen has to be told about a kind of data. A kind declares it for its own rows; the screen,
 * which serves all kinds, reads it for rows of any kind.
 */
export interface ListDeclaration<Of = Row> {
  /** The kind's name, as jobs and the summary have it. It names the kind in texts (`kinds.<id>`) and in the query cache. */
  id: string;
  /** Where its screens are; `/create` and `/{id}/update` follow from it. */
  path: string;
  /** The field that the source knows a row by. */
  key: FieldOf<Of>;
  label(row: Of): string;
  /** The page of what a row is about, by its key as plans and reports have it. */
  pageOf?(key: string): PageLink | null;
  /** What a row's class is called, and who is in it, where rows are places of people in classes. */
  place?(row: Of): string;
  /** Its two lists. */
  lists: { source: ListCall; dashboard: ListCall };
  defaultTab: Side;
  columns: readonly Column<Of>[];
  filters: readonly Filter<Of>[];
  verbs: Partial<Record<Verb, VerbCalls>>;
  /** Kinds whose rows name rows of this one, and stay behind when these are deleted. */
  dependents?: readonly KindName[];
  /** Several rows of the source share the key, so it cannot say which of them are chosen. */
  keyIsShared?: boolean;
  /** Fields of a row that go with the key in a call for one row. */
  oneFields?: readonly FieldOf<Of>[];
  /** The person may narrow the list to the rows of one class, or of one teacher. */
  narrowedBy?: Narrowing;
  /** With a choice made, both lists are short, and are shown at once. */
  bothAtOnce?: boolean;
  /** Has screens to create and to update. */
  editable?: boolean;
}

/** What a list is narrowed by, chosen from rows of type `Of`. The choice stands in the address. */
export interface Narrowing<Of = Row> {
  /** Names it in texts (`<id>_filter`), and the parameter that holds what the eye knows the choice by. */
  id: 'class' | 'teacher';
  /** Where the options come from, and the field that they are sorted by. */
  options: ListCall;
  sort: FieldOf<Of>;
  /** What the eye knows an option by. */
  shown(row: Of): string;
  /** Fields that name the choice in a call, each with the field of an option that it is taken from. */
  fields: Readonly<Record<string, FieldOf<Of>>>;
  /** Those of the fields that are told beside what is shown. */
  told: readonly string[];
  /** The source can be read only with a choice. */
  required?: boolean;
}
