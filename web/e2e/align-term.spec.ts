import type { Page } from '@playwright/test';
import type { Demo } from './demo';
import { expect, test } from './journey';
import { heading, open } from './steps';

test.use({ campusSize: 2000 });

interface Place {
  NPK: string;
  nama_lengkap: string;
  nama_mk: string;
  nama_kelas: string;
  program_id: string;
  email: string;
  HP: string;
  angkatan: string;
  jenis_kelamin: string;
}

/** An enrolment as the source lists it. */
const rowOf = (place: Place) => {
  const { NPK, nama_lengkap, nama_mk, nama_kelas, program_id, email, HP, angkatan, jenis_kelamin } = place;
  return { NPK, nama_lengkap, nama_mk, nama_kelas, program_id, email, HP, angkatan, jenis_kelamin };
};

/** The line of the students in a part of a run. */
const students = (page: Page, part: string) =>
  page
    .getByRole('region', { name: part })
    .getByRole('listitem')
    .filter({ has: page.getByText('Mahasiswa', { exact: true }) });

/** Goes from the main page through one plan and one Ya to this end; returns the run's job. */
async function align(page: Page, state: 'selesai' | 'selesai sebagian'): Promise<number> {
  await open(page, '/');
  await page.getByRole('link', { name: 'Selaraskan semua' }).click();
  await expect(page.getByText('Lakukan penyelarasan seluruh kampus?')).toBeVisible({ timeout: 120_000 });
  await page.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(heading(page, 'Selaraskan Seluruh Kampus')).toBeVisible();
  await expect(page.getByText(new RegExp(`^${state} · `))).toBeVisible({ timeout: 240_000 });
  return Number(/tugas\/(\d+)/.exec(page.url())?.[1]);
}

const classOf = ({ nama_mk, nama_kelas, program_id }: Place) => `${program_id}/${nama_mk}/${nama_kelas}`;

/** Thirty students, each changed in a different way and none changed twice. */
async function thirtyChanges(demo: Demo) {
  const places: Place[] = (await demo.post('mahasiswa/get')).data;
  const byNumber = new Map<string, Place>();
  for (const place of places) if (!byNumber.has(place.NPK)) byNumber.set(place.NPK, place);
  const people = [...byNumber.values()];
  const siblings = new Map<string, Set<string>>();
  for (const { nama_mk, program_id, nama_kelas } of places) {
    const course = `${program_id}/${nama_mk}`;
    siblings.set(course, (siblings.get(course) ?? new Set()).add(nama_kelas));
  }
  // A class of the same course in which the student has no other class.
  const elsewhere = (place: Place) => {
    const others = siblings.get(`${place.program_id}/${place.nama_mk}`) ?? new Set();
    return [...others].find((name) => name !== place.nama_kelas);
  };
  const movable = people.filter((place) => elsewhere(place) !== undefined);
  const moved = movable.slice(0, 6);
  const rest = people.filter((place) => !moved.includes(place));
  const [renamed, dropped, broken] = [rest.slice(0, 8), rest.slice(100, 107), rest.slice(200, 201)];
  const added = rest.slice(300, 308).map((place, at) => ({
    ...place,
    NPK: `99000${at}`,
    nama_lengkap: `Mahasiswa Baru ${at}`,
    email: `baru${at}@kampus.example`,
  }));

  for (const { NPK, nama_lengkap } of renamed)
    await demo.setField('class/students', NPK, 'nama_lengkap', `${nama_lengkap} Baru`);
  for (const place of dropped) await demo.dropFromClass(place, place.NPK);
  for (const place of broken)
    await demo.setField('class/students', `${classOf(place)}/${place.NPK}`, 'nama_lengkap', [
      'tidak',
      'terbaca',
    ]);
  for (const place of added) await demo.addRow('class/students', rowOf(place));
  for (const place of moved) {
    await demo.dropFromClass(place, place.NPK);
    await demo.addRow('class/students', { ...rowOf(place), nama_kelas: elsewhere(place) });
  }
  return { renamed, dropped, broken, added, moved };
}

test('a campus of 2,000 syncs from nothing; thirty changes touch only themselves', async ({ page, demo }) => {
  test.slow();
  test.setTimeout(600_000);
  await align(page, 'selesai');
  const { data: standing } = await demo.get('summary');
  const of = standing.find(({ kind }: { kind: string }) => kind === 'mahasiswa');
  expect(of.people).toBeGreaterThan(1900);
  expect([of.migrated, of.enrolled, of.failed]).toEqual([of.people, of.enrolments, 0]);

  const { renamed, dropped, broken, added, moved } = await thirtyChanges(demo);
  expect(renamed.length + dropped.length + broken.length + added.length + moved.length).toBe(30);
  const run = await align(page, 'selesai sebagian');
  await expect(students(page, '1. Ambil dari OCAS')).toContainText('14 dibuat');
  await expect(students(page, '1. Ambil dari OCAS')).toContainText('8 diubah');
  await expect(students(page, '1. Ambil dari OCAS')).toContainText('13 hilang');
  await expect(students(page, '1. Ambil dari OCAS')).toContainText('1 gagal');
  await expect(students(page, '2. Kirim ke Moodle')).toContainText('8 dibuat');
  await expect(students(page, '2. Kirim ke Moodle')).toContainText('8 diubah');
  await expect(students(page, '3. Daftarkan ke kelas')).toContainText('8 di-enroll');
  await expect(students(page, '3. Daftarkan ke kelas')).toContainText('6 pindah kelompok');
  await expect(students(page, '4. Keluarkan yang sudah tidak di kelas')).toContainText('7 ditangguhkan');

  // The reports name these rows and no others. An unreadable row is named by its position in the list.
  const { stages } = (await demo.get(`jobs/${run}`)).data;
  const touched = new Set<string>();
  for (const { kind, job } of stages) {
    const { data } = await demo.get(`jobs/${job}/rows?page=0&per_page=100`);
    if (kind !== 'mahasiswa') expect(data, `${kind} of job ${job}`).toEqual([]);
    for (const { key, label, outcome } of data) {
      if (outcome === 'failed') continue;
      expect(label, key).not.toBe('');
      touched.add(key.split(' · ').at(-1));
    }
  }
  const changed = [...renamed, ...dropped, ...added, ...moved].map(({ NPK }) => NPK);
  expect([...touched].sort()).toEqual(changed.sort());
  const stored = (await demo.post('mahasiswa/get')).data as (Place & { missing_since: string | null })[];
  for (const { NPK } of broken) {
    expect(stored.filter((place) => place.NPK === NPK && place.missing_since !== null)).toEqual([]);
  }

  await students(page, '1. Ambil dari OCAS').getByRole('link', { name: 'Mahasiswa' }).click();
  await page.getByLabel('Hasil', { exact: true }).selectOption('created');
  for (const { NPK, nama_lengkap, nama_mk, nama_kelas } of added.slice(0, 1)) {
    await page.getByRole('searchbox').fill(NPK);
    const row = page.getByRole('row').filter({ hasText: NPK });
    const person = row.getByRole('link', { name: nama_lengkap });
    await expect(person).toHaveAttribute('href', `/orang/mahasiswa/${NPK}`);
    await expect(row.getByRole('link', { name: `${nama_mk} ${nama_kelas}` })).toBeVisible();
  }
});
