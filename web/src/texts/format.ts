import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';

dayjs.extend(utc);
dayjs.extend(timezone);

/** What an Indonesian reader calls the country's three zones. */
const zoneNames: Record<string, string> = {
  'Asia/Jakarta': 'WIB',
  'Asia/Pontianak': 'WIB',
  'Asia/Makassar': 'WITA',
  'Asia/Jayapura': 'WIT',
};

let zone = 'Asia/Jakarta';

/** The campus's zone, not the browser's: an administrator on a journey reads the campus's clock. */
export function setTimeZone(name: string): void {
  zone = name;
}

export function formatNumber(value: number, language = 'id'): string {
  return new Intl.NumberFormat(language).format(value);
}

/** `21 Nov 2026 07.30 WIB`, or `-` where there is no moment. */
export function formatMoment(value: string | null | undefined): string {
  if (!value) return '-';
  const moment = dayjs(value);
  if (!moment.isValid()) return '-';
  const name = zoneNames[zone];
  return moment.tz(zone).format('D MMM YYYY HH.mm') + (name ? ` ${name}` : '');
}

/** `21 Nov 2026` */
export function formatDate(value: string | null | undefined): string {
  if (!value) return '-';
  const moment = dayjs(value);
  return moment.isValid() ? moment.tz(zone).format('D MMM YYYY') : '-';
}

/** The source sends `07:30`; Indonesian writes hours with a full stop. */
export function formatClock(value: string): string {
  return /^\d{1,2}:\d{2}(:\d{2})?$/.test(value) ? value.slice(0, 5).replace(':', '.') : value;
}
