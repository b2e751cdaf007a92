import { type CSSProperties, memo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DataTable.module.css';
import { NativeCheckbox } from './NativeCheckbox';
import type { TableColumn } from './tableTypes';

interface Props<Item> {
  item: Item;
  id: string;
  /** The row's name for people. */
  label: string;
  number: number;
  columns: readonly TableColumn<Item>[];
  selectable: boolean;
  selected: boolean;
  /** The side panel shows the row. */
  open: boolean;
  onToggle: ((id: string) => void) | undefined;
  actions: ((item: Item, as: 'icons' | 'menu') => ReactNode) | undefined;
}

function RowCheckbox<Item>({ id, label, selectable, selected, onToggle }: Props<Item>) {
  const { t } = useTranslation();
  if (!onToggle) return null;
  // Takes the room of the box, so that all cards begin at one line.
  if (!selectable) return <span className={classes.noChoice} />;
  return (
    <NativeCheckbox
      label={t('list.choose_row', { item: label })}
      checked={selected}
      onChange={() => onToggle(id)}
    />
  );
}

function Row<Item>(props: Props<Item> & { pinned: ReadonlyMap<string, CSSProperties> }) {
  const { item, id, number, columns, pinned, selected, open, onToggle, actions } = props;
  return (
    <tr data-row={id} tabIndex={-1} data-chosen={selected || undefined} data-open={open || undefined}>
      {onToggle && (
        <td className={classes.choice}>
          <RowCheckbox {...props} />
        </td>
      )}
      <td className={classes.number}>{number}</td>
      {columns.map((column, place) => (
        <td
          key={column.id}
          className={place === 0 ? classes.first : undefined}
          data-numeric={column.numeric || undefined}
          data-wraps={column.wraps || undefined}
          data-narrow={column.narrow || undefined}
          data-whole={column.whole || undefined}
          data-pinned={column.pinned || undefined}
          style={pinned.get(column.id)}
        >
          {column.cell(item)}
        </td>
      ))}
      {actions && <td className={classes.actions}>{actions(item, 'icons')}</td>}
    </tr>
  );
}

/** The row as a card, on a phone. */
function Card<Item>(props: Props<Item>) {
  const { item, id, number, columns, selected, actions } = props;
  const of = (card: TableColumn<Item>['card']) => columns.filter((column) => column.card === card);
  const states = of('state');
  // Chips need a line of their own, after the words.
  const lines = of('line').toSorted(
    (one, other) => Number(one.whole ?? false) - Number(other.whole ?? false),
  );
  const notes = columns.map(({ id, note }) => ({ id, text: note?.(item) }));
  return (
    <li className={classes.card} data-row={id} tabIndex={-1} data-chosen={selected || undefined}>
      <RowCheckbox {...props} />
      <div className={classes.cardBody}>
        <div className={classes.cardHeading}>
          {of('heading').map((column) => (
            <span key={column.id}>{column.cell(item)}</span>
          ))}
        </div>
        <div className={classes.cardLine}>
          <span>{number}</span>
          {lines.map((column) => (
            <span key={column.id}>{column.cell(item)}</span>
          ))}
        </div>
        {states.length > 0 && (
          <div className={classes.cardStates}>
            {states.map((column) => (
              <span key={column.id} className={classes.cardState}>
                <span className={classes.cardStateLabel}>{column.label}</span>
                {column.cell(item)}
              </span>
            ))}
          </div>
        )}
        {notes.map(
          ({ id, text }) =>
            text && (
              <p key={id} className={classes.cardNote}>
                {text}
              </p>
            ),
        )}
      </div>
      {actions?.(item, 'menu')}
    </li>
  );
}

// Memoised: rendered again only if the row itself changes, because a page may have a thousand rows.
export const TableRow = memo(Row) as typeof Row;
export const CardRow = memo(Card) as typeof Card;
