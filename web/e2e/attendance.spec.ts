import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { open, toast } from './steps';

/** The demo's meetings are those of last month. */
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Checks a part of the screen in both appearances and on a phone; saves screenshots if they are wanted. */
async function look(page: Page, name: string): Promise<void> {
  const keep = async (how: string) => {
    if (process.env.SCREENSHOTS) await page.screenshot({ path: `screenshots/${name}-${how}.png` });
  };
  await expectAccessible(page, name);
  await keep('light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, `${name}, dark`);
  await keep('dark');
  await page.emulateMedia({ colorScheme: 'light' });
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 640 });
  await expectNoOverflow(page, `${name}, on a small phone`);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, `${name}, on a phone`);
  await keep('phone');
  await page.setViewportSize(size);
}

test('Aktivitas Zoom: from an import to who attended which meeting of a class', async ({ page, demo }) => {
  test.slow();
  for (const kind of ['matakuliah', 'kelas', 'dosen', 'mahasiswa', 'mengajar'])
    await demo.post(`${kind}/sync`);
  await demo.post('zoom/import', { start_date: dayAgo(20), end_date: dayAgo(1) });

  // A class is chosen by keyboard, from a part of its name.
  const { data: log } = await demo.post('attendance/log', { start_date: dayAgo(20), end_date: dayAgo(1) });
  const { data: untied } = await demo.get('attendance/meetings?page=0&per_page=100');
  const waits = new Set(untied.map((meeting: { topic: string }) => meeting.topic));
  const topic: string = log
    .map((row: { topic: string }) => row.topic)
    .find((text: string) => !waits.has(text));
  await open(page, '/zoom-activity');
  await page.getByRole('tab', { name: 'Per kelas' }).click();
  await expect(page.getByText('Pilih kelas.')).toBeVisible();
  await look(page, 'zoom-class-empty');
  const course = topic.replace(/ \S+$/, '');
  const { data: named } = await demo.get(`kelas/get?page=0&per_page=100&q=${encodeURIComponent(course)}`);
  const { jadwal_kuliah_detail_id: number } = named.find(
    (row: Record<string, string>) => `${row.nama_mata_kuliah} ${row.nama_kelas}` === topic,
  );
  await page.getByRole('combobox', { name: 'Kelas', exact: true }).fill(number);
  await expect(page.getByRole('option').first()).toContainText(topic);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/bagian=kelas&kelas=\d+/);
  const recap = page.getByRole('region', { name: 'Peserta kelas' });
  await expect(recap.getByRole('row').nth(1)).toContainText('%');
  await look(page, 'zoom-class');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^kehadiran-.+\.xlsx$/);

  // An ambiguous participant waits, is matched by hand, and the match is undone.
  await page.getByRole('tab', { name: 'Peserta' }).click();
  const waiting = page.getByRole('list', { name: 'Belum dikenali' });
  const guest = waiting.getByRole('listitem').first();
  await expect(guest).toContainText('kehadiran');
  await look(page, 'zoom-participants');
  const { data: students } = await demo.post('mahasiswa/get');
  const [student] = students;
  await guest.getByRole('combobox').fill(student.NPK);
  await page.getByRole('option', { name: `${student.nama_lengkap} (${student.NPK})` }).click();
  await expect(toast(page, 'Success')).toContainText(`adalah ${student.nama_lengkap}`);
  const matched = page.getByRole('region', { name: 'Sudah dipilih' });
  await expect(matched.getByRole('link')).toHaveAttribute('href', `/orang/mahasiswa/${student.NPK}`);
  await matched.getByRole('button', { name: /^Batalkan pilihan/ }).click();
  await expect(matched).toBeHidden();

  // A rule is set, edited and deleted.
  await page.getByRole('tab', { name: 'Rapat', exact: true }).click();
  await expect(page.getByText('Belum ada aturan.')).toBeVisible();
  const form = page.getByRole('form', { name: 'Aturan baru' });
  await form.getByRole('button', { name: 'Simpan' }).click();
  await expect(form.getByText('Teks tidak boleh kosong')).toBeVisible();
  await form.getByLabel('Teks').fill('Pertemuan Malam');
  await form.getByRole('combobox', { name: 'Kelas', exact: true }).fill(number);
  await page.getByRole('option', { name: topic }).click();
  await form.getByRole('button', { name: 'Simpan' }).click();
  const rules = page.getByRole('region', { name: 'Aturan' });
  await expect(rules.getByRole('listitem')).toContainText('Pertemuan Malam');
  await look(page, 'zoom-rules');
  await rules.getByRole('button', { name: 'Ubah: Pertemuan Malam' }).click();
  const edit = page.getByRole('form', { name: 'Ubah aturan' });
  await edit.getByLabel('Teks').fill('Pertemuan Sore');
  await edit.getByRole('button', { name: 'Simpan' }).click();
  await expect(rules.getByRole('listitem')).toContainText('Pertemuan Sore');
  await rules.getByRole('button', { name: 'Hapus: Pertemuan Sore' }).click();
  await expect(page.getByText('Belum ada aturan.')).toBeVisible();
});
