import { ActionIcon, Checkbox, Group, NativeSelect, Skeleton, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import IconArrowDown from '@tabler/icons-react/dist/esm/icons/IconArrowDown.mjs';
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs';
import IconArrowUp from '@tabler/icons-react/dist/esm/icons/IconArrowUp.mjs';
import { type CSSProperties, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DataTable.module.css';
import { useRowKeys } from './useRowKeys';

/** The chosen rows, by the name that `idOf` gives them. */
export type Chosen = Readonly<Record<string, true>>;

/** A column as the table draws it, whatever it is a table of. */
export interface DrawnColumn<Item> {
  id: string;
  label: string;
  cell: (item: Item) => ReactNode;
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
  chosen?: Chosen;
  onChosen?: (chosen: Chosen) => void;
  /** What can be done with a row: as icons beside each other in the table, as one menu on a card. */
  actions?: (item: Item, as: 'icons' | 'menu') => ReactNode;
  skeletonRows: number;
}

const none: Chosen = {};
const arrows = { asc: IconArrowUp, desc: IconArrowDown };
const directions = { asc: 'ascending', desc: 'descending' } as const;

interface SortProps {
  label: string;
  sorted: boolean;
  order: 'asc' | 'desc';
  onSort: () => void;
}

/** A heading that sorts; an arrow says so where it does. */
function SortButton({ label, sorted, order, onSort }: SortProps) {
  const Arrow = sorted ? arrows[order] : IconArrowsSort;
  return (
    <UnstyledButton className={classes.sort} data-sorted={sorted || undefined} onClick={onSort}>
      {label}
      <Arrow size={13} aria-hidden />
    </UnstyledButton>
  );
}

/** Widths of what is pinned at the end. They are known beforehand, since each is placed by those after it. */
const actionsWidth = 76;
const pinnedWidth = 128;

/** The one table: sortable headers, rows that can be chosen, and cards in its place on a phone. */
export function DataTable<Item extends object>(props: Props<Item>) {
  const {
    title,
    columns,
    items,
    idOf,
    labelOf,
    firstNumber: asked,
    sort,
    order,
    onSort,
    chosen = none,
    onChosen,
    actions,
  } = props;
  const { t } = useTranslation();
  // Known at the first drawing, so that a phone never flashes the table.
  const narrow = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });

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

  const rows = items?.map((item) => ({ item, id: idOf(item) }));
  const chosenHere = rows?.filter(({ id }) => chosen[id]).length ?? 0;
  const allChosen = chosenHere > 0 && chosenHere === rows?.length;

  function toggle(id: string) {
    const { [id]: was, ...others } = chosen;
    onChosen?.(was ? others : { ...others, [id]: true });
  }

  function toggleAll() {
    onChosen?.(allChosen ? none : Object.fromEntries((rows ?? []).map(({ id }) => [id, true])));
  }

  const dim = props.stale || undefined;
  // Rows of before keep their numbers while those that were asked for are on their way.
  const [firstNumber, setFirstNumber] = useState(asked);
  if (!props.stale && firstNumber !== asked) setFirstNumber(asked);
  const ground = useRef<HTMLElement>(null);
  useRowKeys(ground, onChosen && toggle);
  // A column of the ids says of itself that it is sorted by.
  const byNumber =
    columns.some(({ sortable }) => sortable !== false) && columns.every(({ id }) => id !== 'id');

  if (narrow) {
    const heading = columns.filter((column) => column.card === 'heading');
    const lines = columns.filter((column) => column.card === 'line');
    const states = columns.filter((column) => column.card === 'state');
    return (
      <>
        {columns.some((column) => column.sortable !== false) && (
          <Group gap="xs" mb="xs" wrap="nowrap">
            <NativeSelect
              size="xs"
              flex={1}
              aria-label={t('list.sort_by')}
              value={sort}
              data={[
                { value: 'id', label: `${t('list.sort_by')}: ${t('list.number')}` },
                ...columns
                  .filter(({ id, sortable }) => sortable !== false && id !== 'id')
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
        )}
        <ul
          ref={ground as RefObject<HTMLUListElement>}
          data-rows
          className={classes.cards}
          aria-label={t('list.table', { title })}
          aria-busy={items === undefined}
          data-stale={dim}
        >
          {rows === undefined
            ? Array.from({ length: Math.min(props.skeletonRows, 6) }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
                <li key={index} className={classes.card}>
                  <Skeleton height={14} width="70%" mb={8} />
                  <Skeleton height={12} width="45%" />
                </li>
              ))
            : rows.map((row, index) => (
                <li
                  key={row.id}
                  className={classes.card}
                  data-row={row.id}
                  tabIndex={-1}
                  data-chosen={chosen[row.id]}
                >
                  {onChosen && (
                    <Checkbox
                      size="sm"
                      aria-label={t('list.choose_row', { item: labelOf(row.item) })}
                      checked={chosen[row.id] === true}
                      onChange={() => toggle(row.id)}
                    />
                  )}
                  <div className={classes.cardBody}>
                    <div className={classes.cardHeading}>
                      {heading.map((column) => (
                        <span key={column.id}>{column.cell(row.item)}</span>
                      ))}
                    </div>
                    <div className={classes.cardLine}>
                      <span>{firstNumber + index}</span>
                      {lines.map((column) => (
                        <span key={column.id}>{column.cell(row.item)}</span>
                      ))}
                    </div>
                    {states.length > 0 && (
                      <div className={classes.cardStates}>
                        {states.map((column) => (
                          <span key={column.id} className={classes.cardState}>
                            <span className={classes.cardStateLabel}>{column.label}</span>
                            {column.cell(row.item)}
                          </span>
                        ))}
                      </div>
                    )}
                  </div>
                  {actions?.(row.item, 'menu')}
                </li>
              ))}
        </ul>
      </>
    );
  }

  return (
    <section
      ref={ground}
      data-rows
      className={classes.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area has to be reachable by keyboard
      tabIndex={0}
      aria-label={t('list.table', { title })}
      data-stale={dim}
    >
      <table className={classes.table} aria-busy={items === undefined}>
        <thead>
          <tr>
            {onChosen && (
              <th scope="col" className={classes.choice}>
                <Checkbox
                  size="xs"
                  aria-label={t('list.choose_all')}
                  disabled={!rows?.length}
                  checked={allChosen}
                  indeterminate={chosenHere > 0 && !allChosen}
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
                  style={pinnedStyle.get(column.id)}
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
          {rows === undefined
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
            : rows.map((row, index) => (
                <tr key={row.id} data-row={row.id} tabIndex={-1} data-chosen={chosen[row.id]}>
                  {onChosen && (
                    <td className={classes.choice}>
                      <Checkbox
                        size="xs"
                        aria-label={t('list.choose_row', { item: labelOf(row.item) })}
                        checked={chosen[row.id] === true}
                        onChange={() => toggle(row.id)}
                      />
                    </td>
                  )}
                  <td className={classes.number}>{firstNumber + index}</td>
                  {columns.map((column, place) => (
                    <td
                      key={column.id}
                      className={place === 0 ? classes.first : undefined}
                      data-numeric={column.numeric || undefined}
                      data-wraps={column.wraps || undefined}
                      data-pinned={column.pinned || undefined}
                      style={pinnedStyle.get(column.id)}
                    >
                      {column.cell(row.item)}
                    </td>
                  ))}
                  {actions && <td className={classes.actions}>{actions(row.item, 'icons')}</td>}
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  );
}
