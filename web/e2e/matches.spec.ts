import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { heading, menuLink, open } from './steps';

test('Cocokkan: a Moodle with accounts and courses of its own is scanned, decided about and exported', async ({
  page,
  demo,
}) => {
  for (const kind of ['prodi', 'matakuliah', 'dosen']) await demo.post(`${kind}/sync`);
  const [first, second, third] = (await demo.get('dosen/get?page=0&per_page=10')).data;
  if (!first || !second || !third) throw new Error('the demo has three teachers');
  const account = (username: string, email: string, idnumber: string) =>
    demo.makeAccount({ username, firstname: 'Akun', lastname: 'Lama', email, idnumber });
  await account('siti.lama', 'siti.lama@lain.example', first.nik);
  await account('budi', 'budi@lain.example', second.nik);
  await account('budi.dua', 'budi.dua@lain.example', second.nik);
  await account('ani', third.email, '');
  await demo.makeCourse('COURSE-LAMA');

  await open(page, '/');
  await page.getByRole('button', { name: 'Pengaturan', exact: true }).click();
  await menuLink(page, 'Cocokkan dengan Moodle').click();
  await expect(heading(page, 'Cocokkan dengan Moodle')).toBeVisible();
  await expect(page.getByText('Moodle belum dipindai.')).toBeVisible();
  await expectAccessible(page, 'before a scan');
  await page.getByRole('button', { name: 'Pindai Moodle' }).click();
  await expect(page.getByText(/^Terakhir dipindai /)).toBeVisible();
  await expect(
    page.getByRole('checkbox', { name: 'Tahan export baris yang belum diputuskan' }),
  ).toBeChecked();
  await expect(page.getByRole('button', { name: 'Perlu dipilih: 2' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expectAccessible(page, 'what has to be chosen');

  await page.getByRole('button', { name: /^Pilih ani untuk / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ya' }).click();
  await expect(page.getByRole('button', { name: 'Perlu dipilih: 1' })).toBeVisible();
  await page.getByRole('button', { name: /^Buat baru untuk / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ya' }).click();
  await expect(page.getByText('Tidak ada yang perlu dipilih.')).toBeVisible();

  await page.getByRole('button', { name: 'Punya usulan: 1' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoOverflow(page, 'a proposal on a phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: 'Terima semua usulan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ya' }).click();
  await expect(page.getByText('Tidak ada usulan.')).toBeVisible();
  await page.getByRole('button', { name: 'Sudah terkait: 2' }).click();
  await expect(page.getByRole('button', { name: /^Lepas / }).first()).toBeVisible();

  await demo.post('dosen/export');
  expect(await demo.accountsWith(first.nik, second.nik)).toEqual(['budi', 'budi.dua', 'siti.lama']);
  expect(await demo.accountsWith(`selaras:pengajar:${second.nik}`)).toHaveLength(1);
});
