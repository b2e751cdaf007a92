import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { bodyOf, dialogWithPlan, heading, open, waitUntilLoaded, withStudents } from './steps';

test('Ctrl-K finds people, classes, screens and actions, by keyboard alone', async ({ page, demo }) => {
  const students = await withStudents(demo);
  const [student] = (await demo.post('mahasiswa/get', bodyOf(students))).data;
  await open(page, '/kelas');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Cari orang, kelas, layar, dan tindakan' });
  const field = dialog.getByRole('combobox');
  await expect(field).toBeFocused();
  await page.keyboard.type(String(student.NPK));
  const option = dialog.getByRole('option', { name: new RegExp(student.nama_lengkap) });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page, 'what was found');
  await page.keyboard.press('Enter');
  await expect(heading(page, student.nama_lengkap)).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('jadwal');
  await expect(dialog.getByRole('option', { name: 'Jadwal', exact: true })).toBeVisible();
  await waitUntilLoaded(page);
  const selected = dialog.getByRole('option', { selected: true });
  for (let step = 0; step < 20 && (await selected.textContent()) !== 'Jadwal'; step += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Jadwal')).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('sync semester');
  await expect(selected).toHaveText('Sync Semester');
  await page.keyboard.press('Enter');
  const question = await dialogWithPlan(page, 'Lakukan sinkronisasi data Semester?');
  await question.getByRole('button', { name: 'Tidak' }).click();
});

test("the top bar's search closes with Esc and shows when nothing matches", async ({ page }) => {
  await open(page, '/');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Cari orang, kelas, layar, dan tindakan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cari orang, kelas, layar, dan tindakan' });
  await dialog.getByRole('combobox').fill('zzzzzz');
  await expect(dialog.getByRole('status')).toHaveText('Tidak ada yang cocok.');
  await expectAccessible(page, 'nothing found');
  await expectNoOverflow(page, 'the search on a phone');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
