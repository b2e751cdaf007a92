import type { AnswerIn, EnrolmentName, PageLink, Verb } from '../action/request';
import type { ActionCall, FieldOf, KindName, ListCall, Row } from '../api/client';

export type ListTab = 'source' | 'dashboard';

/** A column of rows of type `Of`. A field that these rows do not have does not compile. */
export interface Column<Of = Row> {
  /** The field to show and sort by; its label is the text `fields.<field>`, or the kind's own `columns.<field>`. */
  field: FieldOf<Of>;
  /** The only tab with this column; without it both have the column. */
  only?: ListTab;
  as?: 'text' | 'number' | 'clock' | 'moment' | 'migration' | 'enroll' | PersonCell;
  /** The page of the person or class in the cell. */
  page?(row: Of): PageLink | null;
  /** The column's role on a card (phone): heading, a line below it, or, if absent, hidden. */
  card?: 'heading' | 'line';
  /** Computes the value of a field that needs more than reading. */
  value?(row: Of): unknown;
  /** Long and seldom read to its end, so it is cut unless there is room. */
  narrow?: true;
  /** Means nothing to most users, so it is hidden until shown. */
  hiddenByDefault?: true;
  /** The source of the names to show beside codes of people. */
  names?: Naming;
  /** Set if the server cannot sort by it. */
  sortable?: false;
}

/** The source of names for codes. */
export interface Naming<Of = Row> {
  list: ListCall;
  /** The field that has the code. */
  code: FieldOf<Of>;
  name(row: Of): string;
}

/** A filter by a field of the rows; `missing` is true if the source no longer lists a row. */
export interface Filter<Of = Row> {
  field: FieldOf<Of> | 'missing';
  options: readonly string[];
}

/** A filter by one of the values that a field of the rows has. */
export interface ValueFilter<Of = Row> {
  field: FieldOf<Of>;
  /** The largest value first, such as the newest semester. Otherwise the values are in the order of their names. */
  newestFirst?: true;
}

/** The columns of a list of people that tell of all classes of a person. */
export type PersonCell = 'classes' | 'attention' | 'programs';

/** The dashboard's list with one line a person, while no class is chosen. */
interface PeopleView<Of> {
  call: ListCall;
  columns: readonly Column<Of>[];
  /** The rows of the kind are enrolments, so a person may have several. */
  severalRows?: true;
}

/** A call. A toast shows its outcome unless `answerIn` is set. */
type VerbCall = ActionCall & { answerIn?: AnswerIn };

/** The calls of one verb: for all or the selected rows, and for one row. */
export interface VerbCalls {
  all?: VerbCall;
  one?: VerbCall;
}

/**
 * The declaration from which the list screen draws a kind. A kind declares it for its own rows; the shared screen reads it
 * for rows of any kind.
 */
export interface ListDeclaration<Of = Row, Person = Row> {
  /** The kind's name in jobs and in the summary. It names the kind in texts (`kinds.<id>`) and in the query cache. */
  id: string;
  /** The path of its screens; `/create` and `/{id}/update` follow from it. */
  path: string;
  /** The field that identifies a row at the source. */
  key: FieldOf<Of>;
  label(row: Of): string;
  /** The page of the person or class behind a row, from its key in plans and reports. */
  pageOf?(key: readonly string[]): PageLink | null;
  /** The person and the class of a row, from its key in plans. */
  enrolmentOf?(key: readonly string[]): EnrolmentName | null;
  /**
   * Everything that tells a row from its namesakes: the person, the number, the class. `name` is the name for the row's code,
   * if a column has `names`.
   */
  fullName?(row: Of, name?: string): string;
  /** The calls of its two lists. */
  lists: { source: ListCall; dashboard: ListCall };
  /** A kind of people lists each person once while no class is chosen. */
  people?: PeopleView<Person>;
  /** A line of this list is a person with several rows. */
  ofPeople?: boolean;
  defaultTab: ListTab;
  columns: readonly Column<Of>[];
  filters: readonly Filter<Of>[];
  /** The fields that are filtered by a value that some row has, such as the study program. */
  valueFilters?: readonly ValueFilter<Of>[];
  verbs: Partial<Record<Verb, VerbCalls>>;
  /** Kinds that refer to this one. Their rows remain when its rows are deleted. */
  dependents?: readonly KindName[];
  /** Several source rows share the key, so it cannot identify a selected row. */
  keyIsShared?: boolean;
  /** Additional fields of a row that a call for one row needs. */
  rowCallFields?: readonly FieldOf<Of>[];
  /** The user may limit the list to one class or teacher. */
  narrowedBy?: Narrowing;
  /** With a choice, both lists are short and appear together. */
  sideBySide?: boolean;
  /** Has screens for creating and updating rows. */
  editable?: boolean;
}

/** The option to limit a list to one class or teacher, chosen from rows of type `Of`. The choice is in the address. */
export interface Narrowing<Of = Row> {
  /** Its name in texts (`<id>_filter`), and the search parameter with the choice's display name. */
  id: 'class' | 'teacher';
  /** The list of options, and the field that sorts them. */
  options: ListCall;
  sort: FieldOf<Of>;
  /** The display name of an option. */
  optionLabel(row: Of): string;
  /** Call parameters that identify the choice, each with the option's field that fills it. */
  fields: Readonly<Record<string, FieldOf<Of>>>;
  /** The parameters to show beside the display name. */
  details: readonly string[];
  /** The source can be read only with a choice. */
  required?: boolean;
}
