import type { Locator, Page } from '@playwright/test';
import { person } from './demo';
import { test, token } from './firstStart';
import { expect } from './journey';
import { heading } from './steps';

test.use({ signedIn: false });

/** A person who uses the page for the first time. Each click, filled field and pressed key is an action. */
class Newcomer {
  actions = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  click(what: Locator): Promise<void> {
    this.actions += 1;
    return what.click();
  }

  fill(field: Locator, text: string): Promise<void> {
    this.actions += 1;
    return field.fill(text);
  }

  choose(select: Locator, option: string): Promise<string[]> {
    this.actions += 1;
    return select.selectOption(option);
  }

  press(key: string): Promise<void> {
    this.actions += 1;
    return this.page.keyboard.press(key);
  }

  button(name: string): Promise<void> {
    return this.click(this.page.getByRole('button', { name, exact: true }));
  }
}

test('a newcomer gets from the first start to a mended enrolment in under forty actions', async ({
  page,
  demo,
  firstStart: { address },
}) => {
  test.setTimeout(180_000);
  const newcomer = new Newcomer(page);
  await page.goto(address);

  await test.step('the first start: both systems, and the own account', async () => {
    await newcomer.fill(page.getByLabel('Alamat layanan web'), demo.source);
    await newcomer.button('Periksa semua daftar');
    await newcomer.fill(page.getByLabel('Alamat Moodle'), demo.moodle);
    await newcomer.fill(page.locator('input[name=platform_token]'), token);
    await newcomer.button('Periksa Moodle');
    await newcomer.choose(page.getByLabel('Cara orang masuk ke Moodle'), 'unknown');
    await newcomer.fill(page.getByLabel('Nama', { exact: true }), person.name);
    await newcomer.fill(page.getByLabel('Username'), person.username);
    await newcomer.fill(page.locator('input[name=password]'), person.password);
    await newcomer.button('Tulis setelan dan mulai');
    await newcomer.click(page.getByRole('link', { name: 'Ke halaman login' }));
    await newcomer.fill(page.getByLabel('Username'), person.username);
    await newcomer.fill(page.locator('input[name=password]'), person.password);
    await newcomer.button('Login');
  });

  await test.step('the main page names the one thing to do', async () => {
    await expect(heading(page, 'Main Page Dashboard')).toBeVisible();
    await expect(page.getByText('Dashboard masih kosong.')).toBeVisible();
    await newcomer.click(page.getByRole('link', { name: 'Selaraskan semua' }));
    await expect(page.getByText('Lakukan penyelarasan seluruh kampus?')).toBeVisible({ timeout: 60_000 });
    await newcomer.button('Ya');
    await expect(page.getByText(/^selesai · /)).toBeVisible({ timeout: 90_000 });
  });

  // Someone unenrols a student in Moodle, who comes to the counter with their number.
  const number = await page.evaluate(async () => {
    const { key } = JSON.parse(localStorage.getItem('token') ?? '{}');
    const headers = { 'X-Authorization': key, 'Content-Type': 'application/json' };
    const path = '/api/v1/api/people/mahasiswa?page=0&per_page=1';
    return (await (await fetch(path, { headers })).json()).data[0].NPK as string;
  });
  await demo.unenrolOnMoodle(number);

  await test.step('the student is found by number, and enrolled again', async () => {
    await newcomer.click(page.getByText('Cari apa saja'));
    await newcomer.fill(page.getByRole('combobox').last(), number);
    await expect(page.getByRole('option', { name: new RegExp(number) })).toBeVisible();
    await newcomer.press('Enter');
    const [before, after] = [/Terdaftar di (\d+) dari (\d+) kelas/, /Terdaftar di (\d+) dari \1 kelas/];
    await expect(page.getByText(before)).toBeVisible();
    await expect(page.getByText(after)).toBeHidden();
    await newcomer.button('Selaraskan orang ini');
    await expect(page.getByRole('dialog')).toContainText('dikerjakan');
    await newcomer.button('Ya');
    await expect(page.getByText(after)).toBeVisible();
  });

  expect(newcomer.actions).toBeLessThan(40);
});
