/** The rows that an action from the top of a list affects. */
export type BulkScope =
  /** All rows of the kind, or of the chosen class or teacher. */
  | { of: 'all' }
  /** The rows that are ticked. */
  | { of: 'chosen'; names: readonly string[] }
  /**
   * The rows that match search and filters; `more` if they were not all counted. The dashboard's calls take search and
   * filters; source rows are named by key.
   */
  | { of: 'matching'; rows: number; more?: boolean; keys?: readonly string[] }
  /** All rows, although the screen shows fewer. `more` is the number of hidden rows; null if unknown. */
  | { of: 'all despite'; more: number | null }
  /** The matching rows on all pages that the source no longer lists. */
  | { of: 'gone'; rows: number };
