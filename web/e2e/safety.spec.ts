import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { type Demo, person } from './demo';
import { expect, test } from './journey';
import { expectAccessible } from './pageChecks';
import {
  bodyOf,
  confirm,
  dialogWithPlan,
  expectToast,
  heading,
  logIn,
  menuLink,
  ofClass,
  open,
  pressYes,
  rows,
  toast,
  waitUntilLoaded,
  withLargeClass,
  withTwins,
} from './steps';

const deleteAll = 'Lakukan penghapusan data Mata Kuliah di dashboard?';
const syncAll = 'Lakukan sinkronisasi data Mata Kuliah?';

const count = async (demo: Demo, list = 'matakuliah/get') =>
  (await demo.get(`${list}?page=0&per_page=10`)).total ?? 0;

/** The names of the dashboard's courses. */
async function courses(demo: Demo): Promise<string[]> {
  const { data } = await demo.get('matakuliah/get');
  return data
    .map((row: Record<string, unknown>) =>
      [row.matakuliah_id, row.nama_matakuliah, row.migration].join(' · '),
    )
    .sort();
}

const pressSync = (page: Page) =>
  page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();

test.describe('the confirmed plan is what is done', () => {
  test('Ya sends the shown plan, and the outcome matches it', async ({ page, demo }) => {
    await open(page, '/mata_kuliah');
    const planResponse = page.waitForResponse(/\/matakuliah\/sync$/);
    await pressSync(page);
    const { data: plan } = await (await planResponse).json();
    expect(plan.token).toMatch(/./);
    const startRequest = page.waitForRequest(
      (request) => /\/matakuliah\/sync$/.test(request.url()) && !request.postDataJSON().dry_run,
    );
    const dialog = await pressYes(page, syncAll);
    expect((await startRequest).postDataJSON()).toMatchObject({ plan: plan.token });
    await expect(dialog).toBeHidden();
    await expectToast(page, 'Success');
    expect(await count(demo)).toBe(plan.counts.create);
  });

  test('changed data brings the question back with a new plan', async ({ page, demo }) => {
    await open(page, '/mata_kuliah');
    await pressSync(page);
    const dialog = await dialogWithPlan(page, syncAll);
    const whole = await count(demo, 'source/courses');
    await expect(dialog.getByRole('button', { name: `${whole} baru` })).toBeVisible();
    await demo.change('courses', 'half');
    const half = await count(demo, 'source/courses');
    expect(half).toBeLessThan(whole);

    await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('Data sudah berubah sejak rencana tadi dihitung');
    await expect(dialog.getByRole('button', { name: `${half} baru` })).toBeVisible();
    await expectAccessible(page, 'the question that is put again');
    expect(await count(demo)).toBe(0);

    await confirm(page, syncAll);
    expect(await count(demo)).toBe(half);
  });
});

test.describe('an action with a large impact', () => {
  test('requires typing the name of the data, by keyboard alone', async ({ page, demo }) => {
    await demo.post('matakuliah/sync');
    const all = await count(demo);
    await open(page, '/mata_kuliah');
    const button = page.getByRole('button', { name: 'Delete All Data' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = await dialogWithPlan(page, deleteAll);
    const name = dialog.getByLabel('Ketik Mata Kuliah untuk melanjutkan');
    const yes = dialog.getByRole('button', { name: 'Ya', exact: true });
    await expect(name).toHaveAccessibleDescription(/100 persen/);
    await expect(dialog.getByRole('button', { name: 'Tidak' })).toBeFocused();
    await expect(yes).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, 'the question that wants a name');
    await page.keyboard.press('Shift+Tab');
    await expect(name).toBeFocused();
    await page.keyboard.type('mata kuliah');
    await page.keyboard.press('Enter');
    await expect(yes).toHaveAttribute('aria-disabled', 'true');
    expect(await count(demo)).toBe(all);

    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await dialogWithPlan(page, deleteAll);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('Mata Kuliah');
    await expect(yes).not.toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Success');
    await expect(page.getByText('Data di dashboard sudah dihapus.')).toBeVisible();
  });

  test('an empty source list changes nothing, and the question says why', async ({ page, demo }) => {
    await demo.post('kelas/sync');
    const rowCount = await count(demo, 'kelas/get');
    await demo.change('classes', 'empty');
    await open(page, '/kelas');
    await pressSync(page);
    const dialog = await dialogWithPlan(page, 'Lakukan sinkronisasi data Kelas?');
    await expect(dialog.getByRole('alert')).toContainText(/OCAS mengirim daftar kosong/);
    await expect(dialog.getByRole('button', { name: 'Ya', exact: true })).toBeHidden();
    const close = dialog.getByRole('button').filter({ hasText: 'Tutup' });
    await expect(close).toBeFocused();
    await expectAccessible(page, 'the question that is refused');
    await close.click();
    await expect(dialog).toBeHidden();
    expect(await count(demo, 'kelas/get')).toBe(rowCount);
    const entries = (await demo.get('react/log?page=0&per_page=10')).data;
    expect(entries.filter(({ action }: { action: string }) => action.includes('Sinkronisasi'))).toHaveLength(
      1,
    );
  });
});

test.describe('a long job', () => {
  test.use({ largeClass: 5_000 });

  test('continues across reload and login, and reports when stopped', async ({ page, demo }) => {
    const students = await withLargeClass(demo);
    await demo.slowMoodle(1500);
    await open(page, ofClass(students));
    await page.getByRole('button', { name: 'Export Data', exact: true }).click();
    const dialog = await pressYes(page, 'Lakukan Export All as User Data Mahasiswa?');
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await dialog.getByRole('button', { name: 'Jalankan di latar' }).click();
    const running = page.getByRole('button', { name: 'Pekerjaan, 1 sedang berjalan' });
    await page.reload();
    await expect(running).toBeVisible();

    await page.getByRole('button', { name: /Menu pengguna/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await logIn(page, person);
    await running.click();
    const tray = page.getByRole('dialog', { name: 'Pekerjaan' });
    await expect(tray.getByText(/^[\d.]+ dari 5\.000/)).toBeVisible();
    await tray.getByRole('button', { name: 'Batalkan' }).click();
    const message = page.locator('.toasts').getByText(/dibatalkan; [\d.]+ baris sudah dikerjakan\./);
    await expect(message).toBeVisible();
  });

  test('makes a second action on the same data wait, with the reason', async ({ page, demo }) => {
    const students = await withLargeClass(demo);
    await open(page, ofClass(students));
    await page.getByRole('button', { name: 'Unenroll', exact: true }).click();
    const dialog = await dialogWithPlan(page, 'Lakukan Unenroll Data Mahasiswa?');
    await demo.slowMoodle(1500);
    await demo.begin('mahasiswa/export_as_user', bodyOf(students));
    await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
    await expect(dialog.getByText('Menunggu Export Mahasiswa selesai')).toBeVisible();
    await dialog.getByRole('button', { name: 'Jalankan di latar' }).click();

    // Another client started the export, so this page may not know of it yet.
    await page.getByRole('button', { name: /^Pekerjaan, [12] sedang berjalan$/ }).click();
    const tray = page.getByRole('dialog', { name: 'Pekerjaan' });
    const lines = tray.getByRole('listitem');
    await expect(lines.first()).toContainText('Menunggu Export Mahasiswa selesai');
    await demo.slowMoodle(0);
    await expect(lines.first().getByText('selesai', { exact: true })).toBeVisible();
  });
});

test('a report is filtered and downloaded, and failed rows are retried', async ({ page, demo }) => {
  await withTwins(demo);
  await demo.post('mahasiswa/export_as_user');
  await open(page, '/log-activity');
  await rows(page).first().getByRole('link', { name: 'Rincian' }).click();
  await expect(heading(page, 'Export Mahasiswa')).toBeVisible();
  await expect(rows(page)).toHaveCount(2);
  const reason = page.getByRole('list', { name: 'Alasan yang sama' }).getByRole('button');
  await expect(reason).toHaveText(/^1 baris: .*dipakai/);
  await reason.click();
  await expect(page).toHaveURL(/reason=/);
  await expect(reason).toHaveAttribute('aria-pressed', 'true');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(['Ina Kembar']);
  await expectAccessible(page, 'the report narrowed to a reason');
  await reason.click();
  await expect(page).not.toHaveURL(/reason=/);
  await expect(rows(page)).toHaveCount(2);
  const outcome = page.getByLabel('Hasil', { exact: true });
  await expect(outcome.getByRole('option')).toHaveText([
    'Hasil: semua',
    'Hasil: gagal (1)',
    'Hasil: dibuat (1)',
  ]);
  await outcome.selectOption('created');
  await expect(rows(page)).toContainText(['Ani Kembar']);
  await outcome.selectOption('failed');
  await expect(rows(page)).toContainText(['Ina Kembar']);
  await page.getByRole('searchbox').fill('77002');
  await expect(page).toHaveURL(/q=77002/);
  await waitUntilLoaded(page);
  await expect(rows(page)).toHaveCount(1);

  const file = page.waitForEvent('download');
  const asked = page.waitForRequest(/rows\.xlsx/);
  await page.getByRole('button', { name: 'Unduh Excel' }).click();
  expect(new URL((await asked).url()).search).toBe('?status=failed&q=77002');
  const saved = await file;
  expect(saved.suggestedFilename()).toMatch(/^rincian-\d+\.xlsx$/);
  // An Excel file is a zip archive.
  expect(
    readFileSync(await saved.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');

  const { data: students } = await demo.call('POST', '/api/v1/api/mahasiswa/get', {});
  const { id } = students.find((row: Record<string, unknown>) => row.NPK === '77002');
  await demo.call('POST', '/api/react/update/mahasiswa', {
    id,
    kode_kelas: 'TI-X',
    nama_depan: 'Ina',
    nama_belakang: 'Kembar',
    nim: '77002',
    email: 'ina@kampus.ac.id',
  });
  const before = page.url();
  await page.getByRole('button', { name: 'Coba lagi yang gagal' }).click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByText(/^selesai · Ratna Dewi/)).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(['Ina Kembar']);
  await expect(page.getByRole('button', { name: 'Coba lagi yang gagal' })).toBeHidden();
});

test.describe('undo', () => {
  test('restores a full deletion, from its toast', async ({ page, demo }) => {
    await demo.post('matakuliah/sync');
    await demo.post('matakuliah/export');
    const before = await courses(demo);
    await open(page, '/mata_kuliah');
    await page.getByRole('button', { name: 'Delete All Data' }).click();
    await pressYes(page, deleteAll, 'Mata Kuliah');
    await expect(page.getByText('Data di dashboard sudah dihapus.')).toBeVisible();
    await toast(page, 'Success').getByRole('button', { name: 'Urungkan' }).click();
    await expect(rows(page)).toHaveCount(10);
    await expectToast(page, 'Success');
    expect(await courses(demo)).toEqual(before);
  });

  test('restores a full deletion, from the empty list', async ({ page, demo }) => {
    await demo.post('matakuliah/sync');
    const before = await courses(demo);
    await open(page, '/mata_kuliah');
    // There is one main action, and deleting stands apart from it.
    const filled = page.locator('main [data-variant=filled]');
    await expect(filled).toHaveText(['Sync Data']);
    await page.getByRole('button', { name: 'Delete All Data' }).click();
    const dialog = await dialogWithPlan(page, deleteAll);
    await expect(dialog).toContainText('Yang memakai data ini tidak ikut dihapus: Kelas');
    await expect(dialog).toContainText('Penghapusan dapat diurungkan selama 30 hari.');
    await confirm(page, deleteAll, 'Mata Kuliah');
    await expect(page.getByText('Data di dashboard sudah dihapus.')).toBeVisible();
    await page.locator('main').getByRole('button', { name: 'Urungkan' }).click();
    await confirm(page, 'Urungkan Hapus Mata Kuliah?');
    await expect(rows(page)).toHaveCount(10);
    expect(await courses(demo)).toEqual(before);
  });

  test('restores a full deletion, from its report, only once', async ({ page, demo }) => {
    await demo.post('matakuliah/sync');
    const before = await courses(demo);
    await open(page, '/mata_kuliah');
    await page.getByRole('button', { name: 'Delete All Data' }).click();
    await confirm(page, deleteAll, 'Mata Kuliah');
    await menuLink(page, 'Aktivitas Log').click();
    await rows(page).first().getByRole('link', { name: 'Rincian' }).click();
    await expect(heading(page, 'Hapus Mata Kuliah')).toBeVisible();
    await page.getByRole('button', { name: 'Urungkan' }).click();
    const asked = await dialogWithPlan(page, 'Urungkan Hapus Mata Kuliah?');
    await expect(asked.getByText(/^[1-9][\d.]* akan dikembalikan ke keadaan sebelumnya$/)).toBeVisible();
    await expect(asked.getByRole('button', { name: 'Tidak' })).toBeFocused();
    await expectAccessible(page, 'the question before what was done is taken back');
    await confirm(page, 'Urungkan Hapus Mata Kuliah?');
    await expect(page.getByText('Sudah diurungkan')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Urungkan' })).toBeHidden();
    expect(await courses(demo)).toEqual(before);
    await page.getByRole('link', { name: 'Lihat pekerjaan itu' }).click();
    await expect(heading(page, 'Urungkan Mata Kuliah')).toBeVisible();
    await expect(page.getByText('Mengurungkan pekerjaan lain')).toBeVisible();
  });

  test('removes what a sync created, from the tray', async ({ page, demo }) => {
    await demo.post('matakuliah/sync');
    await open(page, '/mata_kuliah');
    await expect(rows(page)).toHaveCount(10);
    await page.getByRole('button', { name: 'Pekerjaan', exact: true }).click();
    const tray = page.getByRole('dialog', { name: 'Pekerjaan' });
    await tray.getByRole('button', { name: 'Urungkan' }).click();
    await confirm(page, 'Urungkan Sync Mata Kuliah?');
    await expect(page.getByText('Belum ada data di dashboard.')).toBeVisible();
    expect(await count(demo)).toBe(0);
    await page.getByRole('button', { name: 'Pekerjaan', exact: true }).click();
    await expect(tray.getByText('Sudah diurungkan')).toBeVisible();
  });

  test('restores what a sync changed', async ({ page, demo }) => {
    await demo.post('semester/sync');
    const [{ id, kode_tahun_ajaran, kode_semester, nama_semester }] = (await demo.get('semester/get')).data;
    const edited = { id, kode_tahun_ajaran, kode_semester, nama_semester: 'Semester Uji' };
    await demo.call('POST', '/api/react/update/semester', edited);
    const name = async () => {
      const { data } = await demo.get('semester/get');
      return data.find((row: Record<string, unknown>) => row.id === id).nama_semester;
    };
    await open(page, '/semester?tab=source');
    await rows(page)
      .filter({ hasText: kode_semester })
      .getByRole('button', { name: /^Sync baris ini/ })
      .click();
    await pressYes(page, 'Lakukan sinkronisasi data Semester?');
    const undo = toast(page, 'Success').getByRole('button', { name: 'Urungkan' });
    await expect(undo).toBeVisible();
    expect(await name()).toBe(nama_semester);
    await undo.click();
    await confirm(page, 'Urungkan Sync Semester?');
    expect(await name()).toBe('Semester Uji');
  });
});
