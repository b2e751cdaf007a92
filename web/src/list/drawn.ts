import type { ReactNode } from 'react';

/** The chosen rows, by the name that `idOf` gives them. */
export type Chosen = Readonly<Record<string, true>>;

/** A column as the table draws it, whatever it is a table of. */
export interface DrawnColumn<Item> {
  id: string;
  label: string;
  cell: (item: Item) => ReactNode;
  /** What else there is to say of it, in sentences: a card has the room. */
  note?: (item: Item) => string | undefined;
  sortable?: boolean;
  numeric?: boolean;
  /** Holds sentences, which are read to their end. */
  wraps?: boolean;
  /** Not shown until someone asks for it. */
  hiddenAtFirst?: boolean;
  /** Stays in sight at the end of the row: what a person looks for, whatever else scrolls. */
  pinned?: boolean;
  card?: 'heading' | 'line' | 'state';
}
