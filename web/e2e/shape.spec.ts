import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { heading, menuLink, open } from './steps';

test('Bentuk di Moodle: another shape is previewed, saved and sent', async ({ page, demo }) => {
  for (const kind of ['tahun_ajaran', 'semester', 'prodi', 'matakuliah', 'kelas', 'mahasiswa']) {
    await demo.post(`${kind}/sync`);
  }
  await demo.post('matakuliah/export');
  await demo.post('kelas/export');
  await open(page, '/');
  await page.getByRole('button', { name: 'Pengaturan', exact: true }).click();
  await menuLink(page, 'Bentuk di Moodle').click();
  await expect(heading(page, 'Bentuk di Moodle')).toBeVisible();
  const preview = page.getByRole('region', { name: 'Yang akan ada' });
  await expect(preview.getByText(/kelompok/).first()).toBeVisible();
  const save = page.getByRole('button', { name: 'Simpan', exact: true });
  await expect(save).toBeDisabled();
  await expectAccessible(page, 'the shape');

  await page.getByRole('radio', { name: 'setiap kelas dan semester' }).click();
  await page.getByRole('button', { name: 'Tanpa Jurusan' }).click();
  await page.getByRole('button', { name: 'Tanpa Tahun ajaran' }).click();
  await page.getByRole('button', { name: 'Prodi lebih luar' }).click();
  await expect(preview).toContainText('baris mendapat course atau kelompok baru');
  await expect(preview.getByText(/Informatika.* › /).first()).toBeVisible();

  // The index leads to a part, and what was chosen stays.
  const index = page.getByRole('navigation', { name: 'Bagian halaman ini' });
  await index.getByRole('link', { name: 'Akun orang' }).click();
  await expect(page.getByRole('heading', { name: 'Akun orang' })).toBeInViewport();
  await expect(page.getByRole('radio', { name: 'setiap kelas dan semester' })).toBeChecked();

  // The demo's semesters have dates. A course of the catalogue belongs to no semester.
  const dates = page.getByRole('radio', { name: 'mengikuti semesternya' });
  await dates.click();
  await expect(dates).toBeChecked();

  // New courses get the content of a course on Moodle, which one study program has of its own.
  await demo.makeCourse('CONTOH');
  await page.getByLabel('Nama pendek course contoh untuk semua prodi').fill('CONTOH');
  await expect(preview).toContainText('Isi course baru');
  const program = page.getByLabel('Course contoh lain untuk satu prodi');
  await program.selectOption({ index: 1 });
  await expect(page.getByPlaceholder('tanpa course contoh')).toBeVisible();
  if (process.env.SCREENSHOTS) {
    await page.getByPlaceholder('tanpa course contoh').scrollIntoViewIfNeeded();
    await page.screenshot({ path: 'screenshots/templates.png', fullPage: true });
  }
  // A role of teachers beside the one in charge needs the id of its role.
  await page.getByLabel('Peran di sumber, misalnya asisten').fill('Asisten');
  await page.getByRole('button', { name: 'Tambah peran' }).click();
  await expect(
    page.getByText('Nomor peran harus bilangan bulat lebih besar dari nol.').first(),
  ).toBeVisible();
  await page.getByLabel('Nomor peran untuk asisten').fill('4');

  // Students of one study program and intake are a cohort.
  await page.getByRole('button', { name: '+ Kohort' }).click();
  await expect(page.getByRole('textbox', { name: 'Nama kohort 1' })).toHaveValue(
    '{{ nama_prodi }} {{ angkatan }}',
  );
  await expect(preview).toContainText('Kohort mahasiswa di Moodle');
  await expect(preview.getByText('Akuntansi 2026', { exact: true })).toBeVisible();

  // A pattern of the study program alone gives all its courses one short name.
  const pattern = page.getByLabel('Nama pendek course', { exact: true });
  await pattern.fill('{{ program_id }}');
  await expect(preview).toContainText('nama pendek dipakai lebih dari satu course');
  await pattern.fill('{{ kode }}');
  await expect(page.getByText(/memakai isian yang tidak ada: kode\./).first()).toBeVisible();
  await expect(save).toBeDisabled();
  // The field may be out of view, so the index says which part has it.
  await expect(index.getByRole('listitem').filter({ hasText: 'perlu diperbaiki' })).toHaveText(/^Nama/);
  await expectAccessible(page, 'a faulty pattern');
  await pattern.fill('');
  await expect(index.getByText('perlu diperbaiki')).toBeHidden();
  await expect(save).toBeEnabled();
  await save.click();
  const question = page.getByRole('dialog', { name: 'Simpan bentuk ini?' });
  await expect(question).toContainText('Yang lama tetap ada di Moodle');
  await question.getByRole('button', { name: 'Simpan', exact: true }).click();
  await expect(page.getByText('Bentuk di Moodle disimpan.')).toBeVisible();
  await expect(save).toBeDisabled();

  await demo.post('kelas/export');
  const exported = await demo.post('mahasiswa/export_as_user');
  expect(JSON.stringify(exported)).toContain('kohort dibuat');
  await page.reload();
  await expect(page.getByText(/Terakhir diubah oleh/)).toBeVisible();
  await expect(preview.getByText(/ › /).first()).toBeVisible();
  await expect(preview).not.toContainText('Yang berubah');
  await expect(page.getByLabel('Nomor peran untuk asisten')).toHaveValue('4');

  // A study program gets the category that Moodle has from the beginning.
  await page.getByText('Kategori yang sudah ada di Moodle').click();
  const rows = page.getByLabel('Baris di sini');
  await rows.selectOption({ index: 1 });
  await page.getByLabel('Kategori di Moodle').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Kaitkan', exact: true }).click();
  await expect(page.getByText(/sekarang memakai kategori/)).toBeVisible();
  await expect(preview.getByText(/ · kategori yang sudah ada/).first()).toBeVisible();
  await expectAccessible(page, 'a tied category');
  await page.getByRole('button', { name: /^Lepas Prodi/ }).click();
  await expect(page.getByText(/dilepas dari kategorinya/)).toBeVisible();
  await expect(preview.getByText(/ · kategori yang sudah ada/)).toHaveCount(0);

  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoOverflow(page, 'the shape on a phone');
});
