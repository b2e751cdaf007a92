import { expect, it } from 'vitest';
import { arranged, firstArrangement, inOrder, moved, toggled } from './arrangement';

const columns = [
  { id: 'nama' },
  { id: 'email' },
  { id: 'password', hiddenAtFirst: true },
  { id: 'migration', pinned: true },
];
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);
const first = firstArrangement(columns);

it('a column without information is hidden at first', () => {
  expect(ids(arranged(columns, first))).toEqual(['nama', 'email', 'migration']);
  expect(ids(arranged(columns, toggled(first, 'password')))).toEqual([
    'nama',
    'email',
    'password',
    'migration',
  ]);
});

it('a column is hidden, and shown again at its position', () => {
  const without = toggled(first, 'nama');
  expect(ids(arranged(columns, without))).toEqual(['email', 'migration']);
  expect(toggled(without, 'nama')).toEqual(first);
});

it('columns are reordered, and pinned ones stay last', () => {
  const all = ids(inOrder(columns, first));
  const swapped = moved(first, all, 'email', -1);
  expect(ids(arranged(columns, swapped))).toEqual(['email', 'nama', 'migration']);
  expect(moved(first, all, 'nama', -1)).toEqual(first);
  const pushed = moved(first, all, 'migration', -1);
  expect(ids(arranged(columns, pushed)).at(-1)).toBe('migration');
});

it('at least one column is visible', () => {
  const none = { ...first, hidden: columns.map(({ id }) => id) };
  expect(ids(arranged(columns, none))).toEqual(['nama']);
});

it('a column of a newer version is there', () => {
  const older = { order: ['email', 'nama'], hidden: [] };
  expect(ids(arranged([...columns, { id: 'angkatan' }], older))).toContain('angkatan');
});
