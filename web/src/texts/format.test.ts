import { afterEach, describe, expect, it } from 'vitest';
import {
  countText,
  formatClock,
  formatDate,
  formatDayMoment,
  formatDuration,
  formatMoment,
  formatNumber,
  formatSince,
  setDateLanguage,
  setTimeZone,
} from './format';

afterEach(() => {
  setTimeZone('Asia/Jakarta');
  setDateLanguage('id');
});

describe('formatting', () => {
  it('groups thousands with a full stop', () => {
    expect(formatNumber(1284)).toBe('1.284');
  });

  it('adds a plus if there are more than were counted', () => {
    expect(countText(1284, false)).toBe('1.284');
    expect(countText(10_000, true)).toBe('10.000+');
  });

  it('displays a moment by the campus’s clock', () => {
    expect(formatMoment('2026-11-21T00:30:00Z')).toBe('21 Nov 2026 07.30 WIB');
    setTimeZone('Asia/Makassar');
    expect(formatMoment('2026-11-21T00:30:00Z')).toBe('21 Nov 2026 08.30 WITA');
  });

  it('changes the day at the campus’s midnight', () => {
    expect(formatDate('2026-11-20T17:30:00Z')).toBe('21 Nov 2026');
  });

  it('displays the month in the language of the interface', () => {
    expect(formatDate('2026-08-17T05:00:00Z')).toBe('17 Agu 2026');
    setDateLanguage('en');
    expect(formatMoment('2026-08-17T05:00:00Z')).toBe('17 Aug 2026 12:00 WIB');
    expect([formatClock('07:30'), formatNumber(1284)]).toEqual(['07:30', '1,284']);
  });

  it.each([null, undefined, '', 'kemarin'])('displays a dash for %o', (value) => {
    expect(formatMoment(value)).toBe('-');
    expect(formatDate(value)).toBe('-');
  });

  it('displays hours with a full stop and leaves other text alone', () => {
    expect(['07:30', '07:30:00', 'pagi', '-'].map(formatClock)).toEqual(['07.30', '07.30', 'pagi', '-']);
  });
});

it.each([
  ['2026-11-22T00:00:00Z', 'baru saja'],
  ['2026-11-21T23:55:00Z', '5 menit yang lalu'],
  ['2026-11-21T21:00:00Z', '3 jam yang lalu'],
  ['2026-11-20T23:00:00Z', '1 hari yang lalu'],
  ['2026-11-20T00:00:00Z', '2 hari yang lalu'],
  ['2026-11-12T00:00:00Z', '10 hari yang lalu'],
])('%s was %s', (value, text) => {
  expect(formatSince(value, Date.parse('2026-11-22T00:00:30Z'))).toBe(text);
});

it.each([
  [0.2, '1 detik'],
  [89, '89 detik'],
  [120, '2 menit'],
  [7200, '2 jam'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it('the weekday follows the campus’s clock and the reader’s language', () => {
  // Still Sunday in London, already Monday in Jakarta.
  expect(formatDayMoment('2026-11-22T23:00:00Z')).toBe('Senin, 23 Nov 2026 06.00 WIB');
  setDateLanguage('en');
  expect(formatDayMoment('2026-11-22T23:00:00Z')).toBe('Monday, 23 Nov 2026 06:00 WIB');
  setDateLanguage('id');
});
