import { canonicalEmail, EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '@venue-booking/proto/emailAddress';
import type { Mapping } from '../file/columns.ts';
import { type DateOrder, plainWords, readDate, readMoment, readTimes } from '../file/moments.ts';
import { isCancelled, readAmount, readMinutes, readPaid } from '../file/values.ts';
import { markOf } from './mark.ts';

/** Why a row can't be imported. */
export type Problem =
  | 'cancelled'
  | 'date'
  | 'time'
  | 'step'
  | 'facility'
  | 'people'
  | 'name'
  | 'email'
  | 'price'
  | 'paid'
  | 'length'
  | 'number'
  | 'past'
  | 'double'
  | 'numberTaken'
  | 'noSlot'
  | 'blocked'
  | 'full';

/** A booking as a row has it. `index`: of the row in the file, from 0. */
export type Wanted = {
  index: number;
  facilityId: number;
  /** `YYYY-MM-DDTHH:MM`, local to the venue. */
  startsAt: string;
  /** Undefined: not in the file. */
  minutes: number | undefined;
  people: number;
  name: string;
  email: string;
  phone: string;
  note: string;
  number: string;
  price: number | undefined;
  paid: number | 'all';
  /** Reference of the booking, so that a second import finds it. */
  mark: string;
};
/** `start` and `name`: as far as they could be read, to show them. */
export type Unreadable = { index: number; problem: Problem; start: string; name: string };
export type ReadRow = Wanted | Unreadable;

export type Reading = {
  mapping: Mapping;
  order: DateOrder;
  /** Our facility for each value of the file; without a column, for the empty text. */
  facilities: Readonly<Record<string, number | undefined>>;
  /** Converts an instant with a zone to the venue's local time. */
  localOf: (instant: string) => string;
};

const STEP_MINUTES = 5;
const DAY_MINUTES = 1440;
const MAX_PEOPLE = 1000;
/** The server keeps a reference of 200 characters. */
const MAX_NUMBER = 150;

/** Reads the rows of a file by its mapping. The checks that need the server follow in `checkRows.ts`. */
export function readRows(rows: readonly (readonly string[])[], reading: Reading): ReadRow[] {
  const { paid } = reading.mapping;
  const isFlag = paid !== undefined && rows.every((row) => /^[01]?$/.test(row[paid] ?? ''));
  return rows.map((row, index) => readRow(row, index, { ...reading, isFlag }));
}

function readRow(row: readonly string[], index: number, reading: Reading & { isFlag: boolean }): ReadRow {
  const { mapping } = reading;
  const cell = (column: keyof Mapping) => {
    const at = mapping[column];
    return at === undefined ? '' : (row[at] ?? '');
  };
  const when = whenOf(cell, reading);
  const name = lineOf([cell('firstName'), cell('name')].filter(Boolean).join(' '));
  const fail = (problem: Problem): Unreadable => ({
    index,
    problem,
    name,
    start: 'startsAt' in when ? when.startsAt : [cell('start'), cell('date'), cell('time')].join(' ').trim(),
  });
  if (isCancelled(cell('status'))) return fail('cancelled');
  if ('problem' in when) return fail(when.problem);
  const facilityId = reading.facilities[cell('facility')];
  if (!facilityId) return fail('facility');
  const [, count] = /^(\d{1,4})(?:[.,]0+)?(?:\s*\p{L}+\.?)?$/u.exec(cell('people') || '1') ?? [];
  const people = Number(count);
  if (!Number.isInteger(people) || people < 1 || people > MAX_PEOPLE) return fail('people');
  if (name === '' || name.length > 200) return fail('name');
  const email = canonicalEmail(cell('email'));
  if (email.length > MAX_EMAIL_LENGTH || (email !== '' && !EMAIL_PATTERN.test(email))) return fail('email');
  const price = cell('price') === '' ? undefined : readAmount(cell('price'));
  if (price === null || (price !== undefined && price < 0)) return fail('price');
  const paid = readPaid(cell('paid'), reading.isFlag);
  if (paid === null) return fail('paid');
  const number = lineOf(cell('number'));
  if (number.length > MAX_NUMBER) return fail('number');
  const { startsAt, minutes } = when;
  const [phone, note] = [lineOf(cell('phone')), cell('note')];
  const facts = { facilityId, startsAt, name, email, phone, number };
  return { index, ...facts, minutes, people, note, price, paid, mark: markOf(facts) };
}

/** On one line, because names and numbers are. */
const lineOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

type When = { startsAt: string; minutes: number | undefined } | { problem: Problem };

function whenOf(cell: (column: keyof Mapping) => string, { mapping, order, localOf }: Reading): When {
  const isWhole = mapping.start !== undefined;
  const date = readDate(isWhole ? cell('start') : cell('date'), order);
  if (date === null) return { problem: 'date' };
  // A `Date` with a time in it needs no other column.
  const inTime = mapping.time === undefined ? null : readTimes(cell('time'));
  const moment =
    isWhole || mapping.time === undefined
      ? readMoment(isWhole ? cell('start') : cell('date'), order, localOf)
      : null;
  const times = moment ?? (inTime && { date, ...inTime });
  if (!times) return { problem: 'time' };
  if (Number(times.start.slice(3)) % STEP_MINUTES !== 0) return { problem: 'step' };
  const startsAt = `${times.date}T${times.start}`;
  const minutes = minutesOf(cell, startsAt, times.end, { order, localOf });
  if (minutes === null || (minutes !== undefined && (minutes < STEP_MINUTES || minutes > DAY_MINUTES)))
    return { problem: 'length' };
  return { startsAt, minutes };
}

/** The length by the clock: from the duration, the end, or a range of times. Null if it can't be read. */
function minutesOf(
  cell: (column: keyof Mapping) => string,
  startsAt: string,
  until: string | undefined,
  { order, localOf }: Pick<Reading, 'order' | 'localOf'>,
): number | null | undefined {
  if (cell('minutes') !== '') return readMinutes(cell('minutes'));
  const text = cell('end');
  const moment = text === '' ? null : readMoment(text, order, localOf);
  const time = text === '' ? until : moment ? undefined : readTimes(text)?.start;
  if (moment) return between(startsAt, `${moment.date}T${moment.start}`);
  // An end before the start is after midnight.
  if (time)
    return (between(startsAt, `${startsAt.slice(0, 10)}T${time}`) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
  return text === '' ? undefined : null;
}

const between = (from: string, to: string): number =>
  (Date.parse(`${to}Z`) - Date.parse(`${from}Z`)) / 60_000;

/** The values of the facility column, by how often they occur. */
export function facilityValues(rows: readonly (readonly string[])[], { facility }: Mapping): string[] {
  if (facility === undefined) return [''];
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(row[facility] ?? '', (counts.get(row[facility] ?? '') ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([value]) => value);
}

/** Our facility with the same name as a value, or the only one whose name contains it or is part of it. */
export function guessFacility(
  value: string,
  facilities: readonly { id: number; name: string }[],
): number | undefined {
  if (facilities.length === 1) return facilities[0]?.id;
  const plain = plainWords(value);
  if (plain === '') return undefined;
  const same = facilities.filter(({ name }) => plainWords(name) === plain);
  const similar = facilities.filter(({ name }) => {
    const ours = plainWords(name);
    return ` ${ours} `.includes(` ${plain} `) || ` ${plain} `.includes(` ${ours} `);
  });
  const [only, another] = same.length > 0 ? same : similar;
  return another ? undefined : only?.id;
}
