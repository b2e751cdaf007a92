import type { Locator, Page } from '@playwright/test';
import type { Demo } from './demo';
import { expect, test } from './journey';
import { confirm, confirmWithModal, open, perform, rows } from './steps';

/** Exports through the API what an enrolment needs on Moodle. */
async function exportParents(demo: Demo): Promise<void> {
  for (const kind of ['matakuliah', 'kelas', 'dosen']) {
    await demo.post(`${kind}/sync`);
    await demo.post(`${kind}/export`);
  }
}

async function chooseFirstTeacher(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Pilih Pengajar', exact: true }).click();
  const option = page.getByRole('listbox').getByRole('option').first();
  const name = await option.innerText();
  await option.click();
  await expect(page).toHaveURL(/nik=/);
  return name;
}

async function headers(within: Locator): Promise<string[]> {
  const texts = await within.getByRole('columnheader').allInnerTexts();
  return texts.map((text) => text.trim()).filter(Boolean);
}

test('Data Mengajar: sync, choose a teacher, see both sides', async ({ page }) => {
  await open(page, '/mengajar');
  await perform(page, 'Sync Data', 'Lakukan sinkronisasi data mengajar?');
  await expect(rows(page)).toHaveCount(10);
  const all = await page.getByRole('tab', { name: /^Dashboard/ }).innerText();

  const name = await chooseFirstTeacher(page);
  // The dropdown shows titles before and after the name, as people write them.
  expect(name).toContain(', ');
  // Both tables of the chosen teacher appear together, each with its own columns.
  const side = (called: string) => page.getByRole('region', { name: called });
  // The count arrives with the rows.
  await expect(side('Dashboard').getByRole('heading')).toHaveText(/\d/);
  const own = await side('Dashboard').getByRole('heading').innerText();
  expect(own.replace(/\D/g, '')).not.toBe(all.replace(/\D/g, ''));
  await expect(side('OCAS').getByRole('heading')).toHaveText(own.replace('Dashboard', 'OCAS'));
  expect(await headers(side('Dashboard'))).toEqual([
    'No',
    'Nama Mata Kuliah',
    'Kelas ID',
    'Program ID',
    'NIK',
    'Nama Kelas',
    'Peran',
    'Enroll',
    'Aksi',
  ]);
  expect(await headers(side('OCAS'))).toEqual([
    'No',
    'Nama Mata Kuliah',
    'Kelas ID',
    'Program ID',
    'NIK',
    'Aksi',
  ]);
  await page.reload();
  await expect(page.getByRole('button', { name: `Pilih Pengajar: ${name}` })).toBeVisible();
});

test("Data Mengajar: the teacher's name stands beside the number", async ({ page, demo }) => {
  await demo.post('dosen/sync');
  await demo.post('mengajar/sync');
  const [{ nik }] = (await demo.get('dosen/get?page=0&per_page=10')).data;
  const [{ nama_lengkap }] = (await demo.get(`dosen/get?page=0&per_page=10&q=${nik}`)).data;
  await open(page, `/mengajar?q=${nik}`);
  await expect(rows(page).first()).toContainText(`${nik} · `);
  await expect(rows(page).first()).toContainText(nama_lengkap);
  // A search by name finds the teacher and offers to choose them.
  await page.getByRole('searchbox').fill(nama_lengkap);
  await expect(rows(page).first()).toContainText(nama_lengkap);
  await page.getByRole('tabpanel').getByRole('button', { name: nama_lengkap }).click();
  await expect(page).toHaveURL(new RegExp(`nik=${nik}`));
  await expect(rows(page.getByRole('region', { name: 'Dashboard' })).first()).toContainText(nik);
});

test('Data Mengajar: enroll and unenroll one, then all', async ({ page, demo }) => {
  await exportParents(demo);
  await demo.post('mengajar/sync');
  await open(page, '/mengajar');
  await chooseFirstTeacher(page);
  const enroll = rows(page)
    .first()
    .getByRole('button', { name: /^belum/ });
  await enroll.click();
  await confirmWithModal(page, 'Lakukan enroll data Pengajar?');
  const enrolled = rows(page)
    .first()
    .getByRole('button', { name: /^sudah/ });
  await enrolled.click();
  await confirmWithModal(page, 'Lakukan unenroll data Pengajar?');
  await expect(
    rows(page)
      .first()
      .getByRole('button', { name: /^ditangguhkan/ }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Enroll All', exact: true }).click();
  await confirm(page, 'Lakukan enroll data Pengajar?');
  const ofTeacher = page.getByRole('region', { name: 'Dashboard' });
  await expect(rows(ofTeacher).getByRole('button', { name: /^belum/ })).toHaveCount(0);
  await expect(rows(ofTeacher).getByRole('button', { name: /^sudah/ })).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Unenroll All', exact: true }).click();
  await confirm(page, 'Lakukan unenroll data Pengajar?', 'Mengajar');
  await expect(rows(ofTeacher).getByRole('button', { name: /^sudah/ })).toHaveCount(0);
});

test('Data Mengajar: an impossible enrolment opens a modal with the remedy', async ({ page, demo }) => {
  await demo.post('mengajar/sync');
  await open(page, '/mengajar');
  await rows(page)
    .first()
    .getByRole('button', { name: /^belum/ })
    .click();
  const question = page.getByRole('dialog', { name: 'Lakukan enroll data Pengajar?', exact: true });
  await question.getByRole('button', { name: 'Ya', exact: true }).click();
  const answer = page.getByRole('dialog', { name: 'Error' });
  await expect(answer).toContainText('Sync lalu export data Kelas dahulu.');
  await answer.getByRole('button', { name: 'OK' }).click();
  await expect(answer).toBeHidden();
});

test('Data Mengajar: delete one row', async ({ page, demo }) => {
  await demo.post('mengajar/sync');
  await open(page, '/mengajar');
  const before = await page.getByRole('tab', { name: /^Dashboard/ }).innerText();
  await page
    .getByRole('button', { name: /^Hapus / })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: /^Hapus data mengajar .+\?$/ });
  await expect(dialog).toContainText('Data di OCAS dan Moodle tidak ikut dihapus.');
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tab', { name: /^Dashboard/ })).not.toHaveText(before);
});
