import type { CSSProperties } from 'react';
import { Skeleton } from '../page/Skeleton';
import classes from './DataTable.module.css';
import type { TableColumn } from './tableTypes';

// Keys that differ from those of rows: a placeholder with the key of a row would visibly jump to the row's position.
const places = (count: number) => Array.from({ length: count }, (_, place) => `waiting-${place}`);

interface Props<Item> {
  count: number;
  columns: readonly TableColumn<Item>[];
  pinned: ReadonlyMap<string, CSSProperties>;
  selectable: boolean;
  actions: boolean;
}

/** Placeholders while rows load, with the same number and height. */
export function SkeletonRows<Item>({ count, columns, pinned, selectable, actions }: Props<Item>) {
  return places(count).map((key, index) => (
    <tr key={key}>
      {selectable && <td className={classes.choice} />}
      <td className={classes.number} />
      {columns.map((column, place) => (
        <td
          key={column.id}
          className={place === 0 ? classes.first : undefined}
          data-pinned={column.pinned || undefined}
          style={pinned.get(column.id)}
        >
          <Skeleton height={12} width={`${50 + ((index * 7 + place * 13) % 40)}%`} />
        </td>
      ))}
      {actions && <td className={classes.actions} />}
    </tr>
  ));
}

/** The placeholders of cards. */
export function SkeletonCards({ count }: { count: number }) {
  return places(count).map((key) => (
    <li key={key} className={classes.card}>
      <div className={classes.cardBody}>
        <Skeleton height={14} width="70%" mb={8} />
        <Skeleton height={12} width="45%" />
      </div>
    </li>
  ));
}
