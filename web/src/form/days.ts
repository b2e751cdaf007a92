/** The day that a text names, with or without leading zeros; nothing where it names none. */
export function dayOf(text: string): string {
  const [, year, month, date] = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text) ?? [];
  if (!year || !month || !date) return '';
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  // The 31st of a month that has none would come back as another day.
  const parsed = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day ? '' : day;
}

/** As the pickers show a day: `2026-08-3`. */
export function shownDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${year}-${month}-${Number(date)}`;
}
