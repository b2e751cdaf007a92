import { readFileSync } from 'node:fs';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import type { Demo } from './demo';

/** Steps that several journeys share. */

export const rows = (within: Page | Locator): Locator => within.getByRole('table').locator('tbody tr');

export const heading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

/** An entry of the side menu; the page itself may have links of the same name. */
export const menuLink = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Menu utama' }).getByRole('link', { name, exact: true });

/** Opens a list and waits until its rows, or the empty state, have loaded. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitUntilLoaded(page);
}

/** Logs in through the form. */
export async function logIn(
  page: Page,
  { username, password }: { username: string; password: string },
): Promise<void> {
  // The screen that is closing has a field of this name, too.
  await expect(heading(page, 'Login')).toBeVisible();
  await page.getByLabel('Username').fill(username);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy=true], [data-stale]')).toHaveCount(0);
}

/** A field of a form by its label: an input or a select. */
export function field(page: Page, name: string): Locator {
  const named = { name, exact: true };
  return page.getByRole('textbox', named).or(page.getByRole('combobox', named));
}

/** The title of a toast. */
type Outcome = 'Success' | 'Error' | 'Unduh sebagai berkas';

export function toast(page: Page, title: Outcome): Locator {
  return page
    .locator('.toasts')
    .getByRole(title === 'Error' ? 'alert' : 'status')
    .filter({ hasText: title });
}

/** The question of an action with its plan loaded. */
export async function dialogWithPlan(page: Page, question: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: question, exact: true });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Menghitung rencana…')).toBeHidden();
  return dialog;
}

/** Presses a page action, waits for the plan, presses Ya, waits for the outcome, and closes its toast. */
export async function perform(page: Page, action: string, question: string, name?: string): Promise<void> {
  // An empty list has a second "Sync Data" button in its body. The page's own button comes first.
  await page.getByRole('button', { name: action, exact: true }).first().click();
  await confirm(page, question, name);
}

/** Presses Ya and waits for the outcome. `name` is typed first; an action with a large impact requires it. */
export async function confirm(page: Page, question: string, name?: string): Promise<void> {
  const dialog = await pressYes(page, question, name);
  await expectToast(page, 'Success');
  await expect(dialog).toBeHidden();
  await waitUntilLoaded(page);
}

/** Presses Ya on an action that shows its outcome in a modal, and closes the modal. */
export async function confirmWithModal(page: Page, question: string, name?: string): Promise<void> {
  const dialog = await pressYes(page, question, name);
  const answer = page.getByRole('dialog', { name: 'Success', exact: true });
  await expect(answer).toBeVisible();
  await expect(dialog).toBeHidden();
  await answer.getByRole('button', { name: 'OK' }).click();
  await expect(answer).toBeHidden();
  await expect(page.locator('.toasts')).toBeEmpty();
  await waitUntilLoaded(page);
}

export async function pressYes(page: Page, question: string, name?: string): Promise<Locator> {
  const dialog = await dialogWithPlan(page, question);
  if (name) await dialog.getByLabel(`Ketik ${name} untuk melanjutkan`).fill(name);
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  return dialog;
}

/** Waits for the outcome, or for a file's beginning, and closes its toast. */
export async function expectToast(page: Page, title: Outcome, text = ''): Promise<void> {
  await expect(toast(page, title)).toContainText(text);
  await page.locator('.toasts').getByRole('button', { name: 'Tutup pesan' }).click();
  await expect(page.locator('.toasts')).toBeEmpty();
}

/** The fields that identify a class in calls. */
export interface ClassOf {
  kelas_id: string;
  nama_mk: string;
  nama_kelas: string;
  program_id: string;
}

/** Syncs classes, courses and one class's students through the API, as the main journey does by hand. */
export async function withStudents(demo: Demo): Promise<ClassOf> {
  await demo.post('kelas/sync');
  await demo.post('matakuliah/sync');
  const [first] = (await demo.get('kelas/get?page=0&per_page=10&sort=nama_mata_kuliah&order=asc')).data;
  const { kelas_id, nama_mata_kuliah: nama_mk, nama_kelas, program_id } = first;
  await demo.post('mahasiswa/sync', { nama_mk, nama_kelas, program_id });
  return { kelas_id, nama_mk, nama_kelas, program_id };
}

/** The class in the form of a call's body. */
export function bodyOf({ kelas_id: _, ...fields }: ClassOf): Omit<ClassOf, 'kelas_id'> {
  return fields;
}

/** The address of the student list with that class chosen. */
export function ofClass({ kelas_id, ...fields }: ClassOf, more: Record<string, string> = {}): string {
  return `/mahasiswa?${new URLSearchParams({ class: kelas_id, ...fields, ...more })}`;
}

/** Syncs the demo's large class and its students. */
export async function withLargeClass(demo: Demo): Promise<ClassOf> {
  await demo.post('kelas/sync');
  const classes = (await demo.get('kelas/get?page=0&per_page=10&q=Kuliah%20Umum')).data;
  const { kelas_id, nama_mata_kuliah: nama_mk, nama_kelas, program_id } = classes[0];
  await demo.post('mahasiswa/sync', { nama_mk, nama_kelas, program_id });
  return { kelas_id, nama_mk, nama_kelas, program_id };
}

/** Two students with the same e-mail address. The second one cannot be exported. */
export async function withTwins(demo: Demo): Promise<void> {
  await demo.call('POST', '/api/react/create/kelas', {
    kode_jurusan: 'TI',
    kode_kelas: 'TI-X',
    nama_kelas: 'Kelas X',
  });
  for (const [nim, nama_depan] of [
    ['77001', 'Ani'],
    ['77002', 'Ina'],
  ]) {
    const student = { kode_kelas: 'TI-X', nama_depan, nama_belakang: 'Kembar', email: 'kembar@kampus.ac.id' };
    await demo.call('POST', '/api/react/create/mahasiswa', { ...student, nim });
  }
}

/** Downloads both files for Moodle's administrator from the steps that are shown. */
export async function downloadMoodleFiles(within: Locator): Promise<void> {
  for (const [name, begins] of [
    ['selaras-role-preset.xml', '<?xml'],
    ['local_selaras.zip', 'PK'],
  ] as const) {
    const downloading = within.page().waitForEvent('download');
    await within.getByRole('button', { name }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toBe(name);
    expect(readFileSync(await file.path(), 'latin1').startsWith(begins)).toBe(true);
  }
}

/** Saves a list, or its chosen rows, as a file of this format of the menu. */
export async function savedList(page: Page, format: string): Promise<Download> {
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Unduh sebagai berkas' }).click();
  await page.getByRole('menuitem', { name: format }).click();
  await expectToast(page, 'Unduh sebagai berkas');
  return file;
}

/** The lines of a list's CSV file; the first has the headings. */
export async function savedLines(page: Page): Promise<string[]> {
  const file = await (await savedList(page, 'CSV')).path();
  return readFileSync(file, 'utf8').trimEnd().split('\n');
}
