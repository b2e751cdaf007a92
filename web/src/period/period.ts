import type { RawAddress } from '../list/address';

/** The days of a report, both included: `2026-11-01`. */
export interface Period {
  from: string;
  to: string;
}

const aDay = /^\d{4}-\d{2}-\d{2}$/;

/** A day as date inputs hold it, by the clock of whoever looks. */
function written(day: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The days that an address holds; the last thirty where it holds none. */
export function readPeriod(raw: RawAddress, today = new Date()): Period {
  const { from = '', to = '' } = raw;
  const before = new Date(today);
  before.setDate(today.getDate() - 29);
  return {
    from: aDay.test(from) ? from : written(before),
    to: aDay.test(to) ? to : written(today),
  };
}
