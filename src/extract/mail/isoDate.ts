/**
 * `Tue, 2 Jan 2024 10:15:03 +0200` → `2024-01-02T10:15:03+02:00`: the sender's own
 * clock, with no way through this machine's time zone. What is no date stays as it is.
 */
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The zones that RFC 5322 still reads by name. */
const zones: Readonly<Record<string, string>> = {
  UT: 'Z',
  UTC: 'Z',
  GMT: 'Z',
  Z: 'Z',
  EST: '-05:00',
  EDT: '-04:00',
  CST: '-06:00',
  CDT: '-05:00',
  MST: '-07:00',
  MDT: '-06:00',
  PST: '-08:00',
  PDT: '-07:00',
};

const datePattern =
  /^(?:[a-z]{2,9}\.?,?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4}|\d{2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([+-])(\d{2}):?(\d{2})|\s+([a-z]{1,4}))?(?=\s|$)/i;

export function isoDate(written: string): string {
  const found = datePattern.exec(written);
  const month = found ? months.indexOf(found[2].toLowerCase()) + 1 : 0;
  if (!found || month === 0) return written;
  const [, day, , year, hour, minute, second = '00', sign, offsetHour, offsetMinute, zone] = found;
  if (Number(day) < 1 || Number(day) > 31 || Number(hour) > 23 || Number(minute) > 59) return written;
  const offset = sign ? zoneOffset(sign, offsetHour, offsetMinute) : zone ? (zones[zone.toUpperCase()] ?? '') : '';
  return `${fullYear(year)}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}${offset}`;
}

/** `-0000` says that the sender's zone is not known, the time being UTC. */
const zoneOffset = (sign: string, hours: string, minutes: string): string =>
  hours === '00' && minutes === '00' ? 'Z' : `${sign}${hours}:${minutes}`;

/** RFC 5322: two digits below 50 are this century's. */
const fullYear = (year: string): string => (year.length === 4 ? year : Number(year) < 50 ? `20${year}` : `19${year}`);

const two = (number: number | string): string => String(number).padStart(2, '0');
