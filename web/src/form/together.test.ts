// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { prodi } from '../kinds/prodi';
import { semester } from '../kinds/semester';
import type { FormDeclaration } from './declaration';
import { ChangedMeanwhile, changesOf, presentValues, readRows, saveEdits, togetherFields } from './together';

const form = prodi.form as FormDeclaration;
afterEach(() => vi.unstubAllGlobals());

interface Program {
  id: number;
  kode_semester: string;
  kode_prodi: string;
  nama_prodi: string;
}

/** A server with these rows; it keeps what is saved. */
function serve(...rows: Program[]): Program[] {
  const stored = new Map(rows.map((row) => [row.id, row]));
  const saved: Program[] = [];
  vi.stubGlobal('fetch', async (asked: Request) => {
    const body = await asked.json();
    const row = stored.get(body.id);
    if (!row) return Response.json({ msg: 'Error', message: 'Prodi tidak ada.' }, { status: 404 });
    if (asked.url.includes('/detail/')) return Response.json({ msg: 'Success', data: [row] });
    stored.set(body.id, { ...row, ...body });
    saved.push(body);
    return Response.json({ msg: 'Success', data: 'Tersimpan.' });
  });
  return saved;
}

const read = (ids: readonly number[]) => readRows(form, ids, new AbortController().signal);
const program = (id: number, kode_semester: string): Program => ({
  id,
  kode_semester,
  kode_prodi: `P${id}`,
  nama_prodi: `Prodi ${id}`,
});

it('fields with one value for many rows are offered, in the order of the form', () => {
  expect(togetherFields(form).map(({ name }) => name)).toEqual(['kode_semester']);
  const dates = togetherFields(semester.form as FormDeclaration).map(({ name }) => name);
  expect(dates).toEqual(['kode_tahun_ajaran', 'tanggal_mulai', 'tanggal_selesai']);
});

it('rows that are gone are left out, and present values are counted', async () => {
  serve(program(1, '20261'), program(2, '20262'), program(3, '20261'));
  const rows = await read([1, 2, 3, 4]);
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(presentValues(rows, 'kode_semester')).toEqual([
    { value: '20261', rows: 2 },
    { value: '20262', rows: 1 },
  ]);
  const changing = rows.filter((row) => changesOf(row, { kode_semester: '20261' }).length > 0);
  expect(changing.map(({ id }) => id)).toEqual([2]);
});

it('a row is saved with the other fields as they are now', async () => {
  const saved = serve(program(1, '20261'));
  const [row] = await read([1]);
  if (!row) throw new Error('no row');
  serve({ ...program(1, '20261'), nama_prodi: 'Diganti rekan' });
  const later = serve({ ...program(1, '20261'), nama_prodi: 'Diganti rekan' });
  await saveEdits(form, row, { kode_semester: '20262' });
  expect(saved).toEqual([]);
  expect(later).toMatchObject([{ id: 1, kode_semester: '20262', nama_prodi: 'Diganti rekan' }]);
});

it('a newer value of the same field is not replaced unseen', async () => {
  serve(program(1, '20261'));
  const [row] = await read([1]);
  if (!row) throw new Error('no row');
  const saved = serve(program(1, '20259'));
  const failure = await saveEdits(form, row, { kode_semester: '20262' }).catch((cause: unknown) => cause);
  expect(failure).toBeInstanceOf(ChangedMeanwhile);
  expect(saved).toEqual([]);
  // With the newer value seen, the next attempt replaces it; one more sends nothing.
  const { now } = failure as ChangedMeanwhile;
  await saveEdits(form, now, { kode_semester: '20262' });
  await saveEdits(form, now, { kode_semester: '20262' });
  expect(saved).toHaveLength(1);
});
