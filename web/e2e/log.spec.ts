import { person } from './demo';
import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { bodyOf, heading, open, rows, waitUntilLoaded, withStudents } from './steps';

test('the log shows actor, action and time, newest first, searchable', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await demo.post('matakuliah/sync');
  await open(page, '/log-activity');
  for (const name of ['No', 'Aktivitas', 'Oleh', 'Waktu']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(rows(page)).toContainText([
    /Sinkronisasi data Mata Kuliah: \d+ baru\./,
    /Sinkronisasi data Kelas: \d+ baru\./,
    'Login',
    'Buat akun',
  ]);
  await expect(rows(page).first()).toContainText(/Ratna Dewi.*\d{1,2} \w{3} \d{4} \d{2}\.\d{2} WIB/);
  await page.getByRole('searchbox').fill('MATA KULIAH');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Hapus pencarian', exact: true }).click();
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole('columnheader', { name: 'Aktivitas' }).getByRole('button').click();
  await waitUntilLoaded(page);
  await expect(rows(page).first()).toContainText('Buat akun');
});

test('the log is narrowed to the account behind a name', async ({ page, demo }) => {
  await demo.call('POST', '/api/v1/api/user/insert', {
    nama_user: person.name,
    username: 'budi',
    password: 'rahasia-sekali-2026',
  });
  await demo.ask('POST', '/api/react/login', { username: 'budi', password: 'rahasia-sekali-2026' });
  await open(page, '/log-activity');
  await expect(rows(page).first()).toContainText(`${person.name} budi`);
  await rows(page).first().getByRole('link', { name: 'Hanya akun budi', exact: true }).click();
  await expect(page).toHaveURL(/account=2/);
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Tampilkan semua akun', exact: true }).click();
  await expect(page).not.toHaveURL(/account=/);
  await expect(rows(page).first()).toContainText('budi');
});

test('the log is narrowed to days that are typed, or picked from a calendar', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await open(page, '/log-activity');
  await expect(rows(page).first()).toBeVisible();
  await page.getByLabel('Dari tanggal', { exact: true }).fill('2031-01-5');
  await expect(page).toHaveURL(/from=2031-01-05/);
  await expect(page.getByText('Tidak ada baris yang cocok.')).toBeVisible();
  await page.getByLabel('Dari tanggal', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Pilih di kalender: sampai tanggal' }).press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Sampai tanggal' });
  await calendar.locator('[data-today]').press('Enter');
  await expect(page).toHaveURL(/to=\d{4}-\d{2}-\d{2}/);
  await waitUntilLoaded(page);
  await expect(rows(page).first()).toBeVisible();
});

test('a phone has the filters and the order of the log in a sheet', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await demo.post('matakuliah/sync');
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/log-activity');
  await expect(page.getByLabel('Urutkan', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Filter' });
  await sheet.getByLabel('Jenis', { exact: true }).selectOption({ label: 'Mata Kuliah' });
  await expect(page).toHaveURL(/kind=mata_kuliah/);
  await sheet.getByLabel('Urutkan', { exact: true }).selectOption({ label: 'Urutkan: Waktu' });
  await expect(page).toHaveURL(/sort=created_at/);
  await expectAccessible(page, 'the filters of the log on a phone');
  await expectNoOverflow(page, 'the filters of the log');
  await sheet.getByRole('button', { name: 'Tampilkan baris' }).click();
  await expect(page.getByRole('list', { name: /Aktivitas Log/ }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
});

test("the log and search results follow the page's language", async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await open(page, '/log-activity');
  await expect(rows(page).first()).toContainText(/Sinkronisasi data Kelas: \d+ baru\./);
  await page.getByRole('button', { name: /Menu pengguna/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await expect(rows(page)).toContainText([/Sync of classes: \d+ new\./, 'Logged in', 'Signed up']);
  await rows(page).first().getByRole('link', { name: 'Details' }).click();
  await expect(page.getByText(/^Sync of classes: \d+ new\./)).toBeVisible();
  await open(page, '/pengaturan/koneksi');
  await page.getByRole('button', { name: 'Test all' }).click();
  await expect(page.getByText('The database can be written to.')).toBeVisible();
  await expect(page.getByText(/^Moodle .* answers\.$/)).toBeVisible();
  await expect(page.getByText(/menjawab|dapat|terbaca/)).toHaveCount(0);
});

test('an entry of a job links to the report of its rows', async ({ page, demo }) => {
  await demo.post('kelas/sync');
  await open(page, '/log-activity');
  await rows(page).first().getByRole('link', { name: 'Rincian' }).click();
  await expect(heading(page, 'Sync Kelas')).toBeVisible();
  await expect(page).toHaveURL(/\/tugas\/\d+$/);
  await expect(page.getByText(/^Sinkronisasi data Kelas: \d+ baru\./)).toBeVisible();
  await expect(page.getByLabel('Hasil', { exact: true })).toHaveValue('');
  await expect(rows(page).first()).toContainText('dibuat');
  await page.reload();
  await expect(rows(page).first()).toContainText('dibuat');
  await page.getByRole('button', { name: 'Kembali' }).click();
  await expect(heading(page, 'Aktivitas Log')).toBeVisible();
});

test("every verb's report names people and links to them and their classes", async ({ page, demo }) => {
  test.slow();
  const students = await withStudents(demo);
  for (const kind of ['matakuliah', 'kelas']) await demo.post(`${kind}/export`);
  await demo.post('mahasiswa/export_as_user', bodyOf(students));
  await demo.post('mahasiswa/enroll', bodyOf(students));
  await demo.post('mahasiswa/unenroll', bodyOf(students));
  await demo.call('DELETE', '/api/v1/api/mahasiswa/delete_all', bodyOf(students));
  const names = (await demo.post('source/class/students', bodyOf(students))).data.map(
    ({ nama_lengkap }: { nama_lengkap: string }) => nama_lengkap,
  );
  const { data: jobs } = await demo.get('jobs');
  for (const verb of ['sync', 'export', 'enroll', 'unenroll', 'delete']) {
    const { id } = jobs.find(
      (job: { kind: string; verb: string }) => job.kind === 'mahasiswa' && job.verb === verb,
    );
    await open(page, `/tugas/${id}`);
    const person = rows(page).first().getByRole('link').first();
    expect(names, verb).toContain(await person.innerText());
    await expect(person).toHaveAttribute('href', /^\/orang\/mahasiswa\//);
    if (verb === 'export') continue;
    await expect(rows(page).first().locator('a[href^="/kelas/"]'), verb).toHaveCount(1);
  }
});
