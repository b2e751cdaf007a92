import { describe, expect, it } from 'vitest';
import { fileNameOf } from '../api/download';
import { bothChosen, readDays, sentDays, writeDays } from './dates';

describe('the days of the Zoom log', () => {
  it('are sent without leading zeros', () => {
    expect(sentDays({ start_date: '2026-01-05', end_date: '2026-11-21' })).toEqual({
      start_date: '2026-1-5',
      end_date: '2026-11-21',
    });
  });

  it('survive writing to the address and reading', () => {
    const days = { start_date: '2026-01-05', end_date: '' };
    expect(writeDays(days)).toEqual({ start_date: '2026-01-05' });
    expect(readDays(writeDays(days))).toEqual(days);
  });

  it.each(['kemarin', '2026-1-5', '2026-13-01', '05/01/2026'])('are not chosen by %o', (text) => {
    expect(readDays({ start_date: text }).start_date).toBe('');
  });

  it('are requested once both are chosen', () => {
    expect(bothChosen({ start_date: '2026-01-05', end_date: '' })).toBe(false);
    expect(bothChosen({ start_date: '2026-01-05', end_date: '2026-01-05' })).toBe(true);
  });
});

it('an exported file has the last segment of its address as name', () => {
  expect(fileNameOf('/api/v1/api/attendance_log_export/17/absensi-zoom_2026-01-05_2026-11-21.xlsx')).toBe(
    'absensi-zoom_2026-01-05_2026-11-21.xlsx',
  );
});
