import type { Locator, Page } from '@playwright/test';
import type { Key } from './demo';
import { expect } from './journey';
import { expectAccessible, expectNoOverflow } from './pageChecks';
import { readOnlyTest as test } from './sharedServer';
import { heading, ofClass, open, rows, savedLines, savedList, waitUntilLoaded } from './steps';

/** The texts of one column, row by row. */
async function column(page: Page, name: string): Promise<string[]> {
  const headers = await page.getByRole('columnheader').allInnerTexts();
  const place = headers.findIndex((text) => text.trim() === name);
  return rows(page).evaluateAll(
    (all, at) => all.map((row) => (row as HTMLTableRowElement).cells[at]?.innerText.trim() ?? ''),
    place,
  );
}

test('both tabs have their rows and their columns', async ({ page }) => {
  await open(page, '/kelas');
  const dashboard = page.getByRole('tab', { name: /Dashboard/ });
  await expect(dashboard).toHaveAttribute('aria-selected', 'true');
  await expect(dashboard).toContainText(/\d/);
  const shared = [
    'No',
    'Nama Mata Kuliah',
    'Nama Kelas',
    'Kelas ID',
    'Semester',
    'Program ID',
    'Hari',
    'Jam Mulai',
  ];
  for (const name of [...shared, 'SKS', 'Status', 'Migrasi']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await page.getByRole('tab', { name: /OCAS/ }).click();
  await expect(page).toHaveURL(/tab=source/);
  await waitUntilLoaded(page);
  await expect(rows(page)).toHaveCount(10);
  for (const name of [...shared, 'Jam Selesai', 'SKS', 'Status']) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
  }
  await expect(page.getByRole('columnheader', { name: 'Migrasi' })).toBeHidden();
});

test('the source’s tab marks the rows that the dashboard lacks', async ({ page }) => {
  await open(page, '/kelas?tab=source');
  expect(new Set(await column(page, 'Di dashboard'))).toEqual(new Set(['sama']));
  await open(page, '/mengajar?tab=source');
  expect(new Set(await column(page, 'Di dashboard'))).toEqual(new Set(['belum ada']));
});

for (const tab of ['source', 'dashboard']) {
  test(`a click on a header sorts, another reverses the order (${tab})`, async ({ page }) => {
    await open(page, `/kelas?tab=${tab}`);
    const header = page.getByRole('columnheader', { name: 'Kelas ID' });
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    await waitUntilLoaded(page);
    const up = await column(page, 'Kelas ID');
    expect(up).toEqual([...up].sort());
    await header.getByRole('button').click();
    await expect(header).toHaveAttribute('aria-sort', 'descending');
    await waitUntilLoaded(page);
    const down = await column(page, 'Kelas ID');
    expect(down).toEqual([...down].sort().reverse());
    expect(down[0]).not.toBe(up[0]);
    await page.goBack();
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
  });
}

test('search covers all fields, ignores case, and can be cleared', async ({ page }) => {
  await open(page, '/kelas');
  const total = await page.getByRole('status').filter({ hasText: 'baris' }).innerText();
  const [name = ''] = await column(page, 'Nama Mata Kuliah');
  const search = page.getByRole('searchbox');
  await search.fill(name.toUpperCase());
  await expect(page).toHaveURL(/q=/);
  await expect.poll(async () => [...new Set(await column(page, 'Nama Mata Kuliah'))]).toEqual([name]);
  await search.fill('tidak ada yang bernama begini');
  await expect(page.getByText('Tidak ada baris yang cocok.')).toBeVisible();
  await page.getByRole('button', { name: 'Hapus pencarian', exact: true }).click();
  await expect(search).toHaveValue('');
  await expect(search).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'baris' })).toHaveText(total);
  await expect(rows(page)).toHaveCount(10);
});

test('pages hold 10, 25 or 100 rows, numbered across pages', async ({ page }) => {
  await open(page, '/kelas');
  expect((await column(page, 'No'))[0]).toBe('1');
  await page.getByRole('button', { name: 'Halaman berikutnya' }).click();
  await expect(page).toHaveURL(/page=1/);
  await expect.poll(async () => (await column(page, 'No'))[0]).toBe('11');
  const size = page.getByLabel('Baris per halaman');
  await expect(size.getByRole('option')).toHaveText(['10', '25', '100']);
  await size.selectOption('25');
  await expect(rows(page)).toHaveCount(25);
  expect((await column(page, 'No'))[0]).toBe('1');
  await size.selectOption('100');
  await expect(rows(page)).toHaveCount(100);
  const last = page.getByRole('button', { name: 'Halaman terakhir' });
  await last.click();
  await waitUntilLoaded(page);
  await expect(page.getByRole('button', { name: 'Halaman berikutnya' })).toBeDisabled();
  // The button leads nowhere now, but the keyboard focus stays on it.
  await expect(last).toBeDisabled();
  await expect(last).toBeFocused();
});

test('an address reopens the list with its filters and page', async ({ page }) => {
  await open(page, '/kelas?tab=source&page=2&per_page=25&sort=hari&order=desc');
  await expect(page.getByRole('tab', { name: /OCAS/ })).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page)).toHaveCount(25);
  expect((await column(page, 'No'))[0]).toBe('51');
  await expect(page.getByRole('columnheader', { name: 'Hari' })).toHaveAttribute('aria-sort', 'descending');
});

test('a filter shows the rows of one state', async ({ page }) => {
  await open(page, '/kelas');
  await page.getByLabel('Migrasi').selectOption('sudah');
  await expect(page.getByText('Tidak ada baris yang cocok.')).toBeVisible();
  await page.getByRole('button', { name: 'Hapus pencarian dan filter' }).click();
  await expect(rows(page)).toHaveCount(10);
  await page.getByLabel('Migrasi').selectOption('belum');
  await expect(page).toHaveURL(/migration=belum/);
  await expect(rows(page)).toHaveCount(10);
});

test('students are synced by class, and both tabs show the chosen class', async ({ page, students }) => {
  await open(page, '/mahasiswa?tab=source');
  await expect(page.getByText('Pilih kelas dahulu.')).toBeVisible();
  const sync = page.getByRole('button', { name: 'Sync Data', exact: true });
  await expect(sync).toHaveAttribute('aria-disabled', 'true');
  await expect(sync).toHaveAccessibleDescription('Pilih kelas dahulu untuk sync');
  // A touch screen has no hover, so a tap shows why the button does nothing.
  await sync.click({ force: true });
  await expect(page.locator('.toasts')).toContainText('Pilih kelas dahulu untuk sync');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Kelas', exact: true, expanded: false }).click();
  await page.getByPlaceholder('Cari kelas…').fill(students.kelas_id);
  const option = page.getByRole('listbox').getByRole('option', { name: students.kelas_id });
  await option.first().click();
  await expect(page).toHaveURL(new RegExp(`class=${students.kelas_id}`));
  await waitUntilLoaded(page);
  await expect(rows(page).first()).toContainText(students.nama_kelas);
  await expect(sync).not.toHaveAttribute('aria-disabled', 'true');
  const fromSource = await column(page, 'NPK');
  await page.getByRole('tab', { name: /Dashboard/ }).click();
  await waitUntilLoaded(page);
  expect((await column(page, 'NPK')).sort()).toEqual(fromSource.sort());
  await page.getByRole('button', { name: 'Kosongkan pilihan kelas' }).click();
  await expect(page).not.toHaveURL(/class=/);
});

test('no password is ever shown', async ({ page, students }) => {
  await open(page, ofClass(students));
  // The column is empty, so it is absent until the user shows it.
  await expect(page.getByRole('columnheader', { name: 'Password' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Kolom', exact: true }).click();
  await page.getByRole('dialog', { name: 'Kolom' }).getByLabel('Password', { exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Password' })).toBeVisible();
  for (const shown of await column(page, 'Password')) expect(shown).toBe('-');
});

test('a course has the name that the source nests', async ({ page }) => {
  await open(page, '/mata_kuliah?tab=source');
  for (const name of await column(page, 'Nama Mata Kuliah')) expect(name).toMatch(/^[A-Z][^{]+$/);
});

test('on a phone rows are cards with menus for their actions', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/kelas');
  const cards = page.getByRole('list', { name: 'Tabel Daftar Kelas' }).getByRole('listitem');
  await expect(cards).toHaveCount(10);
  await page.getByRole('button', { name: 'Aksi lain' }).click();
  for (const name of ['Export Data', 'Buat baru', 'Delete All Data']) {
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Buka menu' }).click();
  await page.getByRole('link', { name: 'Mata Kuliah', exact: true }).click();
  await expect(heading(page, 'Mata Kuliah')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mata Kuliah', exact: true })).toBeHidden();
});

test('the default order has its arrow, and the number reverses it', async ({ page }) => {
  await open(page, '/kelas');
  const number = page.getByRole('columnheader', { name: 'No', exact: true });
  await expect(number).toHaveAttribute('aria-sort', 'ascending');
  await number.getByRole('button').click();
  await expect(page).toHaveURL(/order=desc/);
  await expect(number).toHaveAttribute('aria-sort', 'descending');
});

test('both tabs show their row count, and the list its last sync', async ({ page }) => {
  await open(page, '/kelas');
  await expect(page.getByRole('tab', { name: /^OCAS \d/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Dashboard \d/ })).toBeVisible();
  await expect(page.getByText(/disinkronkan (baru saja|\d+ \w+ yang lalu)/)).toBeVisible();
});

test.describe('on a laptop', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('the e-mail of a student is in sight', async ({ page, students }) => {
    await open(page, ofClass(students));
    const email = page.getByRole('columnheader', { name: 'Email' });
    await expect(email).toBeInViewport({ ratio: 1 });
  });
});

test('columns are hidden and moved, and stay so for this person', async ({ page }) => {
  await open(page, '/kelas');
  await page.getByRole('button', { name: 'Kolom', exact: true }).click();
  const chooser = page.getByRole('dialog', { name: 'Kolom' });
  await chooser.getByLabel('Program ID', { exact: true }).uncheck();
  // Before Program ID, which is hidden, and before Semester.
  await chooser.getByRole('button', { name: 'Pindahkan Hari ke depan' }).click();
  await chooser.getByRole('button', { name: 'Pindahkan Hari ke depan' }).click();
  await expectAccessible(page, 'the chooser of columns');
  await page.keyboard.press('Escape');
  await page.reload();
  await waitUntilLoaded(page);
  const names = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());
  expect(names).not.toContain('Program ID');
  expect(names.indexOf('Hari')).toBeLessThan(names.indexOf('Semester') + 1);
  await page.getByRole('button', { name: 'Kolom', exact: true }).click();
  await chooser.getByRole('button', { name: 'Kembalikan susunan semula' }).click();
  await expect(page.getByRole('columnheader', { name: 'Program ID' })).toBeVisible();
});

/** The headings of the table, in their order. */
const headings = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim());

/** Drags a heading onto the end of another one, and holds it there. */
async function dragTo(page: Page, from: string, to: string): Promise<void> {
  const heading = page.getByRole('columnheader', { name: from, exact: true });
  const target = page.getByRole('columnheader', { name: to, exact: true });
  await heading.getByRole('button').hover();
  await page.mouse.down();
  const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
  await page.mouse.move(x + width - 8, y + height / 2, { steps: 8 });
}

test('a heading is dragged to another place, kept for this person, and reset', async ({ page }) => {
  await open(page, '/kelas');
  const before = await headings(page);
  await dragTo(page, 'Hari', 'Nama Kelas');
  await expect(page.locator('th[data-drop]')).toHaveText('Nama Kelas');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(await headings(page)).toEqual(before);

  await dragTo(page, 'Hari', 'Nama Kelas');
  await page.mouse.up();
  const moved = before.filter((name) => name !== 'Hari');
  moved.splice(moved.indexOf('Nama Kelas') + 1, 0, 'Hari');
  await expect.poll(() => headings(page)).toEqual(moved);
  // The end of a drag is no click, so nothing is sorted.
  await expect(page).not.toHaveURL(/sort=/);

  // A pinned column stays in its place at the end, and nothing is dropped behind it.
  await dragTo(page, 'Hari', 'Migrasi');
  await page.mouse.up();
  await expect.poll(async () => (await headings(page)).slice(-3)).toEqual(['Hari', 'Migrasi', 'Aksi']);
  await page.reload();
  await waitUntilLoaded(page);
  await expect.poll(async () => (await headings(page)).slice(-3)).toEqual(['Hari', 'Migrasi', 'Aksi']);

  // By keyboard, in the menu of columns. At the end of the list the button keeps the focus.
  await page.getByRole('button', { name: 'Kolom', exact: true }).click();
  const chooser = page.getByRole('dialog', { name: 'Kolom' });
  const forward = chooser.getByRole('button', { name: 'Pindahkan Nama Kelas ke depan' });
  await forward.focus();
  await page.keyboard.press('Enter');
  await expect(forward).toBeDisabled();
  await expect(forward).toBeFocused();
  await expect
    .poll(async () => (await headings(page)).slice(2, 4))
    .toEqual(['Nama Kelas', 'Nama Mata Kuliah']);
  await chooser.getByRole('button', { name: 'Kembalikan susunan semula' }).click();
  await expect.poll(() => headings(page)).toEqual(before);
});

/** Makes this the session of the page, from its next load on. */
const setSession = (page: Page, { user, api_key, api_name }: Key) =>
  page.evaluate(
    ({ user, token }) => {
      localStorage.setItem('user', JSON.stringify(user));
      localStorage.setItem('token', JSON.stringify(token));
    },
    { user, token: { key: api_key, name: api_name } },
  );

test('filters are saved under a name, shared with another account, chosen again, and removed', async ({
  page,
  demo,
}) => {
  await open(page, '/kelas?migration=belum&sort=hari');
  await page.getByRole('button', { name: 'Filter tersimpan' }).click();
  const saved = page.getByRole('dialog', { name: 'Filter tersimpan' });
  await saved.getByLabel('Simpan yang sekarang dengan nama').fill('Belum dikirim');
  await saved.getByLabel('Bagikan kepada semua akun').check();
  await saved.getByRole('button', { name: 'Simpan', exact: true }).click();
  await expect(saved.getByText('Dibagikan kepada semua akun')).toBeVisible();
  await expectAccessible(page, 'the saved filters');

  const viewer = { username: 'dekan', password: 'rahasia-sekali-2026' };
  await demo.call('POST', '/api/v1/api/user/insert', { ...viewer, nama_user: 'Dekan', role: 'viewer' });
  await setSession(page, (await demo.ask('POST', '/api/react/login', viewer)).data as Key);
  await open(page, '/kelas');
  await page.getByRole('button', { name: 'Filter tersimpan' }).click();
  await expect(saved.getByRole('listitem')).toContainText([/Belum dikirim.*Dibagikan oleh/]);
  await expect(saved.getByRole('button', { name: /^Hapus filter/ })).toHaveCount(0);
  await saved.getByRole('button', { name: 'Belum dikirim', exact: true }).click();
  await expect(page).toHaveURL(/migration=belum/);

  await setSession(page, await demo.signedIn());
  await demo.call('DELETE', '/api/v1/api/user/delete', {
    id: (await demo.get('user/username/dekan')).data.id,
  });
  await open(page, '/kelas');
  await page.getByRole('button', { name: 'Filter tersimpan' }).click();
  await saved.getByRole('button', { name: 'Belum dikirim', exact: true }).click();
  await expect(page).toHaveURL(/migration=belum/);
  await expect(page).toHaveURL(/sort=hari/);
  await page.getByRole('button', { name: 'Filter tersimpan' }).click();
  await saved.getByRole('button', { name: 'Hapus filter Belum dikirim' }).click();
  await expect(saved.getByText('Belum ada filter tersimpan.')).toBeVisible();
});

test('a list is usable by keyboard alone', async ({ page }) => {
  await open(page, '/kelas');
  await page.keyboard.press('j');
  await expect(rows(page).nth(0)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect(rows(page).nth(1).getByRole('checkbox')).toBeChecked();
  await expect(page.getByText('1 baris dipilih')).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  // Typed letters are text in a field, not shortcuts.
  await page.keyboard.type('jx?');
  await expect(page.getByRole('searchbox')).toHaveValue('jx?');
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Pintasan papan tombol' });
  await expect(help).toContainText('Baris berikutnya');
  await expectAccessible(page, 'the help');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
});

test('choosing rows moves nothing and keeps search and filters', async ({ page, students }) => {
  await open(page, ofClass(students, { migration: 'belum' }));
  for (const size of [
    { width: 1366, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const box = page.getByRole('checkbox', { name: /^Pilih / }).last();
    // Pointing at it waits until the rows stand still at the new width.
    await box.hover();
    const before = await box.boundingBox();
    await box.check();
    await expect(page.getByText('1 baris dipilih')).toBeVisible();
    expect(await box.boundingBox()).toEqual(before);
    await expect(page.getByRole('searchbox')).toBeVisible();
    // A phone has the filters in a sheet, and their number on its button.
    const filter = size.width > 400 ? page.getByLabel('Migrasi', { exact: true }) : null;
    if (filter) await expect(filter).toHaveValue('belum');
    else await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
    await box.uncheck();
    await expect(page.getByText('1 baris dipilih')).toBeHidden();
    expect(await box.boundingBox()).toEqual(before);
  }
});

test('a phone has all actions on chosen rows in one menu', async ({ page, students }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, ofClass(students));
  await page
    .getByRole('checkbox', { name: /^Pilih / })
    .last()
    .check();
  await page.getByRole('button', { name: 'Aksi untuk 1 baris yang dipilih' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Export Data (1)',
    'Enroll (1)',
    'Unenroll (1)',
    'Hapus (1)',
    'Batal pilih',
  ]);
  await page.getByRole('menuitem', { name: 'Batal pilih' }).click();
  await expect(page.getByText('1 baris dipilih')).toBeHidden();
});

test('menus and dialogs over a list are accessible', async ({ page, students }) => {
  await open(page, ofClass(students));
  await page.getByRole('button', { name: /^Kelas: / }).click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  await expectAccessible(page, 'the choice of a class');
  await page.keyboard.press('Escape');
  await page.getByRole('checkbox', { name: 'Pilih semua baris di halaman ini' }).check();
  await expectAccessible(page, 'the tools of chosen rows');
  await page.getByRole('button', { name: 'Batal pilih' }).click();
  await page.getByRole('button', { name: /Menu pengguna/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  await expectAccessible(page, 'the menu of the person');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('button', { name: /^Aksi untuk / })
    .first()
    .click();
  await expect(page.getByRole('menuitem').first()).toBeVisible();
  await expectAccessible(page, 'the menu of a row');
});

test('an unknown order in an address is shown with the way back', async ({ page }) => {
  await page.goto('/kelas?sort=xyz&migration=belum');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Alamat ini meminta urutan atau filter yang tidak dikenal.');
  await expect(alert).toContainText('sort=xyz');
  await alert.getByRole('button', { name: 'Tampilkan tanpa itu' }).click();
  await expect(rows(page)).toHaveCount(10);
  await expect(page).toHaveURL(/\/kelas\?migration=belum$/);
  await page.goto('/log-activity?sort=xyz');
  await page.getByRole('button', { name: 'Tampilkan tanpa itu' }).click();
  await expect(page).toHaveURL(/\/log-activity$/);
});

test('a list of a hundred rows fills the window, with one scroll', async ({ page }) => {
  await open(page, '/kelas?per_page=100');
  const table = page.getByRole('region', { name: 'Tabel Daftar Kelas' });
  const pageScroll = () =>
    page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight);
  for (const height of [768, 1080]) {
    await page.setViewportSize({ width: 1366, height });
    await expect.poll(pageScroll).toBe(0);
    const paging = await page.getByRole('navigation', { name: 'Halaman tabel' }).boundingBox();
    expect((paging?.y ?? 0) + (paging?.height ?? 0)).toBeGreaterThan(height - 20);
  }
  await rows(page).last().scrollIntoViewIfNeeded();
  await expect(rows(page).last()).toBeInViewport({ ratio: 1 });
  await expect(table.getByRole('columnheader', { name: 'Kelas ID' })).toBeInViewport();
});

test('a toast covers no button of the paging, and the last row can be scrolled above it', async ({
  page,
}) => {
  await open(page, '/kelas?per_page=100');
  const paging = page.getByRole('navigation', { name: 'Halaman tabel' });
  const before = await paging.boundingBox();
  await page.getByRole('button', { name: 'Salin tautan' }).click();
  const toasts = page.locator('.toasts');
  await expect(toasts.getByRole('status')).toBeVisible();
  const over = await toasts.boundingBox();
  expect(await paging.boundingBox()).toEqual(before);
  const last = paging.getByRole('button', { name: 'Halaman terakhir' });
  const end = await last.boundingBox();
  expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThan(over?.x ?? 0);
  await page
    .getByRole('region', { name: 'Tabel Daftar Kelas' })
    .evaluate((box) => box.scrollTo(0, box.scrollHeight));
  const row = await rows(page).last().boundingBox();
  expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
});

test('a row offers its actions only while it is pointed at or has the focus', async ({ page, students }) => {
  await open(page, ofClass(students));
  const [first, second] = [rows(page).nth(0), rows(page).nth(1)];
  const actions = (row: Locator) => row.locator('.row-deeds');
  await page.mouse.move(0, 0);
  await expect(actions(first)).toHaveCSS('opacity', '0');
  await first.hover();
  await expect(actions(first)).toHaveCSS('opacity', '1');
  await expect(actions(second)).toHaveCSS('opacity', '0');
  await page.mouse.move(0, 0);
  await second.getByRole('button', { name: /^Hapus / }).focus();
  await expect(actions(second)).toHaveCSS('opacity', '1');
});

test.describe('with a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } });

  test('a row always offers its actions', async ({ page, students }) => {
    await open(page, ofClass(students));
    await expect(rows(page).first().locator('.row-deeds')).toHaveCSS('opacity', '1');
    await expect(rows(page).first().locator('.state-action').first()).toHaveCSS('opacity', '1');
  });
});

test('rows are compact in every list once this person wants them so', async ({ page }) => {
  await open(page, '/kelas');
  const height = () =>
    rows(page)
      .first()
      .evaluate((row) => row.getBoundingClientRect().height);
  expect(await height()).toBeGreaterThanOrEqual(36);
  await page.getByRole('button', { name: 'Kolom', exact: true }).click();
  await page.getByRole('dialog', { name: 'Kolom' }).getByText('Rapat', { exact: true }).click();
  await expect.poll(height).toBeLessThan(31);
  await expectAccessible(page, 'the height of rows');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Kolom', exact: true })).toBeFocused();
  await open(page, '/prodi?tab=dashboard');
  expect(await height()).toBeLessThan(31);
});

test('the address of a list as it stands can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/kelas?migration=belum');
  await page.getByRole('columnheader', { name: 'Hari' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=hari/);
  await page.getByRole('button', { name: 'Salin tautan' }).click();
  await expect(page.locator('.toasts')).toContainText('Tautan disalin');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(page.url());
  expect(copied).toMatch(/\/kelas\?migration=belum&sort=hari$|sort=hari&migration=belum$/);
});

test('without access to the clipboard the address is shown', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await open(page, '/kelas?migration=belum');
  await page.getByRole('button', { name: 'Salin tautan' }).click();
  await expect(page.locator('.toasts')).toContainText(page.url());
});

test('a printed list is its heading, its filters in words, and its rows', async ({ page, students }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await open(page, ofClass(students, { migration: 'belum', sort: 'NPK', order: 'desc' }));
  await expect(heading(page, 'Daftar Mahasiswa')).toBeVisible();
  const words = page.getByText(/^Dashboard · Kelas: .+ · Migrasi: belum · Urutkan: NPK ↓$/);
  await expect(words).toBeVisible();
  await expect(words).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(rows(page).first()).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Aksi' })).toBeHidden();
  await expect(page.getByRole('button', { name: /^(Ubah|Hapus|Sync|Export|Kolom)/ })).toHaveCount(0);
  // What is left are the headers that sort and the words for states.
  const inTable = await page.getByRole('table').getByRole('button').count();
  await expect(page.getByRole('button')).toHaveCount(inTable);
  // All rows are on paper, none in a box that scrolls.
  await expect(page.locator('[data-rows]')).toHaveCSS('overflow', 'visible');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('the first row comes soon: filters and order are in a sheet', async ({ page, students }) => {
    await open(page, ofClass(students));
    const first = page.getByRole('list', { name: 'Tabel Daftar Mahasiswa' }).getByRole('listitem').first();
    expect((await first.boundingBox())?.y).toBeLessThan(300);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    // The cards stay in sight above it.
    await expect.poll(async () => (await sheet.boundingBox())?.y).toBeGreaterThan(300);
    await sheet.getByLabel('Migrasi', { exact: true }).selectOption('sudah');
    await expect(page).toHaveURL(/migration=sudah/);
    await sheet.getByLabel('Migrasi', { exact: true }).selectOption('belum');
    await sheet.getByLabel('Urutkan', { exact: true }).selectOption('NPK');
    await expect(page).toHaveURL(/sort=NPK/);
    await sheet.getByRole('button', { name: 'Salin tautan' }).click();
    // The toast stays away from the buttons of the sheet.
    const toast = await page.locator('.toasts').boundingBox();
    expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan((await sheet.boundingBox())?.y ?? 0);
    await expectAccessible(page, 'the sheet of filters');
    await expectNoOverflow(page, 'the sheet of filters');
    await sheet.getByRole('button', { name: 'Tampilkan baris' }).click();
    await expect(sheet).toBeHidden();
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
  });
});

test('a list, or its chosen rows, is saved as Excel or CSV', async ({ page }) => {
  await open(page, '/kelas?tab=dashboard&q=Algoritma');
  await expect(rows(page).first()).toBeVisible();
  const found = await page.getByRole('tab', { name: /^Dashboard/ }).innerText();
  expect((await savedList(page, 'Excel (.xlsx)')).suggestedFilename()).toBe('kelas.xlsx');
  const csv = () => savedLines(page);
  const all = await csv();
  expect(all[0]).toMatch(/^\uFEFFjadwal_kuliah_detail_id,/);
  expect(all.length - 1).toBe(Number(found.replace(/\D/g, '')));
  await rows(page).first().getByRole('checkbox').check();
  expect(await csv()).toHaveLength(2);
});
