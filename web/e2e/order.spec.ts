import { expect, test } from './journey';
import { expectAccessible } from './pageChecks';
import { dialogWithPlan, open } from './steps';

test('Export Kelas: one question exports waiting rows with their parents', async ({ page, demo }) => {
  test.slow();
  for (const kind of ['prodi', 'matakuliah', 'kelas']) await demo.post(`${kind}/sync`);
  await demo.post('prodi/export');
  await open(page, '/kelas?tab=dashboard');
  const question = 'Lakukan export data Kelas?';
  await page.getByRole('button', { name: 'Export Data', exact: true }).first().click();
  const blocked = await dialogWithPlan(page, question);
  await expect(blocked).toContainText(/[1-9][\d.]* mata kuliahnya belum ada di Moodle/);
  await expect(blocked).not.toContainText('bentrok');
  await expectAccessible(page, 'a plan that waits');
  await blocked.getByRole('button', { name: 'Export Mata Kuliah dahulu' }).click();

  // The plan has the parents' rows, then the classes in the state after the parents exist.
  const both = await dialogWithPlan(page, question);
  await expect(both.getByRole('region', { name: 'Export Mata Kuliah' })).toContainText(
    /[1-9][\d.]* baru di Moodle/,
    {
      timeout: 60_000,
    },
  );
  const then = both.getByRole('region', { name: 'Export Kelas' });
  await expect(then).toContainText(/[1-9][\d.]* baru di Moodle/);
  await expect(then).not.toContainText('belum ada di Moodle');
  await expectAccessible(page, 'a plan with what has to be done first');
  const name = both.getByRole('textbox');
  if (await name.isVisible()) await name.fill('Kelas');
  await both.getByRole('button', { name: 'Ya' }).click();

  await expect(both).toBeHidden({ timeout: 60_000 });
  const { data } = await demo.get('kelas/get?page=0&per_page=100');
  expect(data.every((row: { migration: string }) => row.migration === 'sudah')).toBe(true);

  // One report covers both, and each has its own report, too.
  await page.getByRole('button', { name: 'Pekerjaan' }).click();
  await page
    .getByRole('dialog', { name: 'Pekerjaan' })
    .getByRole('link', { name: 'Lihat rincian' })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export Mata Kuliah, Export Kelas');
  const account = page
    .getByRole('listitem')
    .filter({ hasText: 'Mata Kuliah' })
    .getByRole('link', { name: 'Mata Kuliah' });
  await account.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Export Mata Kuliah');
});
