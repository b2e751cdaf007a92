import type { RawAddress } from '../list/address';

/** The chosen days of meetings, in the format of date inputs: `2026-11-01`. */
export interface Days {
  start_date: string;
  end_date: string;
}

const aDay = /^\d{4}-\d{2}-\d{2}$/;

/** The days in an address; an invalid day counts as not chosen. */
export function readDays(raw: RawAddress): Days {
  const day = (text = '') => (aDay.test(text) && !Number.isNaN(Date.parse(text)) ? text : '');
  return { start_date: day(raw.start_date), end_date: day(raw.end_date) };
}

export function writeDays(days: Days): RawAddress {
  return Object.fromEntries(Object.entries(days).filter(([, day]) => day));
}

/** Nothing is requested before both days are chosen. */
export function bothChosen(days: Days): boolean {
  return days.start_date !== '' && days.end_date !== '';
}

/** The format of a day in calls: `2026-8-3`. */
export function sentDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${year}-${month}-${date}`;
}

export function sentDays(days: Days): Days {
  return { start_date: sentDay(days.start_date), end_date: sentDay(days.end_date) };
}
