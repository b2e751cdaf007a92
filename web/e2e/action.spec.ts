import { expect, test } from './journey';
import { expectAccessible } from './pageChecks';
import {
  bodyOf,
  confirm,
  dialogWithPlan,
  expectToast,
  heading,
  menuLink,
  ofClass,
  open,
  perform,
  rows,
  toast,
  waitUntilLoaded,
  withStudents,
  withTwins,
} from './steps';

const syncQuestion = 'Lakukan sinkronisasi data Kelas?';

test('the question shows its plan; Tidak changes nothing, Ya does it', async ({ page, demo }) => {
  await open(page, '/kelas');
  const sync = page.getByRole('button', { name: 'Sync Data', exact: true }).first();
  await sync.click();
  const dialog = await dialogWithPlan(page, syncQuestion);
  const fromSource = (await demo.get('source/classes?page=0&per_page=10')).total;
  await expect(dialog.getByRole('button', { name: `${fromSource} baru` })).toBeVisible();
  await expectAccessible(page, 'the question');
  await dialog.getByRole('button', { name: `${fromSource} baru` }).click();
  await expect(dialog.getByText(`Ditampilkan 10 dari ${fromSource} baris.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Tidak' }).click();
  await expect(dialog).toBeHidden();
  expect((await demo.get('kelas/get')).data).toHaveLength(0);

  await sync.click();
  await confirm(page, syncQuestion);
  await expect(rows(page)).toHaveCount(10);
  await sync.click();
  const again = await dialogWithPlan(page, syncQuestion);
  await expect(again.getByText('Tidak ada yang perlu dikerjakan.')).toBeVisible();
  await expect(again.getByText(`${fromSource} tetap`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(again).toBeHidden();
});

test('a plan lists the changes field by field', async ({ page, demo }) => {
  await demo.post('semester/sync');
  const [{ id, kode_tahun_ajaran, kode_semester, nama_semester }] = (await demo.get('semester/get')).data;
  const edited = { id, kode_tahun_ajaran, kode_semester, nama_semester: 'Semester Uji' };
  await demo.call('POST', '/api/react/update/semester', edited);
  await open(page, '/semester?tab=source');
  await rows(page)
    .filter({ hasText: kode_semester })
    .getByRole('button', { name: /^Sync baris ini/ })
    .click();
  const dialog = await dialogWithPlan(page, 'Lakukan sinkronisasi data Semester?');
  await dialog.getByRole('button', { name: '1 berubah' }).click();
  await expect(dialog.getByText(`Nama Semester: Semester Uji → ${nama_semester}`)).toBeVisible();
});

test('a plan tells how long similar work took before', async ({ page, demo }) => {
  await open(page, '/semester');
  const sync = page.getByRole('button', { name: 'Sync Data', exact: true }).first();
  await sync.click();
  const question = 'Lakukan sinkronisasi data Semester?';
  const first = await dialogWithPlan(page, question);
  await expect(first.getByRole('button', { name: /baru$/ })).toBeVisible();
  await expect(first.getByText(/^Perkiraan waktu/)).toHaveCount(0);
  await first.getByRole('button', { name: 'Ya' }).click();
  await expect(first).toBeHidden();

  const [row] = (await demo.get('semester/get')).data;
  await demo.setField('semesters', row.kode_semester, 'nama_semester', 'Semester Uji');
  await sync.click();
  const again = await dialogWithPlan(page, question);
  await expect(again.getByText(/^Perkiraan waktu: \d+ detik, menurut pekerjaan serupa/)).toBeVisible();
});

test('one row is synced from the source, exported, and deleted', async ({ page, demo }) => {
  await demo.post('matakuliah/sync');
  await demo.post('matakuliah/export');
  await open(page, '/kelas?tab=source');
  const label = (await rows(page).first().getByRole('checkbox').getAttribute('aria-label'))?.slice(6) ?? '';
  await rows(page)
    .first()
    .getByRole('button', { name: /Sync baris ini/ })
    .click();
  await expect(page.getByRole('dialog').getByText(`Hanya untuk: ${label}`)).toBeVisible();
  await confirm(page, syncQuestion);

  await page.getByRole('tab', { name: /Dashboard/ }).click();
  await expect(rows(page)).toHaveCount(1);
  await rows(page)
    .getByRole('button', { name: /^belum/ })
    .click();
  await confirm(page, 'Lakukan export data Kelas?');
  const done = rows(page).getByRole('button', { name: /^sudah/ });
  await expect(done).toBeDisabled();

  await rows(page)
    .getByRole('button', { name: `Hapus ${label}` })
    .click();
  const dialog = await dialogWithPlan(page, `Hapus Kelas ${label}?`);
  await expect(dialog.getByText('Data di OCAS dan Moodle tidak ikut dihapus.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Tidak' })).toBeFocused();
  await confirm(page, `Hapus Kelas ${label}?`);
  await expect(page.getByText('Data di dashboard sudah dihapus.')).toBeVisible();
});

test('actions on chosen rows touch only those rows', async ({ page, demo }) => {
  await demo.post('matakuliah/sync');
  await open(page, '/mata_kuliah');
  const total = (await demo.get('matakuliah/get?page=0&per_page=10')).total ?? 0;
  for (const place of [0, 2, 4]) await rows(page).nth(place).getByRole('checkbox').check();
  await expect(page.getByText('3 baris dipilih')).toBeVisible();
  // While rows are chosen, no button applies to all rows.
  await expect(page.getByRole('button', { name: /^(Sync Data|Delete All Data)/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Export Data (3)', exact: true }).click();
  const dialog = await dialogWithPlan(page, 'Lakukan export data Mata Kuliah?');
  await expect(dialog.getByText('Hanya untuk 3 baris yang dipilih.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: '3 baru di Moodle' })).toBeVisible();
  await confirm(page, 'Lakukan export data Mata Kuliah?');
  await expect(rows(page).getByRole('button', { name: /^sudah/ })).toHaveCount(3);
  await expect(rows(page).getByRole('button', { name: /^belum/ })).toHaveCount(7);

  await page.getByRole('checkbox', { name: 'Pilih semua baris di halaman ini' }).check();
  await expect(page.getByText('10 baris dipilih')).toBeVisible();
  await page.getByRole('button', { name: 'Hapus (10)' }).click();
  await confirm(page, 'Lakukan penghapusan data Mata Kuliah di dashboard?');
  expect((await demo.get('matakuliah/get?page=0&per_page=10')).total).toBe(total - 10);
});

test('deleting everything empties the dashboard and no other system', async ({ page, demo }) => {
  await demo.post('matakuliah/sync');
  await open(page, '/mata_kuliah');
  await perform(page, 'Delete All Data', 'Lakukan penghapusan data Mata Kuliah di dashboard?', 'Mata Kuliah');
  // After a deletion by mistake, the empty list offers the undo.
  await expect(page.getByText('Data di dashboard sudah dihapus.')).toBeVisible();
  await page.getByRole('tab', { name: /OCAS/ }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('tab', { name: /Dashboard/ }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Urungkan', exact: true }).click();
  await confirm(page, 'Urungkan Hapus Mata Kuliah?');
  await expect(rows(page)).toHaveCount(10);
});

test('one button enrols a student and takes them out again', async ({ page, demo }) => {
  const students = await withStudents(demo);
  await demo.post('matakuliah/export');
  await demo.post('kelas/export');
  await demo.post('mahasiswa/export_as_user', bodyOf(students));
  await open(page, ofClass(students));
  const first = rows(page).first();
  await first.getByRole('button', { name: /^belum\. Enroll/ }).click();
  await confirm(page, 'Lakukan Enroll Data Mahasiswa?');
  // The state looks plain; the tooltip says what a click would do.
  const enrolled = first.getByRole('button', { name: /^sudah\. Unenroll/ });
  await expect(enrolled).toHaveAttribute('data-state', 'enrolled');
  await expect(enrolled).toHaveAttribute('data-hint', /^Klik: Unenroll /);
  await enrolled.click();
  const asked = await dialogWithPlan(page, 'Lakukan Unenroll Data Mahasiswa?');
  await expect(asked.getByRole('button', { name: 'Tidak' })).toBeFocused();
  await asked.getByRole('button', { name: 'Ya', exact: true }).click();
  // The outcome names the person and the class, not only a number.
  const [student] = (await demo.post('mahasiswa/get', bodyOf(students))).data;
  const named = `${student.nama_lengkap} · ${student.NPK} · ${students.nama_mk} ${students.nama_kelas}`;
  await expect(toast(page, 'Success')).toContainText('1 peserta kelas ditangguhkan');
  await expectToast(page, 'Success', named);
  await expect(first.getByRole('button', { name: /^ditangguhkan\. Aktifkan lagi/ })).toBeVisible();
  await perform(page, 'Enroll', 'Lakukan Enroll Data Mahasiswa?');
  await expect(rows(page).getByRole('button', { name: /^sudah\. Unenroll/ })).toHaveCount(
    await rows(page).count(),
  );
  await perform(page, 'Unenroll', 'Lakukan Unenroll Data Mahasiswa?');
  await expect(rows(page).getByRole('button', { name: /^sudah\. Unenroll/ })).toHaveCount(0);
});

test('failed rows are listed with their reason and can be retried', async ({ page, demo }) => {
  await withTwins(demo);
  await open(page, '/mahasiswa');
  await page.getByRole('button', { name: 'Export Data', exact: true }).click();
  const dialog = await dialogWithPlan(page, 'Lakukan Export All as User Data Mahasiswa?');
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  // An outcome with failures is no success: the failures are its headline.
  const outcome = page.locator('.toasts').getByRole('status');
  await expect(outcome).toContainText(/^1 gagal/);
  await expect(outcome).not.toContainText('Success');
  await expect(outcome).toHaveAttribute('style', /yellow/);
  await outcome.getByRole('button', { name: 'Lihat rincian' }).click();
  await expect(heading(page, 'Export Mahasiswa')).toBeVisible();
  await expect(page).toHaveURL(/\/tugas\/\d+\?status=failed$/);
  await expect(rows(page)).toContainText([/kembar@kampus.ac.id sudah dipakai akun lain di Moodle \(77001\)/]);
  await expectAccessible(page, 'the report of rows');
  const first = page.url();
  await page.getByRole('button', { name: 'Coba lagi yang gagal' }).click();
  await expect(page).not.toHaveURL(first);
  // The one row fails again. It is the only row, so the whole action fails.
  await expect(page.getByText(/^gagal · Ratna Dewi/)).toBeVisible();
  await menuLink(page, 'Daftar Mahasiswa').click();
  await waitUntilLoaded(page);
  const failed = rows(page).getByRole('button', { name: /^gagal/ });
  await expect(failed).toHaveCount(1);
  await failed.hover();
  await expect(page.locator('.hint')).toContainText('kembar@kampus.ac.id');
});

test('a row is named with number and class in question and outcome', async ({ page, demo }) => {
  const students = await withStudents(demo);
  await open(page, ofClass(students));
  const [student] = (await demo.post('mahasiswa/get', bodyOf(students))).data;
  const name = student.nama_lengkap;
  const whole = `${name} · ${student.NPK} · ${students.nama_mk} ${students.nama_kelas}`;
  await page.getByRole('button', { name: `Hapus ${name}`, exact: true }).click();
  const dialog = await dialogWithPlan(page, `Hapus Mahasiswa ${name}?`);
  await expect(dialog.getByText(`Hanya untuk: ${whole}`)).toBeVisible();
  await expect(dialog.getByText('Barisnya di kelas lain tidak ikut dihapus.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expectToast(page, 'Success', whole);
  await rows(page)
    .first()
    .getByRole('button', { name: /^belum\. Enroll/ })
    .click();
  await expect(page.getByRole('dialog').getByText(/^Hanya untuk: .+ · \d+ · .+/)).toContainText(
    `${students.nama_mk} ${students.nama_kelas}`,
  );
});

test('a toast stays for ten seconds at the bottom end', async ({ page }) => {
  await page.clock.install();
  await open(page, '/kelas');
  await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
  const dialog = await dialogWithPlan(page, syncQuestion);
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(toast(page, 'Success')).toContainText(/Sinkronisasi data Kelas: \d+ baru\./);
  const box = await page.locator('.toasts').boundingBox();
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  expect(width - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThanOrEqual(16);
  expect(height - ((box?.y ?? 0) + (box?.height ?? 0))).toBeLessThanOrEqual(16);
  await page.mouse.move(10, 400);
  await page.clock.fastForward(8_000);
  await expect(toast(page, 'Success')).toBeVisible();
  await page.clock.fastForward(3_000);
  await expect(toast(page, 'Success')).toBeHidden();
});

test('a toast moves no row and covers no row button', async ({ page, demo }) => {
  await demo.post('matakuliah/sync');
  await open(page, '/mata_kuliah');
  const last = rows(page).last();
  const place = await last.boundingBox();
  await page.getByRole('button', { name: 'Export Data', exact: true }).click();
  const dialog = await dialogWithPlan(page, 'Lakukan export data Mata Kuliah?');
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(toast(page, 'Success')).toContainText('Export data Mata Kuliah');
  await waitUntilLoaded(page);
  expect(await last.boundingBox()).toEqual(place);
  // A trial click presses nothing: it only proves that the pointer reaches the button.
  await last.getByRole('button', { name: /^Hapus/ }).click({ trial: true });
});

test('an action applies to the filtered rows and says so first', async ({ page, demo }) => {
  await demo.post('matakuliah/sync');
  const [{ nama_matakuliah }] = (await demo.get('matakuliah/get?page=0&per_page=10')).data;
  const total = (await demo.get('matakuliah/get?page=0&per_page=10')).total ?? 0;
  const address = `matakuliah/get?page=0&per_page=10&q=${encodeURIComponent(nama_matakuliah)}`;
  const n = (await demo.get(address)).total ?? 0;
  await open(page, `/mata_kuliah?q=${encodeURIComponent(nama_matakuliah)}`);
  await page.getByRole('button', { name: 'Delete All Data' }).click();
  const dialog = await dialogWithPlan(page, 'Lakukan penghapusan data Mata Kuliah di dashboard?');
  await expect(
    dialog.getByText(`Hanya untuk ${n} baris yang cocok dengan pencarian dan filter.`),
  ).toBeVisible();
  await expect(dialog.getByRole('button', { name: `${n} akan dihapus` })).toBeVisible();
  await confirm(page, 'Lakukan penghapusan data Mata Kuliah di dashboard?');
  expect((await demo.get('matakuliah/get?page=0&per_page=10')).total).toBe(total - n);
});

test('an action that ignores the search says so first', async ({ page, demo }) => {
  await demo.post('matakuliah/sync');
  await open(page, '/mata_kuliah?q=a');
  await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
  const dialog = await dialogWithPlan(page, 'Lakukan sinkronisasi data Mata Kuliah?');
  await expect(
    dialog.getByText(/^Pencarian dan filter di layar tidak mempersempit tindakan ini/),
  ).toBeVisible();
});

test('rows of several pages are chosen together', async ({ page, demo }) => {
  await demo.post('matakuliah/sync');
  await open(page, '/mata_kuliah');
  const all = page.getByRole('checkbox', { name: 'Pilih semua baris di halaman ini' });
  await all.check();
  await expect(page.getByText('10 baris dipilih')).toBeVisible();
  await page.getByRole('button', { name: 'Halaman berikutnya' }).click();
  await expect(page.getByText(/^11–20 dari/)).toBeVisible();
  await waitUntilLoaded(page);
  await all.check();
  await expect(page.getByText('20 baris dipilih')).toBeVisible();
  await all.uncheck();
  await expect(page.getByText('10 baris dipilih')).toBeVisible();
});

test('all matching rows beyond the page can be chosen', async ({ page, demo }) => {
  await demo.post('matakuliah/sync');
  const n = (await demo.get('matakuliah/get?page=0&per_page=10&migration=belum')).total ?? 0;
  await open(page, '/mata_kuliah?migration=belum');
  await page.getByRole('checkbox', { name: 'Pilih semua baris di halaman ini' }).check();
  await page.getByRole('button', { name: `Pilih semua ${n} baris yang cocok` }).click();
  await expect(page.getByText(`${n} baris dipilih`)).toBeVisible();
  await page.getByRole('button', { name: `Export Data (${n})`, exact: true }).click();
  const dialog = await dialogWithPlan(page, 'Lakukan export data Mata Kuliah?');
  await expect(dialog.getByRole('button', { name: `${n} baru di Moodle` })).toBeVisible();
});
