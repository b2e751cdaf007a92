import { parseDay } from '../form/days';
import type { RawAddress } from '../list/address';

/** The days of a report, both included: `2026-11-01`. */
export interface Period {
  from: string;
  to: string;
}

/** The current day in a time zone, in the format of date inputs. */
function dayIn(timeZone: string, moment: Date): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
  return [parts.get('year'), parts.get('month'), parts.get('day')].join('-');
}

/** The days in an address; by default the last thirty by the campus's clock. */
export function readPeriod(raw: RawAddress, timeZone: string, now = new Date()): Period {
  const { from = '', to = '' } = raw;
  const today = dayIn(timeZone, now);
  const start = new Date(`${today}T00:00:00Z`);
  start.setUTCDate(start.getUTCDate() - 29);
  // A day that no calendar has, such as 30 February, is none.
  const isDay = (text: string) => text !== '' && parseDay(text) === text;
  const first = isDay(from) ? from : start.toISOString().slice(0, 10);
  const last = isDay(to) ? to : today;
  // A first day that was moved behind the last one takes it along.
  return { from: first, to: last < first ? first : last };
}
