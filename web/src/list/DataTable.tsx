import { UnstyledButton } from '@mantine/core';
import { useCallbackRef } from '@mantine/hooks';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../page/useNarrow';
import classes from './DataTable.module.css';
import { useDensity } from './density';
import { NativeCheckbox } from './NativeCheckbox';
import { SkeletonCards, SkeletonRows } from './SkeletonRows';
import { SortFields } from './SortFields';
import { CardRow, TableRow } from './TableRow';
import type { SelectedRows, TableColumn } from './tableTypes';
import { type DropPlace, useColumnDrag } from './useColumnDrag';
import { useRowKeys } from './useRowKeys';

interface Props<Item> {
  title: string;
  columns: readonly TableColumn<Item>[];
  /** Undefined while the first page loads. */
  items: readonly Item[] | undefined;
  idOf: (item: Item) => string;
  labelOf: (item: Item) => string;
  /** The number of rows that a line stands for; 1 if absent. The lines are numbered by their first rows. */
  rowsOf?: ((item: Item) => number) | undefined;
  /** The number of the first row, counted across pages. */
  firstNumber: number;
  sort: string;
  order: 'asc' | 'desc';
  onSort: (field: string) => void;
  /** False if a phone has the order elsewhere. */
  sortHere?: boolean;
  /** The rows are old and the new ones are loading. */
  stale?: boolean;
  selected?: SelectedRows;
  /** All rows are selected, on other pages too. It overrides `selected`. */
  allSelected?: boolean;
  onSelect?: (selected: SelectedRows) => void;
  /** False for rows that cannot be selected. */
  selectable?: ((item: Item) => boolean) | undefined;
  /** The actions of a row: icons in the table, one menu on a card. */
  actions?: (item: Item, as: 'icons' | 'menu') => ReactNode;
  skeletonRows: number;
  /** Moves a column to where its heading was dropped. Pinned columns are not moved. */
  onMoveColumn?: ((id: string, place: DropPlace) => void) | undefined;
  /** Opens a row in the side panel. */
  onOpen?: ((item: Item) => void) | undefined;
  /** True for the rows that the side panel shows. */
  isOpen?: (item: Item) => boolean;
}

const noRows: SelectedRows = {};
const rowsOf = (ids: readonly string[]): SelectedRows => Object.fromEntries(ids.map((id) => [id, true]));
const arrows = { asc: IconArrowUp, desc: IconArrowDown };
const directions = { asc: 'ascending', desc: 'descending' } as const;

interface SortProps {
  label: string;
  sorted: boolean;
  order: 'asc' | 'desc';
  onSort: () => void;
}

/** A heading that sorts, with an arrow for the current order. */
function SortButton({ label, sorted, order, onSort }: SortProps) {
  const Arrow = sorted ? arrows[order] : IconArrowsSort;
  return (
    <UnstyledButton className={classes.sort} data-sorted={sorted || undefined} onClick={onSort}>
      {label}
      <Arrow size={13} aria-hidden />
    </UnstyledButton>
  );
}

/** Widths of the pinned columns in pixels. They are fixed, because each column's offset depends on those after it. */
const actionsWidth = 76;
const pinnedWidth = 128;

/** A unique key per row. A source may send several rows with one id, and React would keep some of them on the next page. */
function keysOf(ids: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return ids.map((id) => {
    const times = (counts.get(id) ?? 0) + 1;
    counts.set(id, times);
    return `${id} ${times}`;
  });
}

/** The table of all lists: sortable headers, selectable rows, and cards on a phone. */
export function DataTable<Item extends object>(props: Props<Item>) {
  const { title, idOf, labelOf, sort, order, onSort, actions } = props;
  // Deferred, because rendering a full page of rows at once blocks the browser.
  const columns = useDeferredValue(props.columns);
  const items = useDeferredValue(props.items);
  const isBehind = items !== undefined && items !== props.items;
  const { firstNumber: nextFirstNumber, allSelected = false, sortHere = true, onSelect } = props;
  const { t } = useTranslation();
  const narrow = useNarrow();
  const [density] = useDensity();

  const hasActions = actions !== undefined;
  const pinned = useMemo(() => {
    const ends = columns.filter((column) => column.pinned);
    const offset = hasActions ? actionsWidth : 0;
    return new Map(
      ends.map((column, place) => [
        column.id,
        { '--end': `${offset + (ends.length - 1 - place) * pinnedWidth}px` } as CSSProperties,
      ]),
    );
  }, [columns, hasActions]);

  const rows = items?.map((item) => ({
    item,
    id: idOf(item),
    label: labelOf(item),
    selectable: props.selectable?.(item) ?? true,
  }));
  const selectableIds = rows?.filter(({ selectable }) => selectable).map(({ id }) => id) ?? [];
  const selected = allSelected ? rowsOf(selectableIds) : (props.selected ?? noRows);
  const selectedHere = selectableIds.filter((id) => selected[id]).length;
  const pageSelected = selectedHere > 0 && selectedHere === selectableIds.length;

  // It may be called by a box that has just appeared, before it knows the page of that box.
  const toggle = useCallbackRef((id: string) => {
    const { [id]: was, ...others } = selected;
    onSelect?.(was ? others : { ...others, [id]: true });
  });
  const toggleByKey = useCallbackRef((id: string) => {
    if (selectableIds.includes(id)) toggle(id);
  });

  // Rows of other pages keep their state.
  function toggleAll() {
    const here = new Set(selectableIds);
    const others = Object.keys(selected).filter((id) => !here.has(id));
    const left = pageSelected ? others : [...others, ...here];
    onSelect?.(rowsOf(left));
  }

  const { onOpen, isOpen } = props;
  const open = useCallbackRef((id: string) => {
    const row = rows?.find((each) => each.id === id);
    if (row) onOpen?.(row.item);
  });

  const dim = props.stale || isBehind || undefined;
  // Old rows keep their numbers while the new ones load.
  const [firstNumber, setFirstNumber] = useState(nextFirstNumber);
  if (!dim && firstNumber !== nextFirstNumber) setFirstNumber(nextFirstNumber);
  const container = useRef<HTMLElement>(null);
  useRowKeys(container, onSelect && toggleByKey, onOpen && open);
  const drag = useColumnDrag(container, props.onMoveColumn);
  // If a column shows the ids, that column displays the order by id.
  const byNumber =
    columns.some(({ sortable }) => sortable !== false) && columns.every(({ id }) => id !== 'id');
  const keys = keysOf(rows?.map(({ id }) => id) ?? []);
  const numbers: number[] = [];
  let number = firstNumber;
  for (const { item } of rows ?? []) {
    numbers.push(number);
    number += props.rowsOf?.(item) ?? 1;
  }
  const tableRows = rows?.map((row, index) => ({
    key: keys[index],
    row: {
      ...row,
      number: numbers[index] ?? firstNumber,
      columns,
      selected: selected[row.id] === true,
      open: isOpen?.(row.item) === true,
      onToggle: onSelect && toggle,
      actions,
    },
  }));

  if (narrow) {
    return (
      <>
        {sortHere && <SortFields columns={columns} sort={sort} order={order} onSort={onSort} />}
        <ul
          ref={container as RefObject<HTMLUListElement>}
          data-rows
          className={classes.cards}
          aria-label={t('list.table', { title })}
          aria-busy={items === undefined}
          data-stale={dim}
        >
          {tableRows?.map(({ key, row }) => <CardRow key={key} {...row} />) ?? (
            <SkeletonCards count={Math.min(props.skeletonRows, 6)} />
          )}
        </ul>
      </>
    );
  }

  return (
    <section
      ref={container}
      data-rows
      className={classes.scroll}
      data-density={density}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
      tabIndex={0}
      aria-label={t('list.table', { title })}
      data-stale={dim}
      data-dragging={drag.isDragging || undefined}
    >
      <table className={classes.table} aria-busy={items === undefined}>
        <thead>
          <tr>
            {onSelect && (
              <th scope="col" className={classes.choice}>
                <NativeCheckbox
                  label={t('list.choose_all')}
                  disabled={selectableIds.length === 0}
                  checked={pageSelected}
                  some={selectedHere > 0 && !pageSelected}
                  onChange={toggleAll}
                />
              </th>
            )}
            <th
              scope="col"
              className={classes.number}
              {...(byNumber && sort === 'id' ? { 'aria-sort': directions[order] } : {})}
            >
              {byNumber ? (
                <SortButton
                  label={t('list.number')}
                  sorted={sort === 'id'}
                  order={order}
                  onSort={() => onSort('id')}
                />
              ) : (
                t('list.number')
              )}
            </th>
            {columns.map((column, place) => {
              const sorted = sort === column.id;
              return (
                <th
                  key={column.id}
                  scope="col"
                  className={place === 0 ? classes.first : undefined}
                  data-numeric={column.numeric || undefined}
                  data-pinned={column.pinned || undefined}
                  style={pinned.get(column.id)}
                  {...(column.pinned ? {} : drag.headingProps(column.id))}
                  {...(sorted ? { 'aria-sort': directions[order] } : {})}
                >
                  {column.sortable !== false ? (
                    <SortButton
                      label={column.label}
                      sorted={sorted}
                      order={order}
                      onSort={() => onSort(column.id)}
                    />
                  ) : (
                    column.label
                  )}
                </th>
              );
            })}
            {actions && (
              <th scope="col" className={classes.actions}>
                {t('list.actions')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {tableRows?.map(({ key, row }) => <TableRow key={key} {...row} pinned={pinned} />) ?? (
            <SkeletonRows
              count={props.skeletonRows}
              columns={columns}
              pinned={pinned}
              selectable={onSelect !== undefined}
              actions={hasActions}
            />
          )}
        </tbody>
      </table>
    </section>
  );
}
