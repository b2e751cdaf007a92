import i18next from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTexts } from '../texts/i18n';
import { cronOf, timingOf, timingText, withFrequency } from './times';

beforeAll(startTexts);

describe('the time of a schedule', () => {
  it.each([
    ['58 5 * * *', 'setiap hari 05.58'],
    ['0 6 * * 1', 'setiap Senin 06.00'],
    ['0 6 * * 7', 'setiap Minggu 06.00'],
    ['30 23 1 * *', 'setiap tanggal 1, 23.30'],
    ['15 * * * *', 'setiap jam, menit ke-15'],
    ['*/5 * * * *', 'waktu khusus'],
    ['0 5 * 3 *', 'waktu khusus'],
    ['0 5 1 * 1', 'waktu khusus'],
    ['61 5 * * *', 'waktu khusus'],
    ['', 'waktu khusus'],
  ])('%s has words', (cron, said) => {
    expect(timingText(timingOf(cron), i18next.t, 'id')).toBe(said);
  });

  it.each(['58 5 * * *', '0 6 * * 1', '30 23 1 * *', '15 * * * *', '*/5 8-16 * * 1-5'])(
    '%s survives the conversion',
    (cron) => expect(cronOf(timingOf(cron))).toBe(cron),
  );

  it('keeps its time of day when the frequency changes', () => {
    const daily = timingOf('58 5 * * *');
    expect(cronOf(withFrequency(daily, 'week'))).toBe('58 5 * * 1');
    expect(cronOf(withFrequency(daily, 'month'))).toBe('58 5 1 * *');
    expect(cronOf(withFrequency(daily, 'hour'))).toBe('58 * * * *');
    expect(cronOf(withFrequency(daily, 'own'))).toBe('58 5 * * *');
  });

  it('is empty while its time is missing', () => {
    expect(cronOf({ every: 'day', at: '' })).toBe('');
  });
});
