import { describe, expect, it } from 'vitest';
import { displayDay, parseDay } from './days';

describe('days', () => {
  it.each([
    ['2026-11-1', '2026-11-01'],
    [' 2026-1-05 ', '2026-01-05'],
    ['21-11-2026', '2026-11-21'],
    ['1/2/2026', '2026-02-01'],
    ['2026-02-31', ''],
    ['31/02/2026', ''],
    ['11/21/2026', ''],
    ['1/2/26', ''],
    ['2026-11', ''],
    ['kemarin', ''],
  ])('parses %o as %o', (text, day) => {
    expect(parseDay(text)).toBe(day);
  });
});

it('displays a two-digit month and a day without leading zero', () => {
  expect(['2025-01-05', '2026-11-21'].map(displayDay)).toEqual(['2025-01-5', '2026-11-21']);
});
