import { expect, test } from './journey';
import { expectAccessible } from './pageChecks';
import { heading, open, rows, waitUntilLoaded } from './steps';

test('Aktivitas Zoom: asks for both dates, then for the log, and exports it', async ({ page }) => {
  const requests: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/attendance/log')) requests.push(request.postDataJSON());
  });
  await open(page, '/zoom-activity');
  await expect(heading(page, 'Aktivitas Zoom')).toBeVisible();
  const exportButton = page.getByRole('button', { name: 'Export', exact: true });
  await expect(exportButton).toBeDisabled();
  await page.getByLabel('Tanggal mulai', { exact: true }).fill('2025-01-05');
  await expect(page.getByText('Pilih tanggal mulai dan tanggal selesai.')).toBeVisible();
  expect(requests).toEqual([]);
  await page.getByLabel('Tanggal selesai', { exact: true }).fill('2025-01-21');
  await expect(page.getByText('Tidak ada kehadiran Zoom pada tanggal ini.')).toBeVisible();
  expect(requests[0]).toMatchObject({ start_date: '2025-1-5', end_date: '2025-1-21' });
  await expect(page).toHaveURL(/start_date=2025-01-05&end_date=2025-01-21/);

  const downloading = page.waitForEvent('download');
  await exportButton.click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^absensi-zoom_.*\.xlsx$/);
  expect(await file.failure()).toBeNull();

  await page.reload();
  await waitUntilLoaded(page);
  await expect(page.getByLabel('Tanggal mulai', { exact: true })).toHaveValue('2025-01-5');
});

/** The demo's meetings are those of last month. */
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'Mei', 'Jun', 'Jul', 'Agu', 'Sep', 'Okt', 'Nov', 'Des'];

test('Aktivitas Zoom: a row per stay, with a dash for unknown values', async ({ page, demo }) => {
  const days = { start_date: dayAgo(9), end_date: dayAgo(2) };
  await demo.post('zoom/import', days);
  const clock = (text: string) => text.slice(0, 5).replace(':', '.') || '-';
  for (const order of ['asc', 'desc']) {
    const sorted = { sort: 'email', order };
    const query = new URLSearchParams({ page: '0', per_page: '10', ...sorted });
    const { data } = await demo.post(`attendance/log?${query}`, days);
    // Guests have no address; students have.
    expect(data[0].email === '').toBe(order === 'asc');
    await open(page, `/zoom-activity?${new URLSearchParams({ ...days, ...sorted })}`);
    for (const [at, stay] of data.entries()) {
      const cells = await rows(page).nth(at).getByRole('cell').allInnerTexts();
      const [year, month, day] = stay.date_meeting.split('-').map(Number);
      expect(cells.map((text) => text.trim())).toEqual([
        String(at + 1),
        stay.username,
        stay.email || '-',
        stay.meeting_id,
        stay.topic,
        `${day} ${months[month - 1]} ${year}`,
        clock(stay.start_meeting),
        clock(stay.end_meeting),
        clock(stay.join_time),
        clock(stay.leave_time),
        stay.leave_reason || '-',
        stay.duration_join || '-',
        stay.keterangan,
      ]);
    }
  }
});

test('Aktivitas Zoom: the export holds the search results and its name', async ({ page, demo }) => {
  const days = { start_date: dayAgo(9), end_date: dayAgo(2) };
  await demo.post('zoom/import', days);
  await open(page, `/zoom-activity?${new URLSearchParams({ ...days, q: 'Siti' })}`);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await downloading).suggestedFilename()).toBe(
    `absensi-zoom_${days.start_date}_${days.end_date}_siti.xlsx`,
  );
});

test('Aktivitas Zoom: dates in the wrong order are refused', async ({ page }) => {
  await page.goto('/zoom-activity?start_date=2026-11-20&end_date=2026-11-01');
  await expect(page.getByRole('alert')).toContainText('Tanggal selesai mendahului tanggal mulai');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText('Tanggal selesai mendahului tanggal mulai');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
});

test('Aktivitas Zoom: a repeated import creates no duplicates', async ({ page }) => {
  await open(page, `/zoom-activity?start_date=${dayAgo(9)}&end_date=${dayAgo(2)}`);
  const importButton = page.getByRole('button', { name: 'Import dari Zoom' });
  const importAll = async () => {
    await importButton.click();
    const question = page.getByRole('dialog', { name: /^Lakukan import kehadiran Zoom .+ s\.d\. .+\?$/ });
    await expect(question).toContainText('tidak digandakan');
    await expect(question.getByRole('button', { name: /^\d+ rapat akan dibaca$/ })).toBeVisible();
    const ended = page.waitForResponse((reply) => reply.url().includes('/zoom/import'));
    await question.getByRole('button', { name: 'Ya' }).click();
    expect((await ended).status()).toBe(202);
    await expect(page.getByText(/^Import kehadiran Zoom .+ rapat dibaca/).first()).toBeVisible({
      timeout: 60_000,
    });
    await expect(question).toBeHidden();
  };
  await importAll();
  await expect(rows(page).first()).toBeVisible();
  const rowCount = await page.getByRole('status').filter({ hasText: /baris/ }).innerText();

  await importAll();
  await waitUntilLoaded(page);
  await expect(page.getByRole('status').filter({ hasText: /baris/ })).toHaveText(rowCount);

  await page.getByLabel('Tanggal selesai', { exact: true }).fill('');
  await expect(importButton).toBeDisabled();
});

test('Aktivitas Zoom: a day is picked from an Indonesian calendar by keyboard', async ({ page }) => {
  await open(page, '/zoom-activity?start_date=2026-08-03');
  await page.getByRole('button', { name: 'Pilih di kalender: tanggal mulai' }).press('Enter');
  const calendar = page.getByRole('dialog', { name: 'Tanggal mulai' });
  await expect(calendar.getByRole('button', { name: 'Agustus 2026', exact: true })).toBeVisible();
  await expectAccessible(page, 'the calendar');
  await calendar.getByRole('button', { name: '17 Agustus 2026' }).press('Enter');
  await expect(calendar).toBeHidden();
  await expect(page).toHaveURL(/start_date=2026-08-17/);
  await expect(page.getByLabel('Tanggal mulai', { exact: true })).toHaveValue('2026-08-17');
});
