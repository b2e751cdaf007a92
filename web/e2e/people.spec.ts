import type { Page } from '@playwright/test';
import type { Demo } from './demo';
import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import {
  dialogWithPlan,
  expectToast,
  ofClass,
  open,
  rows,
  savedLines,
  waitUntilLoaded,
  withStudents,
  withTwins,
} from './steps';

interface Place {
  id: number;
  NPK: string;
  nama_lengkap: string;
  nama_mk: string;
  nama_kelas: string;
}

/** Syncs all students of the campus. Returns their rows, by number. */
async function withAllStudents(demo: Demo): Promise<Map<string, Place[]>> {
  for (const kind of ['prodi', 'matakuliah', 'kelas', 'mahasiswa']) await demo.post(`${kind}/sync`);
  const places: Place[] = (await demo.post('mahasiswa/get')).data;
  const people = new Map<string, Place[]>();
  for (const place of places) people.set(place.NPK, [...(people.get(place.NPK) ?? []), place]);
  return people;
}

/** The line of a person. */
const line = (page: Page, number: string) =>
  rows(page).filter({ has: page.getByRole('cell', { name: number, exact: true }) });

test('each person stands once, with their classes; a chosen class lists its enrolments', async ({
  page,
  demo,
}) => {
  const people = await withAllStudents(demo);
  const students = await withStudents(demo);
  const [number, places] = [...people].find(([, of]) => of.length > 4) ?? ['', []];
  const enrolments = [...people.values()].flat().length;
  await open(page, '/mahasiswa');
  const count = new Intl.NumberFormat('id').format(people.size);
  await expect(page.getByRole('tab', { name: `Dashboard ${count}`, exact: true })).toBeVisible();
  await expect(
    page.getByText(`${count} orang · ${new Intl.NumberFormat('id').format(enrolments)} peserta kelas`),
  ).toBeVisible();

  await page.getByLabel('Cari di semua kolom').fill(number);
  await expect(rows(page)).toHaveCount(1);
  const found = line(page, number);
  await expect(found).toContainText(`${places[0]?.nama_mk} ${places[0]?.nama_kelas}`);
  await expect(found).toContainText('belum.');
  await expect(found).toContainText(`+${places.length - 2} lagi`);

  // The person is found by each of their classes, too.
  await page.getByLabel('Cari di semua kolom').fill(places.at(-1)?.nama_mk ?? '');
  await waitUntilLoaded(page);
  const inCourse = [...people.values()].filter((of) =>
    of.some(({ nama_mk }) => nama_mk.includes(places.at(-1)?.nama_mk ?? '-')),
  );
  await expect(page.getByRole('tab', { name: `Dashboard ${inCourse.length}`, exact: true })).toBeVisible();

  await open(page, ofClass(students));
  const ofOne = (await demo.post('mahasiswa/get', { ...students, kelas_id: undefined })).data as Place[];
  await expect(page.getByText(`${ofOne.length} baris`, { exact: true })).toBeVisible();
  const headers = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
  expect(headers).toEqual(expect.arrayContaining(['Mata Kuliah', 'Nama Kelas', 'Enroll', 'Migrasi']));
  await page.getByRole('button', { name: 'Kosongkan pilihan kelas' }).click();
  await expect(page.getByRole('tab', { name: `Dashboard ${count}`, exact: true })).toBeVisible();
});

/** The headings that are not wholly in view: beyond the window, or below the columns that keep their place. */
const hiddenHeadings = (page: Page, names: readonly string[]) =>
  page.getByRole('columnheader').evaluateAll((headings, wanted) => {
    const named = headings.map((heading) => ({
      name: (heading as HTMLElement).innerText.trim(),
      box: heading.getBoundingClientRect(),
      keepsPlace: getComputedStyle(heading).right !== 'auto',
    }));
    const isHidden = (name: string) => {
      const at = named.findIndex((heading) => heading.name === name);
      const heading = named[at];
      if (!heading) return true;
      const ends = named.slice(at + 1).filter(({ keepsPlace }) => keepsPlace);
      const end = Math.min(window.innerWidth, ...ends.map(({ box }) => box.left));
      return heading.box.left < 0 || heading.box.right > end + 1;
    };
    return wanted.filter(isHidden);
  }, names);

test('the columns that matter are wholly in view on a laptop', async ({ page, demo }) => {
  const people = await withAllStudents(demo);
  await withTwins(demo);
  for (const kind of ['dosen', 'mengajar']) await demo.post(`${kind}/sync`);
  const [{ nik }] = (await demo.get('dosen/get')).data;
  const [number] = people.keys();
  const name = 'Raden Ajeng Maria Kusumawardhani Sastroatmodjo';
  await demo.setField('class/students', String(number), 'nama_lengkap', name);
  await demo.setField('teachers', nik, 'nama_lengkap', name);
  for (const kind of ['dosen', 'mahasiswa']) await demo.post(`${kind}/sync`);
  await demo.post('mahasiswa/export_as_user').catch(() => undefined);
  for (const [path, own] of [
    ['/mahasiswa', 'NPK'],
    ['/pengajar', 'NIK'],
  ] as const) {
    await open(page, `${path}?sort=nama_lengkap&order=desc`);
    await page.getByLabel('Cari di semua kolom').fill('sastroatmodjo raden');
    await expect(rows(page)).toHaveCount(1);
    await waitUntilLoaded(page);
    const columns = ['Nama Lengkap', own, 'Prodi', 'Kelas', 'Perhatian', 'Migrasi', 'Aksi'];
    await expect.poll(() => hiddenHeadings(page, columns), path).toEqual([]);
    // The address is longer than what tells people apart, and stands behind it.
    const boxOf = (name: string) => page.getByRole('columnheader', { name, exact: true }).boundingBox();
    const [attention, email] = await Promise.all([boxOf('Perhatian'), boxOf('Email')]);
    expect(email?.x).toBeGreaterThan(attention?.x ?? 0);
    expect(email?.width).toBeLessThanOrEqual(160);
  }
  await open(page, '/mahasiswa?q=kembar&sort=migration');
  await expect(rows(page).filter({ hasText: '1 hal' })).toHaveCount(1);
  await expect.poll(() => hiddenHeadings(page, ['Perhatian', 'Migrasi'])).toEqual([]);
});

test('two chosen people are all their rows, and one person too', async ({ page, demo }) => {
  const people = await withAllStudents(demo);
  await open(page, '/mahasiswa?sort=NPK');
  const chosen: Place[] = [];
  for (const row of [0, 2]) {
    const number = (await rows(page).nth(row).getByRole('cell').nth(3).innerText()).trim();
    chosen.push(...(people.get(number) ?? []));
    await rows(page).nth(row).getByRole('checkbox').check();
  }
  await expect(page.getByText('2 orang dipilih')).toBeVisible();
  // Their file has a row for each of their enrolments, below the headings.
  expect(await savedLines(page)).toHaveLength(1 + chosen.length);
  await page.getByRole('button', { name: 'Hapus (2)' }).click();
  const dialog = await dialogWithPlan(page, 'Lakukan penghapusan data Mahasiswa di dashboard?');
  await expect(dialog).toContainText(
    `Hanya untuk 2 orang yang dipilih, di semua kelasnya: ${chosen.length} peserta kelas.`,
  );
  await expect(dialog).toContainText(`${chosen.length} akan dihapus`);
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expectToast(page, 'Success');
  const left: Place[] = (await demo.post('mahasiswa/get')).data;
  const gone = new Set(chosen.map(({ id }) => id));
  const expected = [...people.values()].flat().filter(({ id }) => !gone.has(id));
  expect(left.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());

  const [number, places] = [...people].find(([, of]) => !of.some(({ id }) => gone.has(id))) ?? ['', []];
  await page.getByLabel('Cari di semua kolom').fill(number);
  await expect(rows(page)).toHaveCount(1);
  await rows(page)
    .getByRole('button', { name: /^Hapus / })
    .click();
  const one = await dialogWithPlan(page, `Hapus Mahasiswa ${places[0]?.nama_lengkap}?`);
  await expect(one).toContainText(`Berlaku di semua kelasnya: ${places.length}.`);
  await expect(one).toContainText(`${places.length} akan dihapus`);
});

test('the list of people says what is to be done, on a phone too, and is accessible', async ({
  page,
  demo,
}) => {
  const people = await withAllStudents(demo);
  await withTwins(demo);
  // A person in several classes has no address, so neither the account nor an enrolment can be sent.
  const [number, places] = [...people].find(([, of]) => of.length > 4) ?? ['', []];
  await demo.setField('class/students', number, 'email', '');
  await demo.post('mahasiswa/sync');
  await demo.post('mahasiswa/export_as_user');
  await open(page, '/mahasiswa?migration=gagal');
  await expect(rows(page)).toHaveCount(2);
  await expect(line(page, number)).toContainText('1 hal');
  for (const kind of ['matakuliah', 'kelas']) await demo.post(`${kind}/export`);
  const failed = await demo.begin('mahasiswa/enroll', { ids: places.map(({ id }) => id) });
  await open(page, `/tugas/${failed.id}?status=failed`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText([places[0]?.nama_lengkap ?? '']);
  await open(page, '/mahasiswa?migration=gagal');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntilLoaded(page);
    await expectAccessible(page, `people, ${colorScheme}`);
  }
  await open(page, '/mahasiswa');
  await page.setViewportSize({ width: 390, height: 844 });
  const cards = page.getByRole('list', { name: 'Tabel Daftar Mahasiswa' }).getByRole('listitem');
  await expect(cards).toHaveCount(10);
  await waitUntilLoaded(page);
  await expectNoOverflow(page, 'people on a phone');
  await expectAccessible(page, 'people on a phone');
  await cards.first().getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a list is filtered by program and intake, chosen by name and kept in the address', async ({
  page,
  demo,
}) => {
  const people = await withAllStudents(demo);
  const rowsOf = (await demo.post('mahasiswa/get')).data as (Place & {
    program_id: string;
    angkatan: string;
  })[];
  const first = rowsOf[0] as (typeof rowsOf)[number];
  const program = (await demo.get('prodi/get')).data.find(
    ({ program_id }: { program_id: string }) => program_id === first.program_id,
  ) as { nama_prodi: string };
  const counted = (is: (row: (typeof rowsOf)[number]) => boolean) =>
    new Set(rowsOf.filter(is).map(({ NPK }) => NPK)).size;
  await open(page, '/mahasiswa');
  const add = page.getByRole('button', { name: 'Filter', exact: true });
  // By keyboard: the field, then the value, found by a part of its name.
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Filter menurut').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByPlaceholder('Cari Prodi')).toBeFocused();
  await page.keyboard.type(program.nama_prodi.slice(0, 12).toUpperCase());
  const options = page.getByRole('listbox').getByRole('option');
  await expect(options.first()).toContainText(program.nama_prodi);
  await expect(options).toHaveCount(1);
  await expectAccessible(page, 'the menu of a filter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const ofProgram = counted(({ program_id }) => program_id === first.program_id);
  const set = page.getByRole('button', { name: `Lepas filter Prodi: ${program.nama_prodi}` });
  await expect(set).toBeVisible();
  await expect(page.getByRole('tab', { name: `Dashboard ${ofProgram}`, exact: true })).toBeVisible();

  await add.click();
  await options.filter({ hasText: 'Angkatan' }).click();
  await options.filter({ hasText: first.angkatan }).click();
  const both = counted(
    ({ program_id, angkatan }) => program_id === first.program_id && angkatan === first.angkatan,
  );
  await expect(page.getByRole('tab', { name: `Dashboard ${both}`, exact: true })).toBeVisible();
  await page.reload();
  await expect(set).toBeVisible();
  await expect(page.getByRole('tab', { name: `Dashboard ${both}`, exact: true })).toBeVisible();
  expect(both).toBeLessThan(people.size);
  await set.click();
  await expect(page).not.toHaveURL(/program_id/);
  await expect(page.getByRole('button', { name: `Lepas filter Angkatan: ${first.angkatan}` })).toBeVisible();
});
