import type { Page } from '@playwright/test';
import { expect, test } from './journey';
import { ofClass, rows, waitUntilLoaded, withLargeClass } from './steps';

const size = 100_000;

test.use({ largeClass: size });

interface ListRequest {
  query: URLSearchParams;
  data: Record<string, string>[];
  total: number;
}

/** The URLs that an interaction requests. They must be one page of rows and nothing else. */
async function requestOf(page: Page, act: () => Promise<unknown>): Promise<ListRequest> {
  const isList = (address: string) => new URL(address).pathname === '/api/v1/api/mahasiswa/get';
  const requests: string[] = [];
  const note = (request: { url: () => string }) => isList(request.url()) && requests.push(request.url());
  page.on('request', note);
  const answer = page.waitForResponse((response) => isList(response.url()), { timeout: 10_000 });
  await act();
  const response = await answer;
  const { data, total } = await response.json();
  await waitUntilLoaded(page);
  page.off('request', note);
  expect(requests).toEqual([response.url()]);
  const query = new URL(response.url()).searchParams;
  expect(query.get('page')).toMatch(/^\d+$/);
  expect(data.length).toBeLessThanOrEqual(Number(query.get('per_page')));
  return { query, data, total };
}

test('100,000 rows are sorted, searched and paged by the server', async ({ page, demo }) => {
  const students = await withLargeClass(demo);
  const first = await requestOf(page, () => page.goto(ofClass(students)));
  expect([first.data.length, first.total]).toEqual([10, size]);
  await expect(page.getByText('100.000 baris', { exact: true })).toBeVisible();
  await expect(page.getByText('1–10 dari 100.000')).toBeVisible();
  await expect(rows(page)).toHaveCount(10);

  const header = page.getByRole('columnheader', { name: 'NPK' });
  const up = await requestOf(page, () => header.getByRole('button').click());
  expect([up.query.get('sort'), up.query.get('order')]).toEqual(['NPK', 'asc']);
  const down = await requestOf(page, () => header.getByRole('button').click());
  expect([down.query.get('sort'), down.query.get('order')]).toEqual(['NPK', 'desc']);
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  const numbers = down.data.map(({ NPK }) => NPK ?? '');
  expect(numbers).toEqual([...numbers].sort().reverse());
  expect(numbers[0]).not.toBe(up.data[0]?.NPK);
  await expect(rows(page).first()).toContainText(numbers[0] ?? '');

  const last = await requestOf(page, () => page.getByRole('button', { name: 'Halaman terakhir' }).click());
  expect(last.query.get('page')).toBe('9999');
  expect(last.data.at(-1)?.NPK).toBe(up.data[0]?.NPK);
  await expect(page.getByText('99.991–100.000 dari 100.000')).toBeVisible();
  const next = page.getByRole('button', { name: 'Halaman berikutnya' });
  await expect(next).toBeDisabled();

  const hundred = await requestOf(page, () => page.getByLabel('Baris per halaman').selectOption('100'));
  expect(hundred.data).toHaveLength(100);
  await expect(rows(page)).toHaveCount(100);

  const wanted = last.data[4]?.NPK ?? '';
  const result = await requestOf(page, () => page.getByRole('searchbox').fill(wanted));
  expect(result.query.get('q')).toBe(wanted);
  expect(result.total).toBeLessThan(100);
  await expect(rows(page).filter({ hasText: wanted })).toHaveCount(1);
});
