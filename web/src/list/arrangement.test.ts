import { expect, it } from 'vitest';
import {
  defaultArrangement,
  moveColumn,
  orderColumns,
  placeColumn,
  toggleColumn,
  visibleColumns,
} from './arrangement';

const columns = [
  { id: 'nama' },
  { id: 'email' },
  { id: 'password', hiddenByDefault: true },
  { id: 'migration', pinned: true },
];
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);
const first = defaultArrangement(columns);

it('a column without information is hidden at first', () => {
  expect(ids(visibleColumns(columns, first))).toEqual(['nama', 'email', 'migration']);
  expect(ids(visibleColumns(columns, toggleColumn(first, 'password')))).toEqual([
    'nama',
    'email',
    'password',
    'migration',
  ]);
});

it('a column is hidden, and shown again at its position', () => {
  const without = toggleColumn(first, 'nama');
  expect(ids(visibleColumns(columns, without))).toEqual(['email', 'migration']);
  expect(toggleColumn(without, 'nama')).toEqual(first);
});

it('columns are reordered, and pinned ones stay last', () => {
  const all = ids(orderColumns(columns, first));
  const swapped = moveColumn(first, all, 'email', -1);
  expect(ids(visibleColumns(columns, swapped))).toEqual(['email', 'nama', 'migration']);
  expect(moveColumn(first, all, 'nama', -1)).toEqual(first);
  const pushed = moveColumn(first, all, 'migration', -1);
  expect(ids(visibleColumns(columns, pushed)).at(-1)).toBe('migration');
});

it('a dropped column takes its place, next to hidden ones and before pinned ones', () => {
  const after = placeColumn(first, columns, 'nama', { target: 'email', side: 'after' });
  expect(ids(visibleColumns(columns, after))).toEqual(['email', 'nama', 'migration']);
  expect(ids(visibleColumns(columns, toggleColumn(after, 'password')))).toEqual([
    'email',
    'nama',
    'password',
    'migration',
  ]);
  const before = placeColumn(after, columns, 'nama', { target: 'email', side: 'before' });
  expect(before).toEqual(first);
  expect(placeColumn(first, columns, 'nama', { target: 'unknown', side: 'after' })).toEqual(first);
});

it('at least one column is visible', () => {
  const none = { ...first, hidden: columns.map(({ id }) => id) };
  expect(ids(visibleColumns(columns, none))).toEqual(['nama']);
});

it('a column of a newer version is there', () => {
  const older = { order: ['email', 'nama'], hidden: [] };
  expect(ids(visibleColumns([...columns, { id: 'angkatan' }], older))).toContain('angkatan');
});
