/** The Indonesian abbreviations of the country's three time zones. */
const zoneNames: Record<string, string> = {
  'Asia/Jakarta': 'WIB',
  'Asia/Pontianak': 'WIB',
  'Asia/Makassar': 'WITA',
  'Asia/Jayapura': 'WIT',
};

let zone = 'Asia/Jakarta';
let language = 'id';

/** The campus's time zone, not the browser's: an administrator on a journey reads the campus's clock. */
export function setTimeZone(name: string): void {
  zone = name;
}

/** The language of dates, which are also formatted outside of React. */
export function setDateLanguage(name: string): void {
  language = name;
}

/** Caches formatters by their arguments: creating one takes milliseconds, using it none. */
function memoize<Value>(make: (...words: string[]) => Value): (...words: string[]) => Value {
  const cache = new Map<string, Value>();
  return (...words) => {
    const name = words.join(' ');
    const value = cache.get(name) ?? make(...words);
    cache.set(name, value);
    return value;
  };
}

const momentFormat = memoize(
  (of, timeZone) =>
    new Intl.DateTimeFormat(of, {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
const weekdayFormat = memoize((of, timeZone) => new Intl.DateTimeFormat(of, { timeZone, weekday: 'long' }));
const numberFormat = memoize((of) => new Intl.NumberFormat(of));
// Numbers only: 24 hours are a day, but not always "yesterday".
const sinceFormat = memoize((of) => new Intl.RelativeTimeFormat(of, { numeric: 'always' }));

type Part = 'day' | 'month' | 'year' | 'hour' | 'minute';

/** The parts of a moment by the campus's clock; null for an invalid moment. */
function parts(value: string | null | undefined): Record<Part, string> | null {
  const moment = new Date(value ?? '');
  if (Number.isNaN(moment.getTime())) return null;
  const entries = momentFormat(language, zone)
    .formatToParts(moment)
    .map(({ type, value: text }) => [type, text]);
  return Object.fromEntries(entries) as Record<Part, string>;
}

export function formatNumber(value: number, of = language): string {
  // Numbers below 1000 look the same in every language, and a page's first formatter is its slowest.
  return Number.isInteger(value) && value >= 0 && value < 1000
    ? String(value)
    : numberFormat(of).format(value);
}

const unitFormat = memoize(
  (of, unit) => new Intl.NumberFormat(of, { style: 'unit', unit, unitDisplay: 'long' }),
);

/** `30 detik`, `12 menit`, `2 jam`: at least one second. */
export function formatDuration(seconds: number, of = language): string {
  if (seconds < 90) return unitFormat(of, 'second').format(Math.max(1, Math.ceil(seconds)));
  if (seconds < 5400) return unitFormat(of, 'minute').format(Math.round(seconds / 60));
  return unitFormat(of, 'hour').format(Math.round(seconds / 3600));
}

/** Hours and minutes in the language's notation: `07.30`, or `07:30` in English. */
function clockOf(hour: string, minute: string): string {
  return `${hour}${language === 'en' ? ':' : '.'}${minute}`;
}

/** `1.234`, or `10.000+` if there are more than were counted. */
export function countText(value: number, more: boolean, of = language): string {
  return `${formatNumber(value, of)}${more ? '+' : ''}`;
}

/** `21 Nov 2026 07.30 WIB`, or `-` without a moment. */
export function formatMoment(value: string | null | undefined): string {
  const at = parts(value);
  if (!at) return '-';
  const name = zoneNames[zone];
  return `${at.day} ${at.month} ${at.year} ${clockOf(at.hour, at.minute)}${name ? ` ${name}` : ''}`;
}

/** `Senin, 21 Nov 2026 07.30 WIB` */
export function formatDayMoment(value: string | null | undefined): string {
  const moment = new Date(value ?? '');
  if (Number.isNaN(moment.getTime())) return '-';
  const weekday = weekdayFormat(language, zone).format(moment);
  return `${weekday}, ${formatMoment(value)}`;
}

/** `21 Nov 2026` */
export function formatDate(value: string | null | undefined): string {
  const at = parts(value);
  return at ? `${at.day} ${at.month} ${at.year}` : '-';
}

const spans = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** `5 menit yang lalu`; within the last minute `baru saja`. */
export function formatSince(value: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(value)) / 1000);
  const format = sinceFormat(language);
  const span = spans.find((each) => seconds >= each.seconds);
  if (span) return format.format(-Math.floor(seconds / span.seconds), span.unit);
  // "Synced now" would read as an order.
  return language === 'en' ? 'just now' : 'baru saja';
}

/** The source sends `07:30`, with or without seconds. Other text stays unchanged. */
export function formatClock(value: string): string {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})(:\d{2})?$/.exec(value) ?? [];
  return hour && minute ? clockOf(hour, minute) : value;
}
