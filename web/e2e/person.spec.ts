import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import {
  bodyOf,
  confirm,
  dialogWithPlan,
  expectToast,
  heading,
  ofClass,
  open,
  rows,
  waitUntilLoaded,
  withStudents,
} from './steps';

const places = 'table[aria-label="Kelas"] tbody tr';

test('a person is shown in all systems, and one button fixes differences', async ({ page, demo }) => {
  const students = await withStudents(demo);
  await open(page, ofClass(students));
  const link = rows(page).first().getByRole('link').first();
  const name = (await link.textContent()) ?? '';
  await link.click();
  await page.getByRole('link', { name: 'Buka halaman' }).click();
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByText('Terdaftar di 0 dari 1 kelas')).toBeVisible();
  await expect(page.locator(places)).toContainText('Belum punya akun di Moodle');
  await expectAccessible(page, 'a person who is missing');

  await page.getByRole('button', { name: 'Selaraskan orang ini' }).click();
  const question = `Selaraskan ${name}?`;
  const plan = await dialogWithPlan(page, question);
  await plan.getByRole('button', { name: /dikerjakan/ }).click();
  await expect(plan).toContainText('Belum punya akun di Moodle');
  await confirm(page, question);
  await expect(page.getByText('Terdaftar di 1 dari 1 kelas')).toBeVisible();
  await expect(page.locator(places)).toContainText('Terdaftar');
  await expect(page.getByRole('main')).toContainText(/Selaraskan Mahasiswa: di-enroll/);
  // The history links to the class, as the table of enrolments does.
  const place = await page.locator(places).getByRole('link').first().getAttribute('href');
  const happened = page
    .getByRole('region', { name: 'Riwayat' })
    .getByRole('listitem')
    .filter({ hasText: 'di-enroll' });
  await expect(happened.locator(`a[href="${place}"]`)).toHaveCount(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'a person on a phone');

  // The class links back to the person, and so does the job's report.
  await page.locator(places).getByRole('link').click();
  await expect(page.getByText(/^1 dari \d+ orang selaras$/)).toBeVisible();
  await expectAccessible(page, 'a class');
  await expectNoOverflow(page, 'a class on a phone');
  // Those who are in step are folded into one line.
  await expect(page.getByRole('link', { name: new RegExp(name) })).toBeHidden();
  await page.getByRole('button', { name: '1 orang selaras', expanded: false }).click();
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(heading(page, name)).toBeVisible();
});

test('an edit shows its changed fields on the page and in the log', async ({ page, demo }) => {
  const students = await withStudents(demo);
  const [student] = (await demo.post('mahasiswa/get', bodyOf(students))).data;
  await open(page, `/mahasiswa/${student.id}/update`);
  await page.getByLabel('Email').fill('baru@kampus.example');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success');
  await open(page, `/orang/mahasiswa/${student.NPK}`);
  await expect(page.getByRole('region', { name: 'Riwayat' })).toContainText(
    new RegExp(`${student.email}.*→.*baru@kampus\\.example`),
  );
  await open(page, `/log-activity?person=${student.NPK}`);
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('baru@kampus.example');
  await rows(page).getByRole('link', { name: 'Lihat' }).click();
  await expect(page).toHaveURL(new RegExp(`/orang/mahasiswa/${student.NPK}$`));
  await page.goBack();
  await page.getByLabel('Tindakan', { exact: true }).selectOption('sync');
  await waitUntilLoaded(page);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Sinkronisasi data Mahasiswa');
});

test('a report of the last days is shown and downloaded', async ({ page, demo }) => {
  await demo.post('prodi/sync');
  await withStudents(demo);
  await open(page, '/laporan');
  const table = page.getByRole('table', { name: 'Laporan' });
  await expect(table).toContainText('Mahasiswa');
  // The sum of all comes first, then each study program once, with its kinds.
  await expect(table.getByRole('row').nth(1).getByRole('rowheader')).toHaveText('Jumlah');
  await expect(table.getByRole('rowheader', { name: 'Informatika · 11', exact: true })).toHaveCount(1);
  await expectAccessible(page, 'the report');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh Excel' }).click();
  expect((await downloading).suggestedFilename()).toMatch(
    /^laporan-\d{4}-\d{2}-\d{2}-\d{4}-\d{2}-\d{2}\.xlsx$/,
  );

  await page.getByRole('button', { name: 'Pilih di kalender: dari tanggal' }).click();
  const calendar = page.getByRole('dialog', { name: 'Dari tanggal' });
  await expectAccessible(page, 'the calendar of the report');
  await calendar.getByRole('button', { name: /^1 / }).first().press('Enter');
  await expect(page).toHaveURL(/from=\d{4}-\d{2}-01/);

  // Days that the server refuses have their error at the field.
  await open(page, '/laporan?from=2010-01-01');
  const to = page.getByRole('textbox', { name: 'Sampai tanggal' });
  await expect(to).toHaveAttribute('aria-invalid', 'true');
  await expect(to).toHaveAccessibleDescription('Rentang tanggal paling lama satu tahun');
  await expect(page.getByText('Data tidak dapat dimuat.')).toHaveCount(0);
});

test('an account that is perhaps a person’s is chosen, and gets their data', async ({ page, demo }) => {
  await withStudents(demo);
  const [student] = (await demo.post('mahasiswa/get')).data;
  for (const username of ['lama.satu', 'lama.dua']) {
    await demo.makeAccount({
      username,
      firstname: 'Lama',
      lastname: 'Sekali',
      email: `${username}@lain.example`,
      idnumber: student.NPK,
    });
  }
  expect((await demo.post('mahasiswa/export_as_user')).data).toContain('1 gagal');
  await open(page, '/');
  await page.getByRole('link', { name: /1 baris mungkin sudah ada di Moodle/ }).click();
  await expect(heading(page, 'Cocokkan dengan Moodle')).toBeVisible();
  const item = `${student.nama_lengkap} ${student.NPK}`;
  const accounts = page.getByRole('table', { name: `Yang mungkin milik ${item}` });
  await expect(accounts.locator('tbody tr')).toHaveCount(2);
  await expect(accounts).toContainText('lama.dua@lain.example');
  await expectAccessible(page, 'accounts to choose from');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoOverflow(page, 'accounts to choose from');

  await page.getByRole('button', { name: `Pilih lama.dua untuk ${item}` }).click();
  const question = `Kaitkan ${item} dengan lama.dua?`;
  const plan = await dialogWithPlan(page, question);
  await plan.getByRole('button', { name: '1 diperbarui' }).click();
  await expect(plan).toContainText(`Alamat e-mail: lama.dua@lain.example → ${student.email}`);
  await plan.getByRole('button', { name: 'Ya' }).click();
  await expectToast(page, 'Success', '1 baris dikaitkan dengan yang sudah ada di Moodle.');
  await expect(page.getByText('Tidak ada yang perlu dipilih.')).toBeVisible();

  await demo.post('mahasiswa/export_as_user');
  await open(page, `/orang/mahasiswa/${student.NPK}`);
  await expect(page.getByRole('main')).toContainText('lama.dua');
});
