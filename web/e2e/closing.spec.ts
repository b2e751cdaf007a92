import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { confirm, dialogWithPlan, heading, menuLink, open, rows, toast, waitUntilLoaded } from './steps';

const question = 'Tutup semester Gasal 2026/2027?';
const code = '20261';

test('Tutup semester: courses are hidden by a plan of their own, and shown again', async ({ page, demo }) => {
  for (const kind of ['tahun_ajaran', 'semester', 'prodi', 'matakuliah', 'kelas']) {
    await demo.post(`${kind}/sync`);
  }
  await open(page, `/semester?tab=dashboard&q=${code}`);
  const close = page.getByRole('button', { name: 'Tutup semester Gasal 2026/2027' });

  // The setting comes first, and the question says where it is.
  await close.click();
  let dialog = await dialogWithPlan(page, question);
  await expect(dialog).toContainText('Pengaturan > Bentuk di Moodle');
  await expect(dialog.getByRole('button', { name: 'Ya', exact: true })).toBeHidden();
  await dialog.locator('form').getByRole('button', { name: 'Tutup', exact: true }).click();

  await page.getByRole('button', { name: 'Pengaturan', exact: true }).click();
  await menuLink(page, 'Bentuk di Moodle').click();
  const hide = page.getByRole('radio', { name: 'disembunyikan', exact: true });
  await expect(hide).toBeDisabled();
  await page.getByRole('radio', { name: 'setiap kelas dan semester' }).click();
  await hide.click();
  await page.getByRole('button', { name: 'Simpan', exact: true }).click();
  const saving = page.getByRole('dialog', { name: 'Simpan bentuk ini?' });
  await saving.getByRole('button', { name: 'Simpan', exact: true }).click();
  await expect(page.getByText('Bentuk di Moodle disimpan.')).toBeVisible();
  await demo.post('kelas/export');

  // A semester that is running stays.
  await demo.setField('semesters', code, 'tanggal_selesai', '2999-01-31');
  await demo.post('semester/sync');
  await open(page, `/semester?tab=dashboard&q=${code}`);
  await close.click();
  dialog = await dialogWithPlan(page, question);
  await expect(dialog).toContainText('Semester 20261 belum selesai: tanggal selesainya 2999-01-31.');
  await dialog.locator('form').getByRole('button', { name: 'Tutup', exact: true }).click();

  await demo.setField('semesters', code, 'tanggal_mulai', '2025-09-01');
  await demo.setField('semesters', code, 'tanggal_selesai', '2026-01-31');
  await demo.post('semester/sync');
  const { total: classes } = await demo.get('kelas/get?page=0&per_page=10');
  await page.reload();
  await waitUntilLoaded(page);
  await close.focus();
  await page.keyboard.press('Enter');
  dialog = await dialogWithPlan(page, question);
  await expect(dialog).toContainText(`${classes} course disembunyikan`);
  await expect(dialog.getByRole('button', { name: 'Tidak' })).toBeFocused();
  await expectAccessible(page, 'the plan of closing a semester');
  if (process.env.SCREENSHOTS) await page.screenshot({ path: 'screenshots/closing.png' });
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoOverflow(page, 'the plan of closing a semester on a phone');
  if (process.env.SCREENSHOTS) await page.screenshot({ path: 'screenshots/closing-phone.png' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  const done = toast(page, 'Success');
  await expect(done).toContainText(`Tutup semester 20261: ${classes} course disembunyikan.`);
  if (process.env.SCREENSHOTS) await page.screenshot({ path: 'screenshots/closing-done.png' });
  expect(
    (await demo.post('semester/close', { kode_semester: code, dry_run: true })).data.counts,
  ).toMatchObject({
    update: 0,
    unchanged: classes,
  });
  await done.getByRole('button', { name: 'Urungkan' }).click();
  await confirm(page, 'Urungkan Tutup Semester?');
  expect(
    (await demo.post('semester/close', { kode_semester: code, dry_run: true })).data.counts,
  ).toMatchObject({
    update: classes,
    unchanged: 0,
  });

  await menuLink(page, 'Aktivitas Log').click();
  await expect(heading(page, 'Aktivitas Log')).toBeVisible();
  await waitUntilLoaded(page);
  await rows(page).nth(0).getByRole('link', { name: 'Rincian' }).click();
  await expect(rows(page).first()).toContainText('ditampilkan lagi');
  await page.getByRole('link', { name: 'Lihat pekerjaan itu' }).click();
  await expect(heading(page, 'Tutup Semester')).toBeVisible();
  await expect(rows(page).first()).toContainText('disembunyikan');
  if (process.env.SCREENSHOTS) await page.screenshot({ path: 'screenshots/closing-report.png' });
});
