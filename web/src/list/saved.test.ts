import { expect, it } from 'vitest';
import { withoutSaved, withSaved } from './saved';

const failed = { name: 'Yang gagal', address: { migration: 'gagal' } };
const mine = { name: 'Algoritma', address: { q: 'algoritma' } };

it('filters are saved by unique name, and deleted', () => {
  const both = withSaved(withSaved([], failed), mine);
  expect(both).toEqual([mine, failed]);
  const changed = { ...mine, address: { q: 'struktur data' } };
  expect(withSaved(both, changed)).toEqual([changed, failed]);
  expect(withoutSaved(both, 'Algoritma')).toEqual([failed]);
});
