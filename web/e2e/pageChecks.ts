import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** WCAG 2.2, level AA, as far as a machine can check. */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

export async function expectAccessible(page: Page, where: string): Promise<void> {
  // Rows that wait for newer ones are pale for that moment.
  await expect(page.locator('[data-stale]')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`),
  );
  expect(problems, where).toEqual([]);
}

/** Fails if numbers or words of a table stand outside of their cell, over the next one. */
export async function expectNoOverlap(page: Page, where: string): Promise<void> {
  const outside = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main th, main td, main dd')]
        .filter((cell) => getComputedStyle(cell).overflow === 'visible')
        .filter((cell) => cell.clientWidth > 0 && cell.scrollWidth > cell.clientWidth + 1)
        .map((cell) => cell.innerText),
    );
  await expect.poll(outside, `${where}: text outside of its cell`).toEqual([]);
}

export async function expectNoOverflow(page: Page, where: string): Promise<void> {
  // Layout after a resize takes a moment.
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, `${where}: wider than the screen`).toBeLessThanOrEqual(0);
}
