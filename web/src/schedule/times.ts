import type { TFunction } from 'i18next';
import { formatClock } from '../texts/format';
import { addTexts } from '../texts/i18n';
import { schedule as scheduleTexts } from '../texts/schedule';

addTexts('schedule', scheduleTexts);

/** A schedule's time in words. A time without words is an expression of its own. */
export type Timing =
  | { every: 'day'; at: string }
  | { every: 'week'; day: number; at: string }
  | { every: 'month'; date: number; at: string }
  | { every: 'hour'; minute: number }
  | { every: 'own'; cron: string };

type Frequency = Timing['every'];
export const frequencies: readonly Frequency[] = ['day', 'week', 'month', 'hour', 'own'];

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Parses a part of an expression as one number within bounds; null otherwise. */
function number(part: string | undefined, least: number, most: number): number | null {
  if (part === undefined || !/^\d{1,2}$/.test(part)) return null;
  const value = Number(part);
  return value >= least && value <= most ? value : null;
}

/** Converts an expression (minute, hour, date, month, weekday) to a timing. */
export function timingOf(cron: string): Timing {
  const own: Timing = { every: 'own', cron };
  const parts = cron.trim().split(/\s+/);
  const [minutePart, hourPart, datePart, monthPart, dayPart] = parts;
  const minute = number(minutePart, 0, 59);
  if (parts.length !== 5 || minute === null || monthPart !== '*') return own;
  if (hourPart === '*') return datePart === '*' && dayPart === '*' ? { every: 'hour', minute } : own;
  const hour = number(hourPart, 0, 23);
  if (hour === null) return own;
  const at = `${twoDigits(hour)}:${twoDigits(minute)}`;
  if (datePart === '*' && dayPart === '*') return { every: 'day', at };
  const day = number(dayPart, 0, 7);
  if (datePart === '*' && day !== null) return { every: 'week', day: day % 7, at };
  const date = number(datePart, 1, 31);
  return date !== null && dayPart === '*' ? { every: 'month', date, at } : own;
}

/** The expression of a timing; empty while its time is missing. */
export function cronOf(timing: Timing): string {
  if (timing.every === 'own') return timing.cron;
  if (timing.every === 'hour') return `${timing.minute} * * * *`;
  const [hour, minute] = timing.at.split(':').map(Number);
  if (hour === undefined || minute === undefined || Number.isNaN(hour + minute)) return '';
  if (timing.every === 'day') return `${minute} ${hour} * * *`;
  return timing.every === 'week'
    ? `${minute} ${hour} * * ${timing.day}`
    : `${minute} ${hour} ${timing.date} * *`;
}

/** Changes the frequency and keeps the time of day. */
export function withFrequency(timing: Timing, every: Frequency): Timing {
  const at = 'at' in timing ? timing.at : '05:00';
  switch (every) {
    case 'day':
      return { every, at };
    case 'week':
      return { every, day: 1, at };
    case 'month':
      return { every, date: 1, at };
    case 'hour':
      return { every, minute: Number(at.slice(3)) };
    case 'own':
      return { every, cron: cronOf(timing) };
  }
}

/** The name of a weekday; Sunday is 0. */
export function dayName(day: number, language: string): string {
  // 4 January 1970 was a Sunday.
  const date = new Date(Date.UTC(1970, 0, 4 + day));
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date);
}

/** `setiap hari 05.58`. A custom expression has a fixed text, because most users cannot read it. */
export function timingText(timing: Timing, t: TFunction, language: string): string {
  if (timing.every === 'own') return t('schedule.said.own');
  if (timing.every === 'hour') return t('schedule.said.hour', { minute: timing.minute });
  const at = formatClock(timing.at);
  if (timing.every === 'day') return t('schedule.said.day', { at });
  return timing.every === 'week'
    ? t('schedule.said.week', { at, day: dayName(timing.day, language) })
    : t('schedule.said.month', { at, date: timing.date });
}
