const yearFirst = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/;
const dateFirst = /^\s*(\d{1,2})[-/](\d{1,2})[-/](\d{4})\s*$/;

/** The day that a text names, from either end, with or without leading zeros; nothing where it names none. */
export function dayOf(text: string): string {
  const found = yearFirst.exec(text)?.slice(1) ?? dateFirst.exec(text)?.slice(1).reverse();
  const [year, month, date] = found ?? [];
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
