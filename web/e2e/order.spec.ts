import { expectNoFault } from './faults';
import { expect, test } from './journey';
import { open, planned } from './steps';

test('Export Kelas: what waits for its parents says so, and the parents are exported first', async ({
  page,
  demo,
}) => {
  test.slow();
  for (const kind of ['prodi', 'matakuliah', 'kelas']) await demo.post(`${kind}/sync`);
  await demo.post('prodi/export');
  await open(page, '/kelas?tab=dashboard');
  const question = 'Lakukan export data Kelas?';
  await page.getByRole('button', { name: 'Export Data', exact: true }).first().click();
  const blocked = await planned(page, question);
  await expect(blocked).toContainText(/[1-9][\d.]* induk belum diexport/);
  await expect(blocked).not.toContainText('bentrok');
  await expectNoFault(page, 'a plan that waits');
  await blocked.getByRole('button', { name: 'Export Mata Kuliah dahulu' }).click();

  const first = await planned(page, 'Lakukan export data Mata Kuliah?');
  await expect(first).toContainText(`Setelah itu: ${question}`);
  await expect(first).toContainText(/[1-9][\d.]* baru di Moodle/);
  await first.getByRole('button', { name: 'Ya' }).click();

  // The question comes again, with a plan of how things stand now.
  const then = await planned(page, question);
  await expect(then).toContainText(/[1-9][\d.]* baru di Moodle/, { timeout: 60_000 });
  await expect(then).not.toContainText('induk belum diexport');
  await then.getByRole('button', { name: 'Ya' }).click();
  await expect(then).toBeHidden({ timeout: 60_000 });
  const { data } = await demo.get('kelas/get?page=0&per_page=100');
  expect(data.every((row: { migration: string }) => row.migration === 'sudah')).toBe(true);
});
