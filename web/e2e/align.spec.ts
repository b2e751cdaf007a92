import type { Page } from '@playwright/test';
import type { Demo } from './demo';
import { expect, test } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { heading, menuLink, open } from './steps';

const question = 'Lakukan penyelarasan seluruh kampus?';

/** A part of the plan or of the run. */
const part = (page: Page, name: string) => page.getByRole('region', { name });

/** The line of a kind in a part. */
const line = (page: Page, of: string, kind: string) =>
  part(page, of)
    .getByRole('listitem')
    .filter({ has: page.getByText(kind, { exact: true }) });

/** The number of classes in the dashboard. */
async function classes(demo: Demo): Promise<number> {
  return (await demo.get('kelas/get?page=0&per_page=10')).total ?? 0;
}

/** Goes from the main page to the plan of the whole campus. */
async function toPlan(page: Page): Promise<void> {
  await open(page, '/');
  await page.getByRole('link', { name: 'Selaraskan semua' }).click();
  await expect(page.getByText(question)).toBeVisible({ timeout: 60_000 });
}

/** Presses Ya and waits until the run has ended in this state. */
async function sayYes(page: Page, state: 'selesai' | 'selesai sebagian'): Promise<void> {
  await page.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(heading(page, 'Selaraskan Seluruh Kampus')).toBeVisible();
  await expect(page.getByText(new RegExp(`^${state} · `))).toBeVisible({ timeout: 90_000 });
}

test('Selaraskan semua: one Ya syncs an empty campus, later only changes', async ({ page, demo }) => {
  test.setTimeout(240_000);
  await open(page, '/');
  await expect(page.getByText('Dashboard masih kosong.')).toBeVisible();
  await toPlan(page);
  await expect(line(page, '1. Ambil dari OCAS', 'Kelas')).toContainText(/[1-9][\d.]* baru/);
  // People and their enrolments are counted apart.
  const countIn = async (of: string) => {
    const text = await line(page, of, 'Mahasiswa').innerText();
    return Number(/[1-9][\d.]*/.exec(text)?.[0].replaceAll('.', ''));
  };
  await expect(line(page, '2. Kirim ke Moodle', 'Mahasiswa')).toContainText('300 baru di Moodle');
  await expect(line(page, '3. Daftarkan ke kelas', 'Mahasiswa')).toContainText(/[1-9][\d.]* akan di-enroll/);
  expect(await countIn('3. Daftarkan ke kelas')).toBeGreaterThan(await countIn('2. Kirim ke Moodle'));
  await expectAccessible(page, 'the plan of the whole campus');
  await expectNoOverflow(page, 'the plan of the whole campus');
  expect(await classes(demo)).toBe(0);

  await sayYes(page, 'selesai');
  await expect(line(page, '2. Kirim ke Moodle', 'Kelas')).toContainText('selesai');
  await expectAccessible(page, 'the run over the whole campus');
  expect(await classes(demo)).toBeGreaterThan(0);

  // A list that has shrunk needs one confirmation for the whole run.
  await demo.change('classes', 'half');
  await toPlan(page);
  await expect(line(page, '1. Ambil dari OCAS', 'Semester')).toContainText('tidak ada perubahan');
  await expect(line(page, '1. Ambil dari OCAS', 'Kelas')).toContainText('hilang dari OCAS');
  const yes = page.getByRole('button', { name: 'Ya', exact: true });
  await expect(yes).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Ketik Seluruh Kampus untuk melanjutkan').fill('Seluruh Kampus');
  await expect(yes).not.toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page, 'the plan that asks');
});

test('Selaraskan semua: any row of a long plan is found and left out', async ({ page, demo }) => {
  test.slow();
  const [last] = (await demo.get('source/classes?page=0&per_page=1&order=desc')).data;
  await toPlan(page);
  const read = line(page, '1. Ambil dari OCAS', 'Kelas');
  await read.getByRole('button', { name: /^[\d.]+ baru/ }).click();
  await expect(read.getByRole('checkbox', { checked: true })).toHaveCount(26);
  await read.getByRole('button', { name: 'Halaman berikutnya' }).click();
  await expect(read.getByText(/^26–50 dari/)).toBeVisible();
  await expectAccessible(page, 'the rows of a part');
  await expectNoOverflow(page, 'the rows of a part');
  await read.getByRole('searchbox').fill(last.jadwal_kuliah_detail_id);
  await expect(read.getByText(/^1–1 dari 1$/)).toBeVisible();
  await read.getByRole('checkbox').nth(1).uncheck();
  await page.getByRole('button', { name: 'Hitung ulang rencana' }).click();
  await expect(page.getByText(question)).toBeVisible({ timeout: 60_000 });
  await sayYes(page, 'selesai sebagian');
  const found = await demo.get(`kelas/get?page=0&per_page=10&q=${last.jadwal_kuliah_detail_id}`);
  expect(found.total).toBe(0);
});

test('Selaraskan semua: an unticked row is skipped with its dependants, and reported', async ({ page }) => {
  test.setTimeout(180_000);
  await toPlan(page);
  await part(page, '2. Kirim ke Moodle').getByRole('checkbox', { name: 'Ikutkan Mata Kuliah' }).uncheck();
  await expect(page.getByText('Pilihan berubah')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ya', exact: true })).toHaveCount(0);
  // After a visit to another page, the plan in the tray still has the same rows left out.
  await menuLink(page, 'Aktivitas Log').click();
  await page.getByRole('button', { name: 'Pekerjaan', exact: true }).click();
  await page.getByRole('dialog', { name: 'Pekerjaan' }).getByRole('link', { name: 'Lihat rencana' }).click();
  await expect(page.getByText('Pilihan berubah')).toBeVisible();
  // Retrying a failed plan leaves out the same rows.
  await page.route('**/api/v1/api/campus/align', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Hitung ulang rencana' }).click();
  await page.getByRole('button', { name: 'Coba lagi' }).click();
  await expect(page.getByText(question)).toBeVisible({ timeout: 60_000 });
  await expect(line(page, '2. Kirim ke Moodle', 'Mata Kuliah')).toContainText('tidak ikut');
  await line(page, '2. Kirim ke Moodle', 'Kelas')
    .getByRole('button', { name: /mata kuliahnya belum ada di Moodle/ })
    .click();
  await expect(part(page, '2. Kirim ke Moodle')).toContainText('Mata Kuliah');
  await page.getByRole('button', { name: 'Tidak', exact: true }).click();
  await expect(heading(page, 'Main Page Dashboard')).toBeVisible();
});

test('Selaraskan semua: a plan that was left is offered again', async ({ page }) => {
  await toPlan(page);
  await menuLink(page, 'Laporan').click();
  await expect(heading(page, 'Laporan')).toBeVisible();
  await page.goto('/selaraskan');
  await expect(page.getByText(/^Rencana terakhir dihitung /)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Lihat rencana' }).click();
  await expect(page.getByText(question)).toBeVisible();
});
