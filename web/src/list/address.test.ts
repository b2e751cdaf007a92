import { describe, expect, it } from 'vitest';
import { kelas } from '../kinds/kelas';
import { mahasiswa } from '../kinds/mahasiswa';
import { listQuery, readAddress, readKindAddress, unknownParams, withSort, writeAddress } from './address';
import { showsOnlyMissing, withMissingFilter } from './missing';

describe('the address of a list', () => {
  it('starts at page 0 with 10 rows, sorted by id ascending', () => {
    expect(readAddress(kelas.list, {})).toEqual({
      tab: 'dashboard',
      page: 0,
      per_page: 10,
      sort: 'id',
      order: 'asc',
      q: '',
      filters: {},
      scope: {},
    });
  });

  it('has no default values', () => {
    expect(writeAddress(kelas.list, readAddress(kelas.list, {}))).toEqual({});
  });

  it('survives writing and reading', () => {
    const raw = {
      tab: 'source',
      page: '3',
      per_page: '25',
      sort: 'hari',
      order: 'desc',
      q: 'algoritma',
      migration: 'gagal',
    };
    expect(writeAddress(kelas.list, readAddress(kelas.list, raw))).toEqual(raw);
  });

  it.each([
    [{ page: '-1' }, { page: 0 }],
    [{ page: '1.5' }, { page: 0 }],
    [{ page: 'dua' }, { page: 0 }],
    [{ per_page: '11' }, { per_page: 10 }],
    [{ per_page: '100' }, { per_page: 100 }],
    [{ tab: 'lain' }, { tab: 'dashboard' }],
    [{ order: 'naik' }, { order: 'asc' }],
    [{ sort: 'id; drop table' }, { sort: 'id' }],
    [{ migration: 'entah' }, { filters: {} }],
  ])('falls back if %o is invalid', (raw, expected) => {
    expect(readAddress(kelas.list, raw as Record<string, string>)).toMatchObject(expected);
  });

  it('keeps the class, with codes as text', () => {
    const raw = { class: '0101-A', nama_mk: 'Algoritma', nama_kelas: 'A', program_id: '011' };
    const address = readAddress(mahasiswa.list, raw);
    expect(address.scope).toEqual(raw);
    expect(writeAddress(mahasiswa.list, address)).toEqual(raw);
  });

  it('keeps the filter for rows that are gone', () => {
    const address = readAddress(mahasiswa.list, { missing: 'true', enroll: 'sudah' });
    expect(listQuery(address)).toMatchObject({ missing: 'true', enroll: 'sudah' });
    expect(showsOnlyMissing(address)).toBe(true);
    expect(writeAddress(mahasiswa.list, withMissingFilter(address, false))).toEqual({ enroll: 'sudah' });
    expect(showsOnlyMissing(readAddress(kelas.list, { missing: 'true' }))).toBe(false);
  });

  it('keeps the failure reason of a link', () => {
    const raw = { tab: 'dashboard', migration: 'gagal', reason: 'email_taken' };
    const address = readKindAddress(kelas.list, raw);
    expect(listQuery(address)).toMatchObject({ migration: 'gagal', reason: 'email_taken' });
    expect(readKindAddress(kelas.list, { reason: '<b>' }).filters).toEqual({});
  });

  it('has no class for a kind that is not listed by class', () => {
    expect(readAddress(kelas.list, { class: 'IF101-A', nama_mk: 'Algoritma' }).scope).toEqual({});
  });
});

describe('a click on a header', () => {
  const start = readAddress(kelas.list, { page: '4' });

  it('sorts ascending, then descending, then ascending again', () => {
    const once = withSort(start, 'hari');
    const twice = withSort(once, 'hari');
    expect([once, twice, withSort(twice, 'hari')].map(({ order }) => order)).toEqual(['asc', 'desc', 'asc']);
  });

  it('goes back to the first page', () => {
    expect(withSort(start, 'hari').page).toBe(0);
  });
});

describe('a list with the newest first', () => {
  const log = { defaultTab: 'dashboard', filters: [], defaultOrder: 'desc' } as const;
  const start = readAddress(log, {});

  it('omits its own order only', () => {
    expect(start).toMatchObject({ sort: 'id', order: 'desc' });
    expect(writeAddress(log, start)).toEqual({});
    expect(listQuery(start, log)).toEqual({ page: 0, per_page: 10 });
  });

  it('begins with the oldest after a click on its numbers', () => {
    const oldest = withSort(start, 'id');
    expect(writeAddress(log, oldest)).toEqual({ order: 'asc' });
    expect(readAddress(log, { order: 'asc' })).toEqual(oldest);
    expect(listQuery(oldest, log)).toEqual({ page: 0, per_page: 10, sort: 'id', order: 'asc' });
    expect(withSort(oldest, 'id')).toEqual(start);
  });

  it('is ascending by any other column', () => {
    const byActor = withSort(start, 'actor');
    expect(byActor.order).toBe('asc');
    expect(writeAddress(log, byActor)).toEqual({ sort: 'actor' });
    expect(readAddress(log, { sort: 'actor' })).toEqual(byActor);
  });
});

describe('the query of a list call', () => {
  it('omits the default order, since source rows may lack an id', () => {
    expect(listQuery(readAddress(kelas.list, {}))).toEqual({ page: 0, per_page: 10 });
  });

  it('sends filters for the dashboard alone', () => {
    const raw = { migration: 'gagal' };
    expect(listQuery(readAddress(kelas.list, raw))).toMatchObject(raw);
    expect(listQuery(readAddress(kelas.list, { ...raw, tab: 'source' }))).not.toHaveProperty('migration');
  });
});

describe('an address with unknown parts', () => {
  it.each([
    [{ sort: 'xyz' }, [{ name: 'sort', value: 'xyz' }]],
    [{ sort: 'hari', migration: 'entah' }, [{ name: 'migration', value: 'entah' }]],
    [{ sort: 'id', migration: 'gagal', q: 'xyz' }, []],
  ])('%o reports its unknown parts', (raw, unknown) => {
    expect(unknownParams(kelas.list, raw as Record<string, string>)).toEqual(unknown);
  });

  it('reports an order by an unsortable column', () => {
    expect(unknownParams(mahasiswa.list, { sort: 'password' })).toEqual([
      { name: 'sort', value: 'password' },
    ]);
  });
});
