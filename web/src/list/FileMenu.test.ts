import { expect, it } from 'vitest';
import type { ListAddress } from './address';
import { fileBody } from './FileMenu';

const address: ListAddress = {
  tab: 'dashboard',
  page: 3,
  per_page: 10,
  sort: 'nama',
  order: 'desc',
  q: 'siti',
  filters: { enroll: 'gagal', missing: 'true', reason: 'email_taken' },
  scope: { class: 'Algoritma A', nama_kelas: 'A' },
};
const list = { narrowedBy: { id: 'class' } } as Parameters<typeof fileBody>[0];

it('asks for the rows of the screen in their order, on all pages', () => {
  expect(fileBody(list, address, null, 'csv')).toEqual({
    format: 'csv',
    sort: 'nama',
    order: 'desc',
    q: 'siti',
    missing: true,
    reason: 'email_taken',
    filters: { enroll: 'gagal', nama_kelas: 'A' },
  });
});

it('asks for the chosen rows alone', () => {
  const all = { ...address, q: '', filters: {}, scope: {} };
  expect(fileBody({}, all, [4, 2], 'xlsx')).toEqual({
    format: 'xlsx',
    sort: 'nama',
    order: 'desc',
    filters: {},
    ids: [4, 2],
  });
});
