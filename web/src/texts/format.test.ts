import 'dayjs/locale/id';
import dayjs from 'dayjs';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { formatClock, formatDate, formatMoment, formatNumber, setTimeZone } from './format';

beforeAll(() => {
  dayjs.locale('id');
});
afterEach(() => setTimeZone('Asia/Jakarta'));

describe('formatting', () => {
  it('groups thousands with a full stop', () => {
    expect(formatNumber(1284)).toBe('1.284');
  });

  it('tells a moment by the campus’s clock', () => {
    expect(formatMoment('2026-11-21T00:30:00Z')).toBe('21 Nov 2026 07.30 WIB');
    setTimeZone('Asia/Makassar');
    expect(formatMoment('2026-11-21T00:30:00Z')).toBe('21 Nov 2026 08.30 WITA');
  });

  it('counts the day by the campus’s midnight', () => {
    expect(formatDate('2026-11-20T17:30:00Z')).toBe('21 Nov 2026');
  });

  it.each([null, undefined, '', 'kemarin'])('shows a dash for %o', (value) => {
    expect(formatMoment(value)).toBe('-');
    expect(formatDate(value)).toBe('-');
  });

  it('writes hours with a full stop and leaves other text alone', () => {
    expect(['07:30', '07:30:00', 'pagi', '-'].map(formatClock)).toEqual(['07.30', '07.30', 'pagi', '-']);
  });
});
