import { InvalidArgumentError } from 'commander';

/** Help text on the accepted formats of dates. */
export const DATES =
  'Dates: 2026-12-01, today, tomorrow, yesterday, or a weekday such as friday: the next one, including today.';

/** Weekdays by name and abbreviation, 1 = Monday to 7 = Sunday. */
const weekdays = new Map(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].flatMap((name, index) => [
    [name, index + 1] as const,
    [name.slice(0, 3), index + 1] as const,
  ]),
);
const NAMED_DAYS = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

/**
 * Converts named days to a date in this machine's time zone. Returns other text unchanged for the API to
 * check.
 */
export function dateOf(typed: string, now = new Date()): string {
  const word = typed.trim().toLowerCase();
  const weekday = weekdays.get(word);
  // `getDay` returns 0 for Sunday.
  const ahead = weekday === undefined ? NAMED_DAYS.get(word) : (weekday - now.getDay() + 7) % 7;
  if (ahead === undefined) return typed;
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + ahead);
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${day.getFullYear()}-${month}-${date}`;
}

/** Parses weekdays: `5`, `fri` or `mon-fri`. @throws InvalidArgumentError */
export function weekdaysOf(part: string): number[] {
  const [first, last = first] = part
    .toLowerCase()
    .split('-')
    .map((name) => weekdays.get(name.trim()) ?? Number(name));
  if (!isWeekday(first) || !isWeekday(last))
    throw new InvalidArgumentError('It must be days of the week, such as 1,2 or mon-fri,sun.');
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => ((first + index - 1) % 7) + 1);
}

const isWeekday = (day: number | undefined): day is number =>
  day !== undefined && Number.isInteger(day) && day >= 1 && day <= 7;

/** Parses a number with a decimal point or comma: `24.50`, `24,50`. @throws InvalidArgumentError */
export function numberOf(typed: string): number {
  // Three digits after a comma may be thousands.
  const plain = typed.replace(/^(-?\d+),(\d{1,2})$/, '$1.$2');
  if (!/^-?\d+(\.\d+)?$/.test(plain)) throw new InvalidArgumentError('It must be a number.');
  return Number(plain);
}
