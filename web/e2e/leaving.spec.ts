import type { Page } from '@playwright/test';
import type { Demo } from './demo';
import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import {
  bodyOf,
  type ClassOf,
  confirm,
  dialogWithPlan,
  expectToast,
  heading,
  menuLink,
  ofClass,
  open,
  pressYes,
  rows,
  toast,
  waitUntilLoaded,
  withLargeClass,
  withStudents,
} from './steps';

const question = 'Keluarkan mahasiswa dari kelas?';

interface Student {
  NPK: string;
  nama_lengkap: string;
  enroll: string;
}

/** The students of a class in the dashboard. */
async function studentsOf(demo: Demo, students: ClassOf): Promise<Student[]> {
  return (await demo.post('mahasiswa/get', bodyOf(students))).data;
}

async function stateOf(demo: Demo, students: ClassOf, { NPK }: Student): Promise<string | undefined> {
  return (await studentsOf(demo, students)).find((student) => student.NPK === NPK)?.enroll;
}

/** A class in which every student has an account. */
async function exportClass(demo: Demo, students: ClassOf): Promise<void> {
  await demo.post('prodi/sync');
  await demo.post('prodi/export');
  await demo.post('matakuliah/export');
  await demo.post('kelas/export');
  await demo.post('mahasiswa/export_as_user', bodyOf(students));
}

/** A class in which every student is enrolled. */
async function enrollClass(demo: Demo, students: ClassOf): Promise<Student[]> {
  await exportClass(demo, students);
  await demo.post('mahasiswa/enroll', bodyOf(students));
  return studentsOf(demo, students);
}

/** A class with one student who is still enrolled although the source no longer lists them. */
async function withOneMissing(demo: Demo): Promise<{ students: ClassOf; gone: Student; others: Student[] }> {
  const students = await withStudents(demo);
  const [gone, ...others] = await enrollClass(demo, students);
  if (!gone) throw new Error('the class has no students');
  await demo.dropFromClass(students, gone.NPK);
  await demo.post('mahasiswa/sync', bodyOf(students));
  return { students, gone, others };
}

/** Goes from the main page to the people who have left. */
async function openMissingRows(page: Page): Promise<void> {
  await open(page, '/');
  const line = page.getByRole('listitem').filter({
    hasText: '1 peserta kelas (mahasiswa) sudah tidak ada di kelasnya, tetapi masih aktif di Moodle',
  });
  await line.getByRole('link', { name: 'Lihat' }).click();
  await expect(heading(page, 'Daftar Mahasiswa')).toBeVisible();
  await waitUntilLoaded(page);
}

test('Keluar dari kelas: a dropped student is suspended, then reactivated', async ({ page, demo }) => {
  const { students, gone } = await withOneMissing(demo);
  await openMissingRows(page);
  await expect(page).toHaveURL(/missing=true/);
  await expect(page.getByRole('button', { name: 'Hilang dari OCAS 1' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(gone.NPK);

  await page.getByRole('button', { name: 'Keluarkan dari kelas', exact: true }).click();
  const dialog = await dialogWithPlan(page, question);
  await expect(dialog).toContainText('Hanya untuk peserta kelas yang hilang dari OCAS: dari 1 orang.');
  await expect(dialog.getByRole('radio', { name: /^Tangguhkan/ })).toBeChecked();
  await expect(dialog.getByText('1 akan ditangguhkan di Moodle')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Tidak' })).toBeFocused();
  await expectAccessible(page, 'the question how people leave');
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  const undo = toast(page, 'Success').getByRole('button', { name: 'Urungkan' });
  await expect(undo).toBeVisible();
  expect(await stateOf(demo, students, gone)).toBe('ditangguhkan');
  await undo.click();
  await confirm(page, 'Urungkan Unenroll Mahasiswa?');
  expect(await stateOf(demo, students, gone)).toBe('sudah');

  await menuLink(page, 'Aktivitas Log').click();
  await expect(heading(page, 'Aktivitas Log')).toBeVisible();
  await waitUntilLoaded(page);
  await rows(page).nth(0).getByRole('link', { name: 'Rincian' }).click();
  await expect(heading(page, 'Urungkan Mahasiswa')).toBeVisible();
  await expect(rows(page)).toContainText(['aktif lagi']);
  await page.getByRole('link', { name: 'Lihat pekerjaan itu' }).click();
  await expect(heading(page, 'Unenroll Mahasiswa')).toBeVisible();
  await expect(page.getByText('Sudah diurungkan')).toBeVisible();
  await expect(rows(page)).toContainText(['ditangguhkan']);
});

test('Keluar dari kelas: one row is unenrolled and deleted by its own button', async ({ page, demo }) => {
  const { students, gone, others } = await withOneMissing(demo);
  await open(page, ofClass(students));
  await expect(page.getByRole('button', { name: 'Hilang dari OCAS 1' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  // Students in the source's list have no such button.
  const leave = page.getByRole('button', { name: /^Keluarkan .+ dari kelas$/ });
  await expect(leave).toHaveAccessibleName(`Keluarkan ${gone.nama_lengkap} dari kelas`);
  await leave.click();
  const dialog = await dialogWithPlan(page, question);
  await expect(dialog).toContainText(
    `Hanya untuk: ${gone.nama_lengkap} · ${gone.NPK} · ${students.nama_mk} ${students.nama_kelas}`,
  );
  await dialog.getByRole('checkbox', { name: 'Hapus juga barisnya dari dashboard' }).check();
  await dialogWithPlan(page, question);
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expectToast(page, 'Success');
  const left = (await studentsOf(demo, students)).map(({ NPK }) => NPK);
  expect(left).not.toContain(gone.NPK);
  for (const { NPK } of others) expect(left).toContain(NPK);
});

test('Keluar dari kelas: removing enrolments requires typing the number of grades', async ({
  page,
  demo,
}) => {
  const { students, others } = await withOneMissing(demo);
  const [graded] = others;
  if (!graded) throw new Error('the class has one student alone');
  await demo.grade(graded.NPK, new Date('2026-11-19T01:00:00Z'));
  await open(page, ofClass(students));
  for (const place of [1, 2, 3]) await page.getByRole('checkbox').nth(place).check();
  await page.getByRole('button', { name: 'Unenroll (3)' }).click();
  const dialog = await dialogWithPlan(page, 'Lakukan Unenroll Data Mahasiswa?');
  await expect(dialog.getByRole('radio', { name: /^Tangguhkan/ })).toBeChecked();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);

  await dialog.getByText('Unenroll', { exact: true }).click();
  await dialogWithPlan(page, 'Lakukan Unenroll Data Mahasiswa?');
  const leaving = dialog.getByRole('listitem');
  await expect(leaving).toHaveText([
    /punya nilai · terakhir membuka 19 Nov 2026$/,
    /tanpa nilai · tidak tercatat pernah membuka$/,
    /tanpa nilai · tidak tercatat pernah membuka$/,
  ]);
  await expect(leaving.first()).toContainText(graded.nama_lengkap);
  await expect(dialog.getByRole('note')).toContainText('Recover grades default');
  const yes = dialog.getByRole('button', { name: 'Ya', exact: true });
  await expect(yes).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'the question that costs grades');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'the question that costs grades');

  // Choosing to suspend again removes the extra confirmation.
  await dialog.getByText('Tangguhkan', { exact: true }).click();
  await dialogWithPlan(page, 'Lakukan Unenroll Data Mahasiswa?');
  await expect(yes).not.toHaveAttribute('aria-disabled', 'true');
  await dialog.getByText('Unenroll', { exact: true }).click();
  await pressYes(page, 'Lakukan Unenroll Data Mahasiswa?', '1');
  await expectToast(page, 'Success');
  const states = await studentsOf(demo, students);
  expect(states.filter(({ enroll }) => enroll === 'sudah')).toHaveLength(others.length - 2);
  expect(states.filter(({ enroll }) => enroll === 'ditangguhkan')).toEqual([]);
});

test.describe('above the limit for checking grades', () => {
  test.use({ largeClass: 1_001 });

  test('Keluar dari kelas: unknown grades count as existing', async ({ page, demo }) => {
    test.setTimeout(120_000);
    const students = await withLargeClass(demo);
    await demo.post('matakuliah/sync');
    await exportClass(demo, students);
    await open(page, ofClass(students));
    await page.getByRole('button', { name: 'Enroll', exact: true }).first().click();
    const first = await dialogWithPlan(page, 'Lakukan Enroll Data Mahasiswa?');
    await expect(first.getByRole('note')).toContainText('pesan sambutan');
    await first.getByRole('button', { name: 'Tidak' }).click();
    await demo.post('mahasiswa/enroll', bodyOf(students));
    await open(page, ofClass(students));
    await page.getByRole('button', { name: 'Unenroll', exact: true }).click();
    const dialog = await dialogWithPlan(page, 'Lakukan Unenroll Data Mahasiswa?');
    await dialog.getByText('Unenroll', { exact: true }).click();
    await dialogWithPlan(page, 'Lakukan Unenroll Data Mahasiswa?');
    await expect(dialog.getByRole('listitem').first()).toContainText('nilai tidak diketahui');
    await dialog.getByLabel('Ketik 1001 untuk melanjutkan').fill('1001');
    await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
    await page.getByRole('link', { name: 'Lihat rincian' }).or(toast(page, 'Success')).first().waitFor();
    await toast(page, 'Success').getByRole('button', { name: 'Lihat rincian' }).click();
    await expect(heading(page, 'Unenroll Mahasiswa')).toBeVisible();
    await expect(page.getByRole('note')).toContainText('Recover grades default');
  });
});

test.describe('with people in several classes', () => {
  test.use({ campusSize: 60 });

  test('Keluar dari kelas: the plan and the outcome name each person once, with all classes', async ({
    page,
    demo,
  }) => {
    await demo.post('campus/align');
    const [one, other] = (await demo.get('people/mahasiswa?page=0&per_page=10')).data;
    await open(page, '/mahasiswa');
    await page.getByRole('checkbox').nth(1).check();
    await page.getByRole('checkbox').nth(2).check();
    await page.getByRole('button', { name: 'Unenroll (2)' }).click();
    const dialog = await dialogWithPlan(page, 'Lakukan Unenroll Data Mahasiswa?');
    await dialog.getByText('nilai di kelas ini hilang').click();
    const plan = dialog.getByRole('region', { name: /akan di-unenroll di Moodle/ });
    await expect(plan.getByRole('listitem')).toHaveCount(2);
    await expect(plan.getByRole('listitem').first()).toContainText(`${one.nama_lengkap} · ${one.NPK}`);
    await expect(plan.getByText('tanpa nilai · tidak tercatat pernah membuka')).toHaveCount(2);
    await expectAccessible(page, 'the plan by person');
    await dialog.getByText('nilai dan kelompok tetap').click();
    await dialog.getByRole('button', { name: /akan ditangguhkan di Moodle/ }).click();
    await expect(dialog.getByRole('region', { name: /ditangguhkan/ }).getByRole('listitem')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
    await toast(page, 'Success').getByRole('button', { name: 'Lihat rincian' }).click();
    await expect(heading(page, 'Unenroll Mahasiswa')).toBeVisible();
    await waitUntilLoaded(page);
    await page.getByLabel('Baris per halaman').selectOption('100');
    await expect(rows(page)).toHaveCount(2);
    // The lines are numbered by their first rows.
    const classes = (await rows(page).nth(0).getByRole('link').count()) - 1;
    expect(classes).toBeGreaterThanOrEqual(one.classes.length);
    await expect(rows(page).nth(1).getByRole('cell').first()).toHaveText(String(classes + 1));
    await expect(rows(page).nth(1)).toContainText(other.nama_lengkap);
    await expectAccessible(page, 'an outcome by person');
  });
});
