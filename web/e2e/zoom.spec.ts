import { expect, test } from './journey';
import { heading, open, rows, settled } from './steps';

test('Aktivitas Zoom: asks for both dates, then for the log, and exports it', async ({ page }) => {
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/attendance/log')) asked.push(request.postDataJSON());
  });
  await open(page, '/zoom-activity');
  await expect(heading(page, 'Aktivitas Zoom')).toBeVisible();
  const exportButton = page.getByRole('button', { name: 'Export', exact: true });
  await expect(exportButton).toBeDisabled();
  await page.getByLabel('Tanggal mulai').fill('2025-01-05');
  await expect(page.getByText('Pilih tanggal mulai dan tanggal selesai.')).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByLabel('Tanggal selesai').fill('2025-01-21');
  await expect(page.getByText('Tidak ada kehadiran Zoom pada tanggal ini.')).toBeVisible();
  expect(asked[0]).toMatchObject({ start_date: '2025-1-5', end_date: '2025-1-21' });
  await expect(page).toHaveURL(/start_date=2025-01-05&end_date=2025-01-21/);

  const downloading = page.waitForEvent('download');
  await exportButton.click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^absensi-zoom_.*\.xlsx$/);
  expect(await file.failure()).toBeNull();

  await page.reload();
  await settled(page);
  await expect(page.getByLabel('Tanggal mulai')).toHaveValue('2025-01-05');
});

test('Aktivitas Zoom: a row of each stay, with a dash for what is not known', async ({ page }) => {
  const stay = {
    id: 1,
    username: 'siti.rahayu',
    email: '',
    meeting_id: '81234567890',
    topic: 'Algoritma A',
    date_meeting: '2026-11-20',
    start_meeting: '07:30:00',
    end_meeting: '10:00:00',
    join_time: '07:42:10',
    leave_time: '',
    leave_reason: '',
    duration_join: '',
    keterangan: 'terlambat 12 menit',
  };
  await page.route('**/api/v1/api/attendance/log?*', (route) =>
    route.fulfill({ json: { msg: 'Success', data: [stay], total: 1 } }),
  );
  await open(page, '/zoom-activity?start_date=2026-11-20&end_date=2026-11-20');
  const cells = await rows(page).first().getByRole('cell').allInnerTexts();
  expect(cells.map((text) => text.trim())).toEqual([
    '1',
    'siti.rahayu',
    '-',
    '81234567890',
    'Algoritma A',
    '20 Nov 2026',
    '07.30',
    '10.00',
    '07.42',
    '-',
    '-',
    '-',
    'terlambat 12 menit',
  ]);
});

test('Aktivitas Zoom: dates in the wrong order are said', async ({ page }) => {
  await page.goto('/zoom-activity?start_date=2026-11-20&end_date=2026-11-01');
  await expect(page.getByRole('alert')).toContainText('Tanggal selesai mendahului tanggal mulai');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText('Tanggal selesai mendahului tanggal mulai');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
});

test('Aktivitas Zoom: imports the chosen days from Zoom, and does not double them', async ({ page }) => {
  // The demo's meetings are those of the last month.
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await open(page, `/zoom-activity?start_date=${day(9)}&end_date=${day(2)}`);
  const importButton = page.getByRole('button', { name: 'Import dari Zoom' });
  const importAll = async () => {
    await importButton.click();
    const question = page.getByRole('dialog', { name: /^Lakukan import kehadiran Zoom .+ s\.d\. .+\?$/ });
    await expect(question).toContainText('tidak digandakan');
    const ended = page.waitForResponse((reply) => reply.url().includes('/zoom/import'));
    await question.getByRole('button', { name: 'Ya' }).click();
    expect((await ended).status()).toBe(202);
    await expect(page.getByText(/^Import kehadiran Zoom .+ rapat: /).first()).toBeVisible({
      timeout: 60_000,
    });
    await expect(question).toBeHidden();
  };
  await importAll();
  await expect(rows(page).first()).toBeVisible();
  const found = await page.getByRole('status').filter({ hasText: /baris/ }).innerText();

  await importAll();
  await settled(page);
  await expect(page.getByRole('status').filter({ hasText: /baris/ })).toHaveText(found);

  await page.getByLabel('Tanggal selesai').fill('');
  await expect(importButton).toBeDisabled();
});
