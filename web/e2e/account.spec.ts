import { createHmac } from 'node:crypto';
import { person } from './demo';
import { expect, test } from './journey';
import { expectAccessible } from './pageChecks';
import { expectToast, field, heading, logIn, menuLink, open, rows, waitUntilLoaded } from './steps';

const dewi = { name: 'Dewi Lestari', username: 'dewi', password: 'rahasia-sekali-2026' };

/** The code that an authenticator shows now for a secret (RFC 6238). */
function codeOf(secret: string, time: number): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replace(/\s/g, '')]
    .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(time / 30_000)));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('Akun saya: password, sessions, language and appearance', async ({ page, demo }) => {
  await demo.signedIn();
  const elsewhere = (await demo.ask('POST', '/api/react/login', person)).data;
  await open(page, '/');
  await page.getByRole('button', { name: /Menu pengguna/ }).click();
  await page.getByRole('menuitem', { name: 'Akun saya' }).click();
  await expect(heading(page, 'Akun saya')).toBeVisible();
  const sessions = page.getByRole('region', { name: 'Sesi', exact: true });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText('sesi ini')).toHaveCount(1);
  await expectAccessible(page, 'the own account');

  await sessions.getByRole('button', { name: 'Akhiri semua sesi lain' }).click();
  await expectToast(page, 'Success', '1 sesi diakhiri.');
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  const key = { 'X-Authorization': elsewhere.api_key };
  expect((await demo.ask('GET', '/api/v1/api/account', undefined, key)).msg).toBe('Error');

  const password = page.getByRole('region', { name: 'Ganti password' });
  await password.getByRole('button', { name: 'Ganti password' }).click();
  await expect(password.getByText('Password cannot be empty.')).toHaveCount(2);
  await page.locator('input[name=password]').fill('bukan-itu');
  await page.locator('input[name=new_password]').fill('rahasia-yang-baru');
  await password.getByRole('button', { name: 'Ganti password' }).click();
  await expect(password.getByText('Ini bukan password Anda yang sekarang')).toBeVisible();
  await page.locator('input[name=password]').fill(person.password);
  await password.getByRole('button', { name: 'Ganti password' }).click();
  await expectToast(page, 'Success', 'Password Anda diganti.');

  const address = page.getByRole('region', { name: 'Alamat e-mail' });
  await address.getByLabel('Alamat Anda').fill('ratna@');
  await address.getByRole('button', { name: 'Simpan alamat' }).click();
  await expect(address.getByText('Email tidak benar, contoh: nama@kampus.ac.id')).toBeVisible();
  await address.getByLabel('Alamat Anda').fill('ratna@kampus.ac.id');
  await address.getByRole('button', { name: 'Simpan alamat' }).click();
  await expectToast(page, 'Success', 'Alamat Anda disimpan.');
  await page.reload();
  await expect(address.getByLabel('Alamat Anda')).toHaveValue('ratna@kampus.ac.id');

  await field(page, 'Bahasa').selectOption('English');
  await expect(heading(page, 'My account')).toBeVisible();
  await field(page, 'Appearance').selectOption('Dark');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  // The account keeps the choices, so another machine shows them too.
  await page.getByRole('button', { name: /User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await logIn(page, { username: person.username, password: 'rahasia-yang-baru' });
  await expect(page.getByRole('button', { name: /User menu/ })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('Akun saya: a second factor is set up, asked for, and ended', async ({ page }) => {
  await open(page, '/akun');
  const factor = page.getByRole('region', { name: 'Faktor kedua' });
  await factor.getByRole('button', { name: 'Pasang' }).click();
  await factor.getByRole('textbox', { name: 'Password sekarang' }).fill(person.password);
  await factor.getByRole('button', { name: 'Pasang' }).click();
  await expect(factor.getByRole('img', { name: 'Kode QR untuk aplikasi autentikator' })).toBeVisible();
  await expectAccessible(page, 'a second factor that is set up');
  const secret = await factor.locator('code').innerText();
  const now = Date.now();
  await factor.getByRole('textbox', { name: 'Kode' }).fill(codeOf(secret, now - 30_000));
  await factor.getByRole('button', { name: 'Pasang' }).click();
  await expect(factor.getByRole('listitem')).toHaveCount(10);
  await expectAccessible(page, 'recovery codes');
  const [recovery = '', another = ''] = await factor.getByRole('listitem').allInnerTexts();
  await factor.getByRole('button', { name: 'Sudah saya simpan' }).click();
  await expect(factor).toContainText('Terpasang. 10 kode pemulihan belum dipakai.');

  // An administrator with a second factor may require one of all users. This locks out users without one, so a question
  // comes first.
  await open(page, '/user');
  const duty = page.getByRole('switch', { name: 'Wajibkan faktor kedua' });
  await duty.click();
  const question = page.getByRole('dialog', { name: 'Wajibkan faktor kedua untuk semua?' });
  await expect(question).toContainText('hanya dapat membuka Akun saya');
  await question.getByRole('button', { name: 'Tidak' }).click();
  await expect(duty).not.toBeChecked();
  await duty.click();
  await question.getByRole('button', { name: 'Ya', exact: true }).click();
  await expectToast(page, 'Success', 'Faktor kedua sekarang diwajibkan.');
  await expect(duty).toBeChecked();
  await duty.click();
  await expectToast(page, 'Success', 'Faktor kedua tidak lagi diwajibkan.');
  await expect(duty).not.toBeChecked();

  const newCode = async (code: string) => {
    await page.getByRole('button', { name: /Menu pengguna/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await logIn(page, person);
    await expect(page.getByLabel('Kode')).toBeFocused();
    await page.getByLabel('Kode').fill(code);
    await page.getByRole('button', { name: 'Login' }).click();
  };
  await newCode('000000');
  await expect(page.getByRole('alert')).toContainText('Kode salah');
  await expectAccessible(page, 'a code at sign-in');
  await page.getByLabel('Kode').fill(codeOf(secret, Date.now()));
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('button', { name: /Menu pengguna/ })).toBeVisible();
  await newCode(recovery);
  await expect(page.getByRole('button', { name: /Menu pengguna/ })).toBeVisible();

  await open(page, '/akun');
  await expect(factor).toContainText('9 kode pemulihan');
  await factor.getByRole('button', { name: 'Lepas' }).click();
  await factor.getByRole('textbox', { name: 'Password sekarang' }).fill(person.password);
  await factor.getByRole('textbox', { name: 'Kode' }).fill(another);
  await factor.getByRole('button', { name: 'Lepas' }).click();
  await expectToast(page, 'Success', 'Faktor kedua dilepas.');
  await expect(factor).toContainText('Belum terpasang.');
});

test('a viewer sees everything, changes nothing, and reads why', async ({ page, demo }) => {
  await demo.post('tahun_ajaran/sync');
  await open(page, '/user/create');
  await field(page, 'Nama User').fill(dewi.name);
  await field(page, 'Username').fill(dewi.username);
  await field(page, 'Peran').selectOption('Pengamat');
  await page.locator('input[name=password]').fill(dewi.password);
  await page.getByRole('button', { name: 'Simpan' }).click();
  await expectToast(page, 'Success');
  await open(page, '/user');
  await expect(rows(page).filter({ hasText: dewi.name })).toContainText('Pengamat');

  const change = async (to: { username: string; password: string }) => {
    await page.getByRole('button', { name: /Menu pengguna/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await logIn(page, to);
    await expect(page.getByRole('button', { name: /Menu pengguna/ })).toBeVisible();
  };
  await change(dewi);
  const viewer = page;
  await expect(menuLink(viewer, 'Buat Kelas Baru')).toHaveCount(0);
  await open(viewer, '/tahun-ajaran?tab=dashboard');
  await expect(rows(viewer).first()).toBeVisible();
  for (const name of ['Sync Data', 'Export Data', 'Delete All Data']) {
    await expect(viewer.getByRole('button', { name })).toHaveCount(0);
  }
  await expect(viewer.getByRole('checkbox')).toHaveCount(0);
  await expect(rows(viewer).first().getByRole('button')).toHaveCount(0);
  await expectAccessible(viewer, 'a list as a viewer sees it');
  for (const path of ['/tahun-ajaran/create', '/user/create', '/selaraskan']) {
    await open(viewer, path);
    await expect(viewer.getByRole('status').filter({ hasText: 'Anda pengamat' })).toContainText(
      'Pengamat melihat semuanya dan tidak mengubah apa pun.',
    );
  }
  for (const path of ['/', '/user', '/pengaturan/jadwal', '/pengaturan/sumber', '/pengaturan/koneksi']) {
    await open(viewer, path);
    for (const name of [/^Selaraskan/, /^Buat/, /^Ubah/, /^Hapus/, /^Unggah/, /^Coba/, /^Uji/]) {
      await expect(viewer.locator('main').getByRole('button', { name }), path).toHaveCount(0);
    }
  }
  await change(person);

  // An administrator sees the viewer's sessions and ends one.
  await demo.ask('POST', '/api/react/login', dewi);
  await open(page, '/user');
  await page.getByRole('button', { name: `Sesi ${dewi.name}` }).click();
  const dialog = page.getByRole('dialog', { name: `Sesi ${dewi.name}` });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page, 'the sessions of a user');
  await dialog.getByRole('button', { name: /^Akhiri sesi/ }).click();
  await expect(dialog).toContainText('Tidak ada sesi.');
});

test('the log has addresses and is saved as a file', async ({ page }) => {
  await open(page, '/log-activity');
  await waitUntilLoaded(page);
  await expect(rows(page).first()).toContainText('127.0.0.1');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Unduh JSON Lines' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('log.jsonl');
});
