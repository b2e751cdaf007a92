import { ActionIcon, Checkbox, Group, NativeSelect, Skeleton, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import {
  type ColumnDef,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DataTable.module.css';

const features = tableFeatures({ rowSortingFeature, rowSelectionFeature });

/** A column as the table draws it, whatever it is a table of. */
export interface DrawnColumn<Item> {
  id: string;
  label: string;
  cell: (item: Item) => ReactNode;
  sortable?: boolean;
  numeric?: boolean;
  /** Stays in sight at the end of the row: what a person looks for, whatever else scrolls. */
  pinned?: boolean;
  card?: 'heading' | 'line' | 'state';
}

interface Props<Item> {
  title: string;
  columns: readonly DrawnColumn<Item>[];
  /** Undefined while the first page is on its way. */
  items: readonly Item[] | undefined;
  idOf: (item: Item) => string;
  labelOf: (item: Item) => string;
  /** The number of the first row, which goes on from page to page. */
  firstNumber: number;
  sort: string;
  order: 'asc' | 'desc';
  onSort: (field: string) => void;
  /** The rows shown are those of before, the new ones being on their way. */
  stale?: boolean;
  chosen?: RowSelectionState;
  onChosen?: (chosen: RowSelectionState) => void;
  /** What can be done with a row: as icons beside each other in the table, as one menu on a card. */
  actions?: (item: Item, as: 'icons' | 'menu') => ReactNode;
  skeletonRows: number;
}

const nothing: never[] = [];

/** Widths of what is pinned at the end. They are known beforehand, since each is placed by those after it. */
const actionsWidth = 76;
const pinnedWidth = 116;

/** The one table: sortable headers, rows that can be chosen, and cards in its place on a phone. */
export function DataTable<Item extends object>(props: Props<Item>) {
  const {
    title,
    columns,
    items,
    idOf,
    labelOf,
    firstNumber,
    sort,
    order,
    onSort,
    chosen,
    onChosen,
    actions,
  } = props;
  const { t } = useTranslation();
  // Known at the first drawing, so that a phone never flashes the table.
  const narrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });

  const definitions = useMemo<ColumnDef<typeof features, Item>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.label,
        // A column without an accessor counts as one that cannot be sorted.
        accessorFn: (item: Item) => (item as Record<string, unknown>)[column.id],
        enableSorting: column.sortable !== false,
        cell: ({ row }) => column.cell(row.original),
      })),
    [columns],
  );

  const table = useTable({
    features,
    columns: definitions,
    data: (items ?? nothing) as Item[],
    getRowId: idOf,
    // Sorting is the database's work; the table shows what the address says.
    manualSorting: true,
    enableRowSelection: onChosen !== undefined,
    state: { sorting: [{ id: sort, desc: order === 'desc' }], rowSelection: chosen ?? {} },
    onRowSelectionChange: (change) => {
      onChosen?.(typeof change === 'function' ? change(chosen ?? {}) : change);
    },
  });

  const pinnedStyle = useMemo(() => {
    const pinned = columns.filter((column) => column.pinned);
    const offset = actions ? actionsWidth : 0;
    return new Map(
      pinned.map((column, place) => [
        column.id,
        { '--end': `${offset + (pinned.length - 1 - place) * pinnedWidth}px` } as CSSProperties,
      ]),
    );
  }, [columns, actions]);

  const rows = table.getRowModel().rows;
  const shownRows = items === undefined ? undefined : rows;
  const dim = props.stale || undefined;

  if (narrow) {
    const heading = columns.filter((column) => column.card === 'heading');
    const lines = columns.filter((column) => column.card === 'line');
    const states = columns.filter((column) => column.card === 'state');
    return (
      <>
        <Group gap="xs" mb="xs" wrap="nowrap">
          <NativeSelect
            size="xs"
            flex={1}
            aria-label={t('list.sort_by')}
            value={sort}
            data={[
              { value: 'id', label: `${t('list.sort_by')}: ${t('list.number')}` },
              ...columns
                .filter((column) => column.sortable !== false)
                .map((column) => ({ value: column.id, label: `${t('list.sort_by')}: ${column.label}` })),
            ]}
            onChange={(event) => onSort(event.currentTarget.value)}
          />
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t(order === 'asc' ? 'list.ascending' : 'list.descending')}
            onClick={() => onSort(sort)}
          >
            {order === 'asc' ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
          </ActionIcon>
        </Group>
        <ul
          className={classes.cards}
          aria-label={t('list.table', { title })}
          aria-busy={items === undefined}
          data-stale={dim}
        >
          {shownRows === undefined
            ? Array.from({ length: Math.min(props.skeletonRows, 6) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
                <li key={index} className={classes.card}>
                  <Skeleton height={14} width="70%" mb={8} />
                  <Skeleton height={12} width="45%" />
                </li>
              ))
            : shownRows.map((row, index) => (
                <li key={row.id} className={classes.card} data-chosen={row.getIsSelected() || undefined}>
                  {onChosen && (
                    <Checkbox
                      size="sm"
                      aria-label={t('list.choose_row', { item: labelOf(row.original) })}
                      checked={row.getIsSelected()}
                      onChange={row.getToggleSelectedHandler()}
                    />
                  )}
                  <div className={classes.cardBody}>
                    <div className={classes.cardHeading}>
                      {heading.map((column) => (
                        <span key={column.id}>{column.cell(row.original)}</span>
                      ))}
                    </div>
                    <div className={classes.cardLine}>
                      <span>{firstNumber + index}</span>
                      {lines.map((column) => (
                        <span key={column.id}>{column.cell(row.original)}</span>
                      ))}
                    </div>
                    {states.length > 0 && (
                      <div className={classes.cardStates}>
                        {states.map((column) => (
                          <span key={column.id} className={classes.cardState}>
                            <span className={classes.cardStateLabel}>{column.label}</span>
                            {column.cell(row.original)}
                          </span>
                        ))}
                      </div>
                    )}
                  </div>
                  {actions?.(row.original, 'menu')}
                </li>
              ))}
        </ul>
      </>
    );
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={t('list.table', { title })} data-stale={dim}>
      <table className={classes.table} aria-busy={items === undefined}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {onChosen && (
                <th scope="col" className={classes.choice}>
                  <Checkbox
                    size="xs"
                    aria-label={t('list.choose_all')}
                    disabled={rows.length === 0}
                    checked={table.getIsAllRowsSelected() && rows.length > 0}
                    indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </th>
              )}
              <th scope="col" className={classes.number}>
                {t('list.number')}
              </th>
              {group.headers.map((header, place) => {
                const column = columns[place];
                const sorted = sort === header.column.id;
                const Arrow = sorted ? (order === 'asc' ? IconArrowUp : IconArrowDown) : IconArrowsSort;
                return (
                  <th
                    key={header.id}
                    scope="col"
                    className={place === 0 ? classes.first : undefined}
                    data-numeric={column?.numeric || undefined}
                    data-pinned={column?.pinned || undefined}
                    style={pinnedStyle.get(header.column.id)}
                    {...(sorted ? { 'aria-sort': order === 'asc' ? 'ascending' : 'descending' } : {})}
                  >
                    {header.column.getCanSort() ? (
                      <UnstyledButton
                        className={classes.sort}
                        data-sorted={sorted || undefined}
                        onClick={() => onSort(header.column.id)}
                      >
                        {column?.label}
                        <Arrow size={13} aria-hidden />
                      </UnstyledButton>
                    ) : (
                      column?.label
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
          ))}
        </thead>
        <tbody>
          {shownRows === undefined
            ? Array.from({ length: props.skeletonRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
                <tr key={index}>
                  {onChosen && <td className={classes.choice} />}
                  <td className={classes.number} />
                  {columns.map((column, place) => (
                    <td
                      key={column.id}
                      className={place === 0 ? classes.first : undefined}
                      data-pinned={column.pinned || undefined}
                      style={pinnedStyle.get(column.id)}
                    >
                      <Skeleton height={12} width={`${50 + ((index * 7 + place * 13) % 40)}%`} />
                    </td>
                  ))}
                  {actions && <td className={classes.actions} />}
                </tr>
              ))
            : shownRows.map((row, index) => (
                <tr key={row.id} data-chosen={row.getIsSelected() || undefined}>
                  {onChosen && (
                    <td className={classes.choice}>
                      <Checkbox
                        size="xs"
                        aria-label={t('list.choose_row', { item: labelOf(row.original) })}
                        checked={row.getIsSelected()}
                        onChange={row.getToggleSelectedHandler()}
                      />
                    </td>
                  )}
                  <td className={classes.number}>{firstNumber + index}</td>
                  {row.getAllCells().map((cell, place) => (
                    <td
                      key={cell.id}
                      className={place === 0 ? classes.first : undefined}
                      data-numeric={columns[place]?.numeric || undefined}
                      data-pinned={columns[place]?.pinned || undefined}
                      style={pinnedStyle.get(cell.column.id)}
                    >
                      <table.FlexRender cell={cell} />
                    </td>
                  ))}
                  {actions && <td className={classes.actions}>{actions(row.original, 'icons')}</td>}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}
