import type { ReactNode } from 'react';

/** The selected rows, by the name that `idOf` gives them. */
export type SelectedRows = Readonly<Record<string, true>>;

/** A column of a rendered table, for rows of any type. */
export interface TableColumn<Item> {
  id: string;
  label: string;
  cell: (item: Item) => ReactNode;
  /** Additional sentences, shown on a card, which has the room. */
  note?: (item: Item) => string | undefined;
  sortable?: boolean;
  numeric?: boolean;
  /** Holds sentences, which wrap instead of being cut. */
  wraps?: boolean;
  /** Never cut: its content has a width of its own. */
  whole?: boolean;
  /** Cut unless there is room. */
  narrow?: boolean;
  /** Hidden until the user shows it. */
  hiddenByDefault?: boolean;
  /** Stays in sight at the end of the row while other columns scroll. */
  pinned?: boolean;
  card?: 'heading' | 'line' | 'state';
}
