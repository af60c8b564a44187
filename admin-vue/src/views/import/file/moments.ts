/** Dates and times as other systems write them. */

/** The order of day, month and year. Dates that begin with the year are read in every order. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The beginnings of month names in English, Dutch, German and French, without accents. */
const MONTHS = [
  ['jan'],
  ['feb', 'fev'],
  ['mar', 'maa', 'mrt'],
  ['apr', 'avr'],
  ['may', 'mei', 'mai'],
  ['jun', 'juin'],
  ['jul', 'juil'],
  ['aug', 'aou'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez'],
];
const monthOf = (name: string): number => {
  const plain = plainWords(name);
  return MONTHS.findIndex((starts) => starts.some((start) => plain.startsWith(start))) + 1;
};

/** Lower case without accents, with one space between words of letters and digits. */
export const plainWords = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

const pad = (part: number | string) => String(part).padStart(2, '0');

/** `YYYY-MM-DD`, or null for a date that does not exist. */
function dateOf(year: number, month: number, day: number): string | null {
  const full = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists && full >= 1900 && full < 2147 ? date.toISOString().slice(0, 10) : null;
}

const YEAR_FIRST = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?!\d)/;
const YEAR_LAST = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const DAY_AND_NAME =
  /^(\d{1,2})(?:st|nd|rd|th|er)?[-. ]+(?:de |of )?(\p{L}{3,12})\.?[-, ]+(\d{4}|\d{2})(?!\d)/iu;
const NAME_AND_DAY = /^(\p{L}{3,12})\.?[ -]+(\d{1,2})(?:st|nd|rd|th)?,?[ -]+(\d{4})(?!\d)/iu;
/** A weekday in front, such as `Sat, ` or `zaterdag `. */
const WEEKDAY =
  /^(?:mon|tue|wed|thu|fri|sat|sun|ma|di|wo|do|vr|za|zo|mo|mi|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim)\p{L}*\.?,?\s+(?=\d|\p{L}+\.?\s+\d)/iu;

/** Longer text is no date or time. */
const MAX_LENGTH = 100;

type Leading = { date: string; rest: string };

/** The date at the beginning of a text, perhaps after a weekday, and the rest. */
function leadingDate(text: string, order: DateOrder): Leading | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = text.trim();
  // `Mar` is a month or a French weekday.
  return dateAt(plain, order) ?? dateAt(plain.replace(WEEKDAY, ''), order);
}

function dateAt(plain: string, order: DateOrder): Leading | null {
  const found = (match: RegExpExecArray, date: string | null) =>
    date === null ? null : { date, rest: plain.slice(match[0].length) };
  const iso = YEAR_FIRST.exec(plain);
  if (iso) return found(iso, dateOf(Number(iso[1]), Number(iso[3]), Number(iso[4])));
  const last = YEAR_LAST.exec(plain);
  if (last) {
    const [one, two, year] = [Number(last[1]), Number(last[3]), Number(last[4])];
    return found(last, order === 'dmy' ? dateOf(year, two, one) : dateOf(year, one, two));
  }
  const named = DAY_AND_NAME.exec(plain);
  if (named) return found(named, dateOf(Number(named[3]), monthOf(named[2] ?? ''), Number(named[1])));
  const american = NAME_AND_DAY.exec(plain);
  if (american)
    return found(american, dateOf(Number(american[3]), monthOf(american[1] ?? ''), Number(american[2])));
  return null;
}

/** `YYYY-MM-DD`, whatever follows it; null for other text. */
export const readDate = (text: string, order: DateOrder): string | null =>
  leadingDate(text, order)?.date ?? null;

const TIME =
  /(\d{1,2})(?:\s*[:.hu]\s*(\d{2}))?(?::\d{2}(?:[.,]\d+)?)?\s*(?:([ap])\.?\s?m\b\.?)?\s*(?:uhr|uur|heures?|h|u)?/iy;

/** The time at a position of a text, and where it ends. */
function timeAt(text: string, position: number): { time: string; end: number } | null {
  TIME.lastIndex = position;
  const match = TIME.exec(text);
  if (!match) return null;
  const [whole, hours, minutes = '00', half] = match;
  // A number alone is no time: `14` could be anything.
  if (/^\s*\d{1,2}\s*$/.test(whole)) return null;
  const twelve = half && Number(hours) % 12;
  const hour = half ? Number(twelve) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours);
  if (hour > 23 || Number(minutes) > 59 || (half && (Number(hours) > 12 || Number(hours) === 0))) return null;
  return { time: `${pad(hour)}:${minutes}`, end: position + whole.length };
}

/** A start and perhaps an end, such as `14:00 - 16:00`; null for other text. */
export function readTimes(text: string): { start: string; end?: string } | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = text.trim();
  const first = timeAt(plain, 0);
  if (!first) return null;
  const rest = plain.slice(first.end);
  if (rest.trim() === '') return { start: first.time };
  const [between = ''] = /^\s*(?:-|–|—|tot|to|bis|à|a|until)\s*/i.exec(rest) ?? [];
  const second = between ? timeAt(plain, first.end + between.length) : null;
  return second && plain.slice(second.end).trim() === '' ? { start: first.time, end: second.time } : null;
}

/** A date with a time. `localOf` converts an instant with a zone to the venue's local time. */
export function readMoment(
  text: string,
  order: DateOrder,
  localOf: (instant: string) => string,
): { date: string; start: string; end?: string } | null {
  const found = leadingDate(text, order);
  if (!found) return null;
  const rest = found.rest.replace(/^(?:T|,|\s|@|at |om |um |à |-)+/i, '');
  const zoned = /^(\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s?(Z|[+-]\d{2}:?\d{2})$/i.exec(rest);
  if (zoned) {
    const [, time = '', zone = ''] = zoned;
    const colon = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
    const local = localOf(`${found.date}T${time}${colon}`);
    return { date: local.slice(0, 10), start: local.slice(11, 16) };
  }
  const times = readTimes(rest);
  return times && { date: found.date, ...times };
}

/** The order in which dates are written; `ask` if the values do not tell. Null if none is a date. */
export function dateOrderOf(values: readonly string[]): DateOrder | 'ask' | null {
  let [any, onlyDmy, onlyMdy, differ] = [false, false, false, false];
  for (const value of values) {
    const [dmy, mdy] = [readDate(value, 'dmy'), readDate(value, 'mdy')];
    if (dmy ?? mdy) any = true;
    if (dmy && !mdy) onlyDmy = true;
    else if (mdy && !dmy) onlyMdy = true;
    else if (dmy !== mdy) differ = true;
  }
  if (!any) return null;
  if (onlyDmy && onlyMdy) return 'ask';
  if (onlyDmy) return 'dmy';
  if (onlyMdy) return 'mdy';
  // Dates with the year first, or such as 5-5-2026, are the same in both orders.
  return differ ? 'ask' : 'dmy';
}
