import type { ActionCall, ListCall, Row } from '../api/client';

export type Side = 'source' | 'dashboard';

export interface Column {
  /** The field that is shown and sorted by; its label is the text `fields.<field>`. */
  field: string;
  /** The one tab that has it; without it both have. */
  only?: Side;
  as?: 'text' | 'number' | 'clock' | 'migration' | 'enroll';
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

/** The calls of one verb: for all rows (or the chosen ones), and for one. */
export interface VerbCalls {
  all?: ActionCall;
  one?: ActionCall;
}

/** Everything that the list screen has to be told about a kind of data. */
export interface ListDeclaration {
  /** Names the kind in texts (`kinds.<id>`) and in the query cache. */
  id: string;
  /** Where its screens are; `/create` and `/{id}/update` follow from it. */
  path: string;
  /** The field that the source knows a row by. */
  key: string;
  label: (row: Row) => string;
  lists: Record<Side, ListCall>;
  defaultTab: Side;
  columns: readonly Column[];
  filters: readonly Filter[];
  verbs: {
    sync?: VerbCalls;
    export?: VerbCalls;
    enroll?: VerbCalls;
    unenroll?: VerbCalls;
    delete?: VerbCalls;
  };
  /** Fields of a row that go with the key in a call for one row. */
  oneFields?: readonly string[];
  /** The kind's rows belong to a class that the person chooses. */
  byClass?: ClassScope;
  /** Has screens to create and to update. */
  editable?: boolean;
}

export interface ClassScope {
  /** Where the classes come from. */
  options: ListCall;
  /** Fields that name the class in a call, each with the field of a class row that it is taken from. */
  fields: Readonly<Record<string, string>>;
}
