import { person } from './demo';
import { expect, test } from './journey';
import { expectAccessible } from './pageChecks';
import { expectToast, field, heading, open, rows, toast } from './steps';

const budi = { name: 'Budi Santoso', username: 'budi', password: 'rahasia-sekali-2026' };

test('Users: create, update, delete', async ({ page, demo }) => {
  await open(page, '/user');
  await expect(rows(page)).toHaveCount(1);
  const headers = await page.getByRole('columnheader').allInnerTexts();
  expect(headers.map((text) => text.trim())).toEqual([
    'No',
    'ID',
    'Nama',
    'Username',
    'Peran',
    'Dibuat',
    'Status',
    'Aksi',
  ]);
  await expect(page.getByRole('tab')).toHaveCount(0);

  await page.getByRole('link', { name: 'Buat baru' }).click();
  await expect(heading(page, 'Buat User Baru')).toBeVisible();
  await page.getByRole('button', { name: 'Simpan' }).click();
  for (const message of [
    'Nama user tidak boleh kosong',
    'Username tidak boleh kosong',
    'Password tidak boleh kosong',
  ]) {
    await expect(page.getByText(message)).toBeVisible();
  }
  await field(page, 'Nama User').fill(budi.name);
  await field(page, 'Username').fill(person.username);
  await page.locator('input[name=password]').fill(budi.password);
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expect(page.getByText('Username sudah dipakai')).toBeVisible();
  await field(page, 'Username').fill(budi.username);
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success');
  await expect(rows(page)).toHaveCount(2);

  // Without a second factor there is none to take off.
  await expect(page.getByRole('button', { name: `Nonaktifkan ${budi.name}` })).toBeAttached();
  await expect(page.getByRole('button', { name: /^Lepas faktor kedua/ })).toHaveCount(0);
  await page.getByRole('link', { name: `Ubah ${budi.name}` }).click();
  await expect(heading(page, 'Update Data User')).toBeVisible();
  await expect(page).toHaveURL(/\/user\/budi\/update$/);
  await expect(page.locator('input[name=password]')).toHaveValue('');
  await field(page, 'Nama User').fill('Budi Utomo');
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success');
  await expect(rows(page).filter({ hasText: 'Budi Utomo' })).toHaveCount(1);
  // The password was left blank, so the old one still holds.
  expect((await demo.ask('POST', '/api/react/login', budi)).msg).toBe('Success');

  await page.getByRole('button', { name: 'Hapus Budi Utomo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Hapus user Budi Utomo?', exact: true });
  await dialog.getByRole('button', { name: 'Tidak' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Hapus Budi Utomo' }).click();
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expectToast(page, 'Success');
  await expect(rows(page)).toHaveCount(1);
});

test('Users: a disabled account cannot sign in until it is enabled', async ({ page, demo }) => {
  await demo.call('POST', '/api/v1/api/user/insert', { ...budi, nama_user: budi.name });
  const logIn = async () => (await demo.ask('POST', '/api/react/login', budi)).msg;
  const row = rows(page).filter({ hasText: budi.name });
  const performed = async (action: string) => {
    await page.getByRole('button', { name: `${action} ${budi.name}`, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `${action} user ${budi.name}?`, exact: true });
    await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
    await expectToast(page, 'Success');
  };
  await open(page, '/user');
  await performed('Nonaktifkan');
  await expect(row).toContainText('nonaktif');
  expect(await logIn()).toBe('Error');
  await performed('Aktifkan');
  await expect(row).toContainText('aktif');
  await expect(row).not.toContainText('nonaktif');
  expect(await logIn()).toBe('Success');
});

test('Users: a deleted user is restored, from the toast or the list', async ({ page, demo }) => {
  await demo.call('POST', '/api/v1/api/user/insert', { ...budi, nama_user: budi.name });
  const { data: before } = await demo.get(`user/username/${budi.username}`);
  const logIn = async () => (await demo.ask('POST', '/api/react/login', budi)).msg;
  const deleted = async () => {
    await page.getByRole('button', { name: `Hapus ${budi.name}` }).click();
    await page
      .getByRole('dialog', { name: `Hapus user ${budi.name}?`, exact: true })
      .getByRole('button', { name: 'Ya', exact: true })
      .click();
    await expect(toast(page, 'Success')).toContainText(`User ${budi.name} dihapus.`);
    await expect(rows(page)).toHaveCount(1);
    expect(await logIn()).toBe('Error');
  };
  const back = async () => {
    await expectToast(page, 'Success', `User ${budi.name} dikembalikan.`);
    await expect(rows(page).filter({ hasText: budi.name })).toHaveCount(1);
    await expect(page.getByRole('button', { name: /Yang dihapus/ })).toHaveCount(0);
    expect((await demo.get(`user/username/${budi.username}`)).data).toEqual(before);
    expect(await logIn()).toBe('Success');
  };

  await open(page, '/user');
  await deleted();
  await toast(page, 'Success').getByRole('button', { name: 'Urungkan', exact: true }).click();
  await back();

  await deleted();
  await expectToast(page, 'Success');
  await page.getByRole('button', { name: 'Yang dihapus (1)', exact: true }).click();
  const lately = page.getByRole('dialog', { name: 'Yang dihapus dan dapat dikembalikan', exact: true });
  await expect(lately.getByRole('listitem')).toContainText([`${budi.name}${budi.username} · dihapus`]);
  await expectAccessible(page, 'who was deleted lately');
  await lately.getByRole('button', { name: `Urungkan penghapusan ${budi.name}` }).click();
  await expect(lately).toBeHidden();
  await back();
});

test('Users: the signed-in user cannot be deleted, and reads why', async ({ page }) => {
  await open(page, '/user');
  await page.getByRole('button', { name: `Hapus ${person.name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ya', exact: true }).click();
  await expectToast(page, 'Error', 'Anda tidak dapat menghapus akun Anda sendiri.');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('Users: a waiting signup is announced and approved', async ({ page, demo }) => {
  await demo.signedIn();
  await demo.ask('POST', '/api/react/signup', budi);
  expect((await demo.ask('POST', '/api/react/login', budi)).msg).toBe('Error');
  await demo.post('semester/sync');
  await open(page, '/');
  // It stands among what needs attention, and counts.
  await expect(page.getByText('Satu hal perlu perhatian Anda.')).toBeVisible();
  const notice = page
    .getByRole('region', { name: 'Yang perlu perhatian' })
    .getByRole('listitem')
    .filter({ hasText: 'Ada akun yang menunggu persetujuan.' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `the main page with a waiting account, ${colorScheme}`);
  }
  await notice.getByRole('link').click();
  await expect(heading(page, 'Users')).toBeVisible();
  await rows(page).first().getByRole('button', { name: 'Setujui Budi Santoso' }).click();
  const question = page.getByRole('dialog', { name: 'Setujui user Budi Santoso?', exact: true });
  // What the account may do is known before it is approved.
  await expect(question.getByText('Perannya: Administrator.')).toBeVisible();
  await question.getByRole('button', { name: 'Ya', exact: true }).click();
  await expectToast(page, 'Success');
  await expect(page.getByText('aktif', { exact: true })).toHaveCount(2);
  expect((await demo.ask('POST', '/api/react/login', budi)).msg).toBe('Success');
});

test('Users: every address of the update screen leads to it', async ({ page }) => {
  for (const path of ['/user/1', '/user/ratna', '/user/1/update', '/user/ratna/update']) {
    await open(page, path);
    await expect(heading(page, 'Update Data User')).toBeVisible();
    await expect(field(page, 'Username'), path).toHaveValue(person.username);
  }
  await page.goto('/user/entah/update');
  await expect(page.getByRole('alert')).toContainText('User ini tidak ada.');
});
