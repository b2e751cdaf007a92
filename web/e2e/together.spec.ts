import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { open, toast } from './steps';

test('chosen rows get a common value, failed ones first and tried again alone', async ({ page, demo }) => {
  await demo.post('prodi/sync');
  await demo.post('jurusan/sync');
  await demo.post('kelas/sync');
  const [department] = (await demo.get('jurusan/get?page=0&per_page=10')).data;
  const classes = (await demo.get('kelas/get?page=0&per_page=10&sort=nama_mata_kuliah&order=asc')).data;
  await open(page, '/kelas?sort=nama_mata_kuliah');
  await page.getByLabel('Pilih semua baris di halaman ini').check();
  await page.getByRole('button', { name: 'Ubah bersama (10)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ubah 10 baris bersama: Kelas' });
  await expect(dialog.getByText('Sekarang: (kosong)')).toBeVisible();
  const save = dialog.getByRole('button', { name: /^Ubah/ });
  await expect(save).toBeDisabled();

  // While the dialog is open, a colleague changes one of the rows and deletes another.
  const [changed, deleted] = classes;
  const detail = (await demo.call('POST', '/api/react/detail/kelas', { id: changed.id })).data;
  const { kode_kelas, nama_kelas } = Array.isArray(detail) ? detail[0] : detail;
  await demo.call('POST', '/api/react/update/kelas', {
    id: changed.id,
    kode_jurusan: (await demo.get('jurusan/get?page=0&per_page=10')).data[1].kode_jurusan,
    kode_kelas,
    nama_kelas,
  });
  await demo.call('DELETE', '/api/v1/api/kelas/delete', {
    jadwal_kuliah_detail_id: deleted.jadwal_kuliah_detail_id,
  });

  await dialog.getByLabel('Kode Jurusan').fill(department.kode_jurusan);
  await expect(dialog.getByText('10 baris akan berubah.')).toBeVisible();
  await expect(dialog.getByText(`Kode Jurusan: dari (kosong) ke ${department.kode_jurusan}`)).toBeVisible();
  await dialog.getByText('Lihat barisnya').click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  // Classes of one name are told apart.
  await expect(dialog.getByRole('listitem').first()).toContainText(
    `${classes[0].nama_kelas} · ${classes[0].kelas_id}`,
  );
  await expectAccessible(page, 'the preview of a common change');
  await dialog.getByRole('button', { name: 'Ubah 10 baris' }).click();

  await expect(dialog.getByText('2 baris gagal.')).toBeVisible();
  await expect(dialog.getByText('8 baris diubah.')).toBeVisible();
  await expect(
    dialog.getByRole('listitem').filter({ hasText: 'sudah diubah orang lain menjadi' }),
  ).toHaveCount(1);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'tidak ada' })).toHaveCount(1);
  await expectAccessible(page, 'the outcome of a common change');
  await dialog.getByRole('button', { name: 'Coba lagi 2 baris' }).click();
  await expect(dialog.getByText('1 baris gagal.')).toBeVisible();
  await expect(dialog.getByText('9 baris diubah.')).toBeVisible();

  // Back at the values, the rows are as they are now.
  await dialog.getByRole('button', { name: 'Ubah isian' }).click();
  await expect(dialog.getByText('1 baris sudah tidak ada di dashboard dan tidak ikut.')).toBeVisible();
  await expect(dialog.getByText('9 baris sudah begitu.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Batal' }).click();
  await expect(dialog).toBeHidden();
  for (const { id } of (await demo.get('kelas/get?page=0&per_page=10&sort=nama_mata_kuliah')).data.slice(
    0,
    9,
  )) {
    const now = (await demo.call('POST', '/api/react/detail/kelas', { id })).data;
    expect((Array.isArray(now) ? now[0] : now).kode_jurusan).toBe(department.kode_jurusan);
  }
});

test('a phone changes chosen rows together, too', async ({ page, demo }) => {
  await demo.post('semester/sync');
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/semester?tab=dashboard');
  await page.getByRole('checkbox').nth(0).check();
  await page.getByRole('checkbox').nth(1).check();
  await page.getByRole('button', { name: 'Aksi untuk 2 baris yang dipilih' }).click();
  await page.getByRole('menuitem', { name: 'Ubah bersama (2)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ubah 2 baris bersama: Semester' });
  await dialog.getByLabel('Tanggal Mulai').fill('2023-07-03');
  await expectNoOverflow(page, 'a common change on a phone');
  await dialog.getByRole('button', { name: 'Ubah 2 baris' }).click();
  await expect(toast(page, 'Success')).toContainText('2 baris diubah.');
  await expect(dialog).toBeHidden();
  // All are changed, so none is chosen any more.
  await expect(page.getByRole('button', { name: /^Aksi untuk \d+ baris/ })).toBeHidden();
});
