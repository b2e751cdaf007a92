const yearFirst = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/;
const dateFirst = /^\s*(\d{1,2})[-/](\d{1,2})[-/](\d{4})\s*$/;

/** Parses a day in either order, with or without leading zeros; empty if the text is no day. */
export function parseDay(text: string): string {
  const parts = yearFirst.exec(text)?.slice(1) ?? dateFirst.exec(text)?.slice(1).reverse();
  const [year, month, date] = parts ?? [];
  if (!year || !month || !date) return '';
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  // The 31st of a shorter month would become a day of the next month.
  const parsed = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== day ? '' : day;
}

/** The display format of a day: `2026-08-3`. */
export function displayDay(day: string): string {
  const [year, month, date] = day.split('-');
  return `${year}-${month}-${Number(date)}`;
}
