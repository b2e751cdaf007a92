import { expect, it } from 'vitest';
import { addFilter, removeFilter } from './filterStore';

const failed = { name: 'Yang gagal', address: { migration: 'gagal' } };
const mine = { name: 'Algoritma', address: { q: 'algoritma' } };

it('filters are saved by unique name, and deleted', () => {
  const both = addFilter(addFilter([], failed), mine);
  expect(both).toEqual([mine, failed]);
  const changed = { ...mine, address: { q: 'struktur data' } };
  expect(addFilter(both, changed)).toEqual([changed, failed]);
  expect(removeFilter(both, 'Algoritma')).toEqual([failed]);
});
