import { expect, it } from 'vitest';
import { type FormField, mergeEdits } from './declaration';

const fields: readonly FormField[] = [
  { name: 'nip' },
  { name: 'email' },
  { name: 'kode_kelas', list: true },
  { name: 'migration', list: true },
];
const start = { nip: '1970', email: 'siti@kampus.ac.id', kode_kelas: ['A'], migration: ['sudah'] };
const onto = (typed: object, now: object) => {
  const { values, changed } = mergeEdits(fields, start, { ...start, ...typed }, { ...start, ...now });
  return { values, changed: changed.map(({ name }) => name) };
};

it('typed values are merged into the current row', () => {
  expect(onto({ email: ' baru@kampus.ac.id ' }, { nip: '1971' })).toEqual({
    values: { ...start, nip: '1971', email: 'baru@kampus.ac.id' },
    changed: [],
  });
});

it('fields changed by both are reported unless they agree', () => {
  expect(onto({ nip: '1971', email: 'x@kampus.ac.id' }, { nip: '1972', email: 'x@kampus.ac.id' })).toEqual({
    values: { ...start, nip: '1971', email: 'x@kampus.ac.id' },
    changed: ['nip'],
  });
});

it('lists are merged together, line by line', () => {
  const added = { kode_kelas: ['A', 'B'], migration: ['sudah', 'belum'] };
  expect(onto({}, added).values).toEqual({ ...start, ...added });
  expect(onto({ kode_kelas: ['C'] }, added)).toEqual({
    values: { ...start, kode_kelas: ['C'] },
    changed: ['kode_kelas', 'migration'],
  });
});
