import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { daysAhead, eventually } from '../stack/api.ts';
import { clientOf } from './client.ts';
import { at, watcher } from './flood.ts';
import type { Platform } from './platform.ts';
import { runProgram } from './programs.ts';
import type { Read, Reading } from './readers.ts';
import { seedBookings } from './seed.ts';
import { median, short, table } from './table.ts';
import { makeVenues } from './venues.ts';
import { print } from './work.ts';

/** Rounds, their length, and the number of bookings in the feed and the export. */
export type CostlyExtent = { rounds: number; seconds: number; bookings: number };
export const FULL_COSTLY: CostlyExtent = { rounds: 5, seconds: 4, bookings: 2000 };
export const QUICK_COSTLY: CostlyExtent = { rounds: 1, seconds: 3, bookings: 2000 };

/** The longest range of a request. Every half hour of it has a booking. */
const DAYS = 62;
const MINUTES_BETWEEN = 30;
const ADD_ONS = 12;
const ROOMS = 8;
const RULES = 50;

/** The p95 of the other venue's reads, in ms: without and during the attack, in turn. */
type Round = { quiet: number; busy: number };
export type Costly = { what: string; rounds: Round[]; answers: number; failures: string[] };

/** By how much the attack slowed down the other venue's reads, by round. */
const ratiosOf = ({ rounds }: Costly): number[] => rounds.map(({ quiet, busy }) => busy / quiet);

/**
 * Sends expensive reads to one venue and watches another: a calendar feed by 40 clients, exports by 8, and
 * 40 reads a second from one address of the most expensive schedule that the settings allow.
 * @param isEnough ends the rounds of an attack early
 */
export async function measureCostlyReads(
  platform: Platform,
  { rounds, seconds, bookings }: CostlyExtent,
  isEnough: (one: Costly) => boolean = () => false,
): Promise<Costly[]> {
  const { url } = platform.stack.api;
  const { free } = await makeVenues(platform, { free: 2, paid: 0 });
  const slug = free[0]?.slug ?? '';
  const client = clientOf(url);
  const others = free.filter((place) => place.slug !== slug);
  const watch = watcher(platform, client, others);
  const attacks = await attacksOn(platform, slug, bookings);
  const measured: Costly[] = [];
  for (const [what, reading] of Object.entries(attacks)) {
    const send = (forSeconds: number) =>
      runProgram<Read>('readers.ts', { ...reading, url, seconds: forSeconds } satisfies Reading);
    const result: Costly = { what, rounds: [], answers: 0, failures: [] };
    measured.push(result);
    print(`${what}: warming up`);
    await Promise.all([send(2), watch(2)]);
    while (result.rounds.length < rounds && !(result.rounds.length > 0 && isEnough(result))) {
      const quiet = await watch(seconds);
      const reads = send(seconds);
      const busy = await watch(seconds);
      const statuses = await reads;
      const round = { quiet: at(0.95, quiet.reads), busy: at(0.95, busy.reads) };
      print(`${what}: ${short(round.quiet)} and ${short(round.busy)} ms, ${JSON.stringify(statuses)}`);
      result.rounds.push(round);
      result.answers += statuses[200] ?? 0;
      result.failures.push(...quiet.failures, ...busy.failures);
    }
  }
  client.close();
  return measured;
}

/** Paths and clients of each attack. */
async function attacksOn(
  platform: Platform,
  slug: string,
  bookings: number,
): Promise<Record<string, Omit<Reading, 'url' | 'seconds'>>> {
  const { api, operatorToken } = platform.stack;
  const busy = await api.newFacility(slug, { name: 'Busy' });
  await seedBusy(platform, busy, bookings);
  const feed = await api.admin('PUT', `/venues/${slug}/facilities/${busy}/feed`);
  const dear = await dearFacility(platform, slug);
  const days = Array.from({ length: 300 }, (_, day) => day + 1);
  const of = `/api/site/facilities/${dear}`;
  return {
    'a calendar feed, 40 clients': {
      ...{ paths: [new URL(feed.body.url).pathname], headers: {}, clients: 40 },
    },
    'exports, 8 clients': {
      ...{ paths: [`/api/admin/venues/${slug}/bookings`], clients: 8 },
      headers: { Accept: 'text/csv', Authorization: `Bearer ${operatorToken}` },
    },
    'the dearest schedule, 40 a second': {
      ...{ headers: { 'X-Tenant': slug }, clients: 1, perSecond: 40 },
      paths: days.flatMap((day) => [
        `${of}/availability?from=${daysAhead(day)}&to=${daysAhead(day + DAYS - 1)}`,
        `${of}/slots?date=${daysAhead(1 + (day % DAYS))}`,
      ]),
    },
  };
}

/** Gives a facility bookings in the next half year. */
async function seedBusy({ stack }: Platform, facility: number, bookings: number): Promise<void> {
  await eventually('booking has the facility', async () => {
    const { rows } = await stack.database.query('SELECT FROM booking.facility WHERE id = $1', [facility]);
    return rows.length === 1;
  });
  await seedBookings(stack.database, { facility, bookings, spread: 180 * 24 });
}

/**
 * A facility whose reads are as expensive as possible: slots of five minutes all day, the maximum number of
 * rooms, price rules and add-ons, all add-ons required and with a stock, and a booking in every half hour.
 */
async function dearFacility(platform: Platform, slug: string): Promise<number> {
  const { api } = platform.stack;
  const rooms = await newRooms(api, slug, ROOMS);
  const hours = { duration_minutes: 5, capacity: 20 };
  const id = await api.newFacility(slug, {
    ...{ name: 'Dear', ...hours, rooms },
    pricing: {
      ...{ per: 'person', eur: 25 },
      rules: Array.from({ length: RULES }, (_, rule) => ({
        ...{ name: `Rule ${rule}`, effect: 'add', eur: 1, per: 'person' },
        ...{ from_time: timeOf(28 * rule), to_time: timeOf(28 * rule + 300), from_hours_ahead: 1 + rule },
      })),
      add_ons: Array.from({ length: ADD_ONS }, (_, addOn) => ({
        ...{
          key: `an_add_on_with_a_long_name_${addOn}`,
          name: { nl: `Iets ${addOn}`, en: `Thing ${addOn}` },
        },
        ...{ eur: 1, per: 'person', required: true, stock: { per: 'slot', count: 100 } },
      })),
    },
  });
  await occupyAll(platform, id);
  return id;
}

const timeOf = (minutes: number): string => {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60];
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
};

/** Makes rooms of a venue and returns their ids. */
async function newRooms(api: Platform['stack']['api'], slug: string, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; number <= count; number++) {
    const { status, body, text } = await api.admin('POST', `/venues/${slug}/rooms`, {
      name: `Room ${number}`,
    });
    if (status !== 201) throw new Error(`room: ${status} ${text}`);
    ids.push(body.id);
  }
  return ids;
}

/** Books one place with the required add-ons in every half hour, directly in the ledger's tables. */
async function occupyAll({ stack: { database } }: Platform, facility: number): Promise<void> {
  const from = Date.parse(`${daysAhead(1)}T00:00Z`);
  const starts = Array.from(
    { length: (DAYS * 24 * 60) / MINUTES_BETWEEN },
    (_, at) => new Date(from + at * MINUTES_BETWEEN * 60_000),
  );
  const occupy = () =>
    database.query(
      `INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at, booked, sold_capacity)
       SELECT wanted.id, f.venue_id, f.id, start, start + interval '5 minutes', 1, 20
       FROM unnest($2::bigint[], $3::timestamptz[]) AS wanted(id, start)
       JOIN availability.facility f ON f.id = $1 AND f.rooms <> '{}' AND f.pricing IS NOT NULL`,
      [facility, starts.map((start) => slotIdOf(facility, start.getTime())), starts],
    );
  await eventually('availability has the facility', async () => (await occupy()).rowCount === starts.length);
  await database.query(
    `INSERT INTO availability.add_on_use (venue_id, facility_id, day, slot_id, key, taken, stock)
     SELECT s.venue_id, s.facility_id, (s.starts_at AT TIME ZONE v.timezone - v.day_start::interval)::date, s.id, a.key, 1, 100
     FROM availability.slot s JOIN availability.venue v ON v.id = s.venue_id
     CROSS JOIN (SELECT 'an_add_on_with_a_long_name_' || n AS key FROM generate_series(0, ${ADD_ONS - 1}) n) a
     WHERE s.facility_id = $1`,
    [facility],
  );
  await database.query('ANALYZE');
}

export const costlyTable = (measured: Costly[]): string =>
  table(
    ['what is read of one venue', 'another venue, p95, ms', 'meanwhile', 'ratio', 'lowest, highest'],
    measured.map((one) => {
      const ratios = ratiosOf(one);
      return [
        one.what,
        short(median(one.rounds.map(({ quiet }) => quiet))),
        short(median(one.rounds.map(({ busy }) => busy))),
        short(median(ratios)),
        `${short(Math.min(...ratios))}, ${short(Math.max(...ratios))}`,
      ];
    }),
  );
