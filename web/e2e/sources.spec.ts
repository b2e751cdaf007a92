import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { expectToast, heading, menuLink, open, perform, pressYes, rows, waitUntilLoaded } from './steps';

const teachers = [
  'NIDN;Nama Dosen;Surel;Jam',
  '0011;Siti Rahayu;siti@kampus.ac.id;',
  '0012;Budi;budi@kampus.ac.id;',
  '0011;Siti R.;lain@kampus.ac.id;',
  ';Tanpa Nomor;x@kampus.ac.id;',
].join('\n');

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function choose(page: Page, item: string, name: string, text: string): Promise<void> {
  const fileChooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: `Unggah ${item}`, exact: true }).click();
  const buffer = Buffer.from(text, 'utf8');
  await (await fileChooser).setFiles({ name, mimeType: 'text/csv', buffer });
}

test('Sumber: a file with its own headings becomes the teachers’ list', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Pengaturan', exact: true }).click();
  await menuLink(page, 'Sumber').click();
  await expect(heading(page, 'Sumber')).toBeVisible();
  const of = section(page, 'Pengajar');
  await expect(of).toContainText('Dibaca dari layanan web, /teachers');

  // The web service works, so there are no findings.
  await page.getByRole('button', { name: 'Coba Pengajar', exact: true }).click();
  await expect(of.getByText('Tidak ada masalah.')).toBeVisible();
  await expect(of).toContainText(/baris dibaca, seluruh daftar\. [\d.]+ baris per detik\./);
  await expect(of.getByRole('table').locator('tbody tr')).toHaveCount(10);

  // The headings are asked for once.
  await choose(page, 'Pengajar', 'Dosen 2026.csv', teachers);
  await expectToast(
    page,
    'Success',
    'Berkas Dosen 2026.csv diunggah untuk daftar Pengajar, dan belum dipakai.',
  );
  const dialog = page.getByRole('dialog', { name: 'Petakan kolom Pengajar' });
  await expect(dialog.getByText('Pilih judul untuk nik.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Simpan' })).toBeDisabled();
  await expectAccessible(page, 'the headings');
  await dialog.getByLabel('nik (wajib)').selectOption('NIDN');
  await dialog.getByLabel('nama_lengkap').selectOption('Nama Dosen');
  await dialog.getByLabel('email').selectOption('Surel');
  await dialog.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success', 'Judul kolom untuk daftar Pengajar disimpan.');

  // Each problem is shown with its row and column.
  const problems = of.getByRole('table', { name: '2 masalah' });
  await expect(problems.locator('tbody tr')).toContainText([
    /^4nik0011 sudah ada di baris ke-2/,
    /^5nikkolom nik kosong/i,
  ]);
  await expectAccessible(page, 'a list that was tried');

  // Next month's file has the same headings: it is dropped on its list, and read.
  const files = await page.evaluateHandle((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], 'Dosen baru.csv', { type: 'text/csv' }));
    return carried;
  }, teachers.split('\n').slice(0, 3).join('\n'));
  await of.dispatchEvent('drop', { dataTransfer: files });
  await expectToast(page, 'Success', 'Berkas Dosen baru.csv diunggah');
  await expect(of.getByText('Tidak ada masalah.')).toBeVisible();
  // Until it was compared, the former source is read.
  await expect(of).toContainText('Dibaca dari layanan web, /teachers');
  await expect(of).toContainText('Berkas baru: Dosen baru.csv, belum dipakai');
  await expectAccessible(page, 'a new file');
  await of.getByRole('button', { name: 'Bandingkan dan pakai' }).click();
  const question = page.getByRole('dialog', { name: 'Pakai berkas Dosen baru.csv untuk Pengajar?' });
  await expect(question.getByRole('button', { name: '2 baru' })).toBeVisible();
  await expectAccessible(page, 'the plan of a new file');
  await question.getByRole('button', { name: 'Ya', exact: true }).click();
  await expectToast(page, 'Success', 'Berkas Dosen baru.csv diunggah untuk daftar Pengajar.');
  await expect(of).toContainText('Dibaca dari berkas unggahan Dosen baru.csv');

  await open(page, '/pengajar?tab=dashboard');
  await perform(page, 'Sync Data', 'Lakukan sinkronisasi data Pengajar?');
  await expect(rows(page)).toHaveCount(2);

  await open(page, '/pengaturan/sumber');
  await of.getByRole('button', { name: 'Hapus berkas' }).click();
  await pressYes(page, 'Hapus berkas Dosen baru.csv dari daftar Pengajar?');
  await expectToast(page, 'Success', 'Berkas untuk daftar Pengajar dihapus.');
  await expect(of).toContainText('Dibaca dari layanan web, /teachers');
});

test('Sumber: an unreadable file is refused with its reason, also on phones', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await open(page, '/pengaturan/sumber');
  await choose(page, 'Kelas', 'kelas.pdf', 'x');
  await expectToast(page, 'Error', 'bukan CSV, Excel (.xlsx) atau OneRoster (.zip)');
  await choose(page, 'Kelas', 'kelas.xlsx', 'x');
  await expectToast(page, 'Error', 'rusak, terpotong, atau bukan Excel (.xlsx)');
  await page.getByRole('button', { name: 'Coba Kelas', exact: true }).click();
  await expect(section(page, 'Kelas').getByText('Tidak ada masalah.')).toBeVisible();
  await waitUntilLoaded(page);
  await expectNoOverflow(page, 'a list that was tried');
  await expectAccessible(page, 'a list that was tried on a phone');
});
