import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { confirm, confirmWithModal, dialogWithPlan, expectToast, field, heading, open, rows } from './steps';

/** Test data for the screen of a kind. */
export interface KindJourney {
  path: string;
  title: string;
  /** The name of the kind in questions. */
  noun: string;
  /** The headings of the dashboard's tab after the row number. */
  columns: readonly string[];
  /** The number of rows in the demo campus, and a text in the first one. */
  total: string;
  first: string;
  /** A search text, and the number of rows that match. */
  search: { text: string; rows: number };
  create: {
    title: string;
    /** The kind that the form refers to. It must have rows first. */
    after?: string;
    values: Readonly<Record<string, string>>;
    /** The messages at the empty fields. */
    required: readonly string[];
    /** The new row's name, and the question of its deletion. */
    row: string;
    question: string;
  };
  update: {
    title: string;
    /** Fields that are empty in a row of the source although the form requires them. */
    values?: Readonly<Record<string, string>>;
    label: string;
    value: string;
  };
  /** Where outcomes are shown. */
  answers?: 'modal';
}

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const input = field(page, label);
    if ((await input.evaluate((element) => element.tagName)) === 'SELECT') await input.selectOption(value);
    else await input.fill(value);
  }
}

/** The journeys of every kind with two tabs and a form. */
export function journeysOf(kind: KindJourney): void {
  const agreed = kind.answers === 'modal' ? confirmWithModal : confirm;
  const dashboard = `${kind.path}?tab=dashboard`;

  test(`${kind.title}: see the source, sync, search, sort, export`, async ({ page }) => {
    await open(page, dashboard);
    await expect(heading(page, kind.title)).toBeVisible();
    await expect(page.getByText('Belum ada data di dashboard.')).toBeVisible();
    await page.getByRole('tab', { name: /^OCAS/ }).click();
    await expect(rows(page).filter({ hasText: kind.first }).first()).toBeVisible();
    await page.getByRole('tab', { name: /^Dashboard/ }).click();

    await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
    const question = `Lakukan sinkronisasi data ${kind.noun}?`;
    const dialog = await dialogWithPlan(page, question);
    await expect(dialog).toContainText(`${kind.total} baru`);
    await dialog.getByRole('button', { name: 'Tidak' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Belum ada data di dashboard.')).toBeVisible();

    await page.getByRole('button', { name: 'Sync Data', exact: true }).first().click();
    await agreed(page, question);
    await expect(page.getByRole('tab', { name: `Dashboard ${kind.total}` })).toBeVisible();
    const headers = await page.getByRole('columnheader').allInnerTexts();
    expect(headers.map((text) => text.trim()).filter(Boolean)).toEqual(['No', ...kind.columns, 'Aksi']);

    await page.getByLabel('Cari di semua kolom').fill(kind.search.text);
    await expect(rows(page)).toHaveCount(kind.search.rows);
    await page.getByRole('button', { name: 'Hapus pencarian' }).click();
    const header = kind.columns[0] ?? '';
    await page.getByRole('button', { name: header, exact: true }).click();
    await page.getByRole('button', { name: header, exact: true }).click();
    await expect(page).toHaveURL(/order=desc/);
    await expect(page.getByRole('columnheader', { name: header })).toHaveAttribute('aria-sort', 'descending');

    await page.getByRole('button', { name: 'Export Data', exact: true }).click();
    await agreed(page, `Lakukan export data ${kind.noun}?`);
    await expect(
      rows(page)
        .first()
        .getByRole('button', { name: /^sudah/ }),
    ).toBeDisabled();
    await page.reload();
    await expect(page.getByRole('columnheader', { name: header })).toHaveAttribute('aria-sort', 'descending');
  });

  test(`${kind.title}: sync one row, export it`, async ({ page }) => {
    await open(page, `${kind.path}?tab=source`);
    await page
      .getByRole('button', { name: /^Sync baris ini/ })
      .first()
      .click();
    await agreed(page, `Lakukan sinkronisasi data ${kind.noun}?`);
    await page.getByRole('tab', { name: /^Dashboard/ }).click();
    await expect(rows(page)).toHaveCount(1);
    await rows(page)
      .getByRole('button', { name: /^belum/ })
      .click();
    await agreed(page, `Lakukan export data ${kind.noun}?`);
    await expect(rows(page).getByRole('button', { name: /^sudah/ })).toBeDisabled();
  });

  test(`${kind.title}: create, update, delete`, async ({ page, demo }) => {
    if (kind.create.after) await demo.post(`${kind.create.after}/sync`);
    await open(page, dashboard);
    await page.getByRole('link', { name: 'Buat baru' }).click();
    await expect(heading(page, kind.create.title)).toBeVisible();
    await page.getByRole('button', { name: 'Simpan' }).click();
    for (const message of kind.create.required) await expect(page.getByText(message)).toBeVisible();
    await fill(page, kind.create.values);
    await page.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, 'Success');
    await expect(heading(page, kind.title)).toBeVisible();
    const row = rows(page).filter({ hasText: kind.create.row });
    await expect(row).toHaveCount(1);

    await row.getByRole('link', { name: /^Ubah/ }).click();
    await expect(heading(page, kind.update.title)).toBeVisible();
    for (const [label, value] of Object.entries(kind.create.values)) {
      await expect(field(page, label)).toHaveValue(value);
    }
    await fill(page, { ...kind.update.values, [kind.update.label]: kind.update.value });
    await page.getByRole('button', { name: 'Simpan' }).click();
    await expectToast(page, 'Success');
    await expect(heading(page, kind.title)).toBeVisible();
    await expect(rows(page).filter({ hasText: kind.update.value })).toHaveCount(1);

    await page.getByRole('button', { name: /^Hapus / }).click();
    const question = kind.create.question.replace('{item}', kind.update.value);
    const dialog = await dialogWithPlan(page, question);
    await dialog.getByRole('button', { name: 'Tidak' }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole('button', { name: /^Hapus / }).click();
    await agreed(page, question);
    await expect(page.getByText('Data di dashboard sudah dihapus.')).toBeVisible();
  });
}
