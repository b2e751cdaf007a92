import { expect, type Locator, type Page } from '@playwright/test';

/** The administrator whom the journeys follow. The first account of a fresh server is active at once. */
export const person = { name: 'Ratna Dewi', username: 'ratna', password: 'rahasia-sekali-2026' };

export async function signUp(page: Page): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Nama').fill(person.name);
  await page.getByLabel('Username').fill(person.username);
  await page.locator('input[name=password]').fill(person.password);
  await page.getByRole('button', { name: 'Signup' }).click();
  const answer = page.getByRole('dialog', { name: 'Success' });
  await expect(answer).toBeVisible();
  await answer.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/\/login$/);
}

export async function logIn(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill(person.username);
  await page.locator('input[name=password]').fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Main Page Dashboard' })).toBeVisible();
}

/** Signs up where that is still to be done: each file of journeys may be run alone, or after another. */
export async function enter(page: Page): Promise<void> {
  await page.goto('/login');
  const answer = await page.request.post('/api/v1/api/react/login', {
    data: { username: person.username, password: person.password },
  });
  if (!answer.ok()) await signUp(page);
  await logIn(page);
}

export function toast(page: Page, heading: 'Success' | 'Error'): Locator {
  return page.locator('.toasts').getByText(heading, { exact: true });
}

/** Presses a page action, waits for the plan, says Ya, and waits for the outcome. */
export async function perform(page: Page, action: string, question: string): Promise<void> {
  // An empty list offers "Sync Data" a second time in the place of its rows; the page's own comes first.
  await page.getByRole('button', { name: action, exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: question });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Menghitung rencana…')).toBeHidden();
  await dialog.getByRole('button', { name: 'Ya', exact: true }).click();
  await expect(toast(page, 'Success')).toBeVisible({ timeout: 90_000 });
  await expect(dialog).toBeHidden();
  await page.locator('.toasts').getByRole('button', { name: 'Tutup pesan' }).first().click();
  await expect(page.locator('.toasts')).toBeEmpty();
}
