import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { mahasiswa } from '../kinds/mahasiswa';
import { readKindAddress } from './address';
import { addressWords } from './addressWords';
import type { ListDeclaration } from './declaration';

const list = mahasiswa.list as ListDeclaration;
const t = ((key: string, { q, source }: { q?: string; source?: string } = {}) =>
  [key, q ?? source].filter(Boolean).join(' ')) as TFunction;
const words = (raw: Record<string, string>) =>
  addressWords(list, readKindAddress(list, raw), [{ id: 'NPK', label: 'Nomor' }], { source_name: 'OCAS' }, t);

it('names tab, class, search, filters and order', () => {
  const scope = { class: 'IF207-A', nama_mk: 'Algoritma', nama_kelas: 'A', program_id: '11' };
  expect(
    words({ ...scope, q: 'siti', migration: 'gagal', missing: 'true', sort: 'NPK', order: 'desc' }),
  ).toEqual([
    'list.dashboard',
    'class_filter.label: IF207-A · Algoritma A',
    'list.searched siti',
    'fields.migration: state.gagal',
    'attention.gone_filter OCAS',
    'list.sort_by: Nomor ↓',
  ]);
});

it('names no filters for the source, which has none', () => {
  expect(words({ tab: 'source', migration: 'gagal' })).toEqual(['OCAS', 'list.sort_by: list.number ↑']);
});
