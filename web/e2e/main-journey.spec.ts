import { person } from './demo';
import { expect, test } from './journey';
import { heading, logIn, menuLink, perform, rows } from './steps';

test.use({ signedIn: false });

test('an administrator brings a class of students from the campus to Moodle', async ({ page }) => {
  await test.step('sign up, and log in', async () => {
    await page.goto('/signup');
    await page.getByLabel('Nama').fill(person.name);
    await page.getByLabel('Username').fill(person.username);
    await page.locator('input[name=password]').fill(person.password);
    await page.getByRole('button', { name: 'Signup' }).click();
    const answer = page.getByRole('dialog', { name: 'Success' });
    await expect(answer).toContainText('Akun dibuat. Silakan login.');
    await answer.getByRole('button', { name: 'OK' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await logIn(page, person);
    await expect(heading(page, 'Main Page Dashboard')).toBeVisible();
    await expect(page.getByRole('button', { name: /Menu pengguna: Ratna Dewi/ })).toBeVisible();
  });

  await test.step('Daftar Kelas: see what the source has, and sync it', async () => {
    await menuLink(page, 'Daftar Kelas').click();
    await expect(heading(page, 'Daftar Kelas')).toBeVisible();
    await expect(page.getByText('Belum ada data di dashboard.')).toBeVisible();
    await page.getByRole('tab', { name: /OCAS/ }).click();
    await expect(rows(page)).toHaveCount(10);
    await page.getByRole('tab', { name: /Dashboard/ }).click();
    await perform(page, 'Sync Data', 'Lakukan sinkronisasi data Kelas?');
    await expect(rows(page)).toHaveCount(10);
  });

  await test.step('Mata Kuliah: sync and export', async () => {
    await menuLink(page, 'Mata Kuliah').click();
    await expect(heading(page, 'Mata Kuliah')).toBeVisible();
    await perform(page, 'Sync Data', 'Lakukan sinkronisasi data Mata Kuliah?');
    await expect(rows(page)).toHaveCount(10);
    await perform(page, 'Export Data', 'Lakukan export data Mata Kuliah?');
    await expect(rows(page).first().getByText('sudah')).toBeVisible();
  });

  await test.step('Daftar Kelas: export', async () => {
    await menuLink(page, 'Daftar Kelas').click();
    await perform(page, 'Export Data', 'Lakukan export data Kelas?');
    await expect(rows(page).first().getByText('sudah')).toBeVisible();
  });

  await test.step('Daftar Mahasiswa: choose a class, sync, export, enroll', async () => {
    await menuLink(page, 'Daftar Mahasiswa').click();
    await expect(page.getByRole('button', { name: 'Sync Data' })).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Kelas', exact: true, expanded: false }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    await expect(page).toHaveURL(/class=/);
    await perform(page, 'Sync Data', 'Lakukan sinkronisasi data Mahasiswa?');
    await expect(rows(page).first()).toBeVisible();
    await perform(page, 'Export Data', 'Lakukan Export All as User Data Mahasiswa?');
    await expect(
      rows(page)
        .first()
        .getByRole('button', { name: /^sudah/ }),
    ).toBeDisabled();
    await perform(page, 'Enroll', 'Lakukan Enroll Data Mahasiswa?');
    await expect(
      rows(page)
        .first()
        .getByRole('button', { name: /Unenroll/ }),
    ).toBeVisible();
  });

  await test.step('Aktivitas Log: every step has an entry', async () => {
    await menuLink(page, 'Aktivitas Log').click();
    await expect(heading(page, 'Aktivitas Log')).toBeVisible();
    await page.getByLabel('Baris per halaman').selectOption('25');
    for (const text of [
      'Sinkronisasi data Kelas: ',
      'Sinkronisasi data Mata Kuliah: ',
      'Export data Mata Kuliah: ',
      'Export data Kelas: ',
      'Sinkronisasi data Mahasiswa: ',
      'Export data Mahasiswa: ',
      'Enroll data Mahasiswa: ',
    ]) {
      await expect(rows(page).filter({ hasText: text }).filter({ hasText: person.name }), text).toBeVisible();
    }
  });

  await test.step('log out', async () => {
    await page.getByRole('button', { name: /Menu pengguna/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/login/);
    const stored = await page.evaluate(() => [localStorage.getItem('user'), localStorage.getItem('token')]);
    expect(stored).toEqual([null, null]);
  });
});
