import type { AnswerIn, Verb } from '../action/request';
import type { ActionCall, ListCall, Row } from '../api/client';

export type Side = 'source' | 'dashboard';

export interface Column {
  /** The field that is shown and sorted by; its label is the text `fields.<field>`, or the kind's own `columns.<field>`. */
  field: string;
  /** The one tab that has it; without it both have. */
  only?: Side;
  as?: 'text' | 'number' | 'clock' | 'moment' | 'migration' | 'enroll' | 'approval';
  /** On a phone a row becomes a card: its heading, a line under it, or not shown at all. */
  card?: 'heading' | 'line';
  /** Where a field needs more than reading. */
  value?: (row: Row) => unknown;
  /** Given where the server cannot sort by it. */
  sortable?: false;
}

export interface Filter {
  field: string;
  options: readonly string[];
}

/** A call, and where its outcome is told: by a toast, unless it says otherwise. */
export type VerbCall = ActionCall & { answerIn?: AnswerIn };

/** The calls of one verb: for all rows (or the chosen ones), and for one. */
export interface VerbCalls {
  all?: VerbCall;
  one?: VerbCall;
}

/** Everything that the list screen has to be told about a kind of data. */
export interface ListDeclaration {
  /** The kind's name, as jobs and the summary have it. It names the kind in texts (`kinds.<id>`) and in the query cache. */
  id: string;
  /** Where its screens are; `/create` and `/{id}/update` follow from it. */
  path: string;
  /** The field that the source knows a row by. */
  key: string;
  label: (row: Row) => string;
  /** Its two lists; the dashboard's alone where the source has no such thing. */
  lists: { source?: ListCall; dashboard: ListCall };
  defaultTab: Side;
  columns: readonly Column[];
  filters: readonly Filter[];
  verbs: Partial<Record<Verb, VerbCalls>>;
  /** Several rows of the source share the key, so it cannot say which of them are chosen. */
  keyIsShared?: boolean;
  /** Fields of a row that go with the key in a call for one row. */
  oneFields?: readonly string[];
  /** The person may narrow the list to the rows of one class, or of one teacher. */
  narrowedBy?: Narrowing;
  /** Has screens to create and to update. */
  editable?: boolean;
  /** The field that names a row in the address of its update screen; its id unless given. */
  editBy?: string;
  /** Its verbs are done at once: they are no jobs and have no plan, and are no affair of source and platform. */
  direct?: boolean;
  /** What was deleted lately, where no job did it that can be undone. */
  deleted?: {
    list: ListCall;
    restore: ActionCall;
    /** The field that tells rows of the same name apart. */
    beside: string;
  };
}

/** What a list is narrowed by. The choice stands in the address. */
export interface Narrowing {
  /** Names it in texts (`<id>_filter`), and the parameter that holds what the eye knows the choice by. */
  id: 'class' | 'teacher';
  /** Where the options come from, and the field that they are sorted by. */
  options: ListCall;
  sort: string;
  /** What the eye knows an option by. */
  shown: (row: Row) => string;
  /** Fields that name the choice in a call, each with the field of an option that it is taken from. */
  fields: Readonly<Record<string, string>>;
  /** Those of the fields that are told beside what is shown. */
  told: readonly string[];
  /** The source can be read only with a choice. */
  required?: boolean;
}
