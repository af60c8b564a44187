import { slotIdOf } from '@venue-booking/proto/slotId';
import { daysAhead, eventually } from '../stack/api.ts';
import { clientOf } from './client.ts';
import { at, watcher } from './flood.ts';
import type { Platform } from './platform.ts';
import { runProgram } from './programs.ts';
import type { Read, Reading } from './readers.ts';
import { newRooms } from './roomCost.ts';
import { seed } from './seed.ts';
import { median, short, table } from './table.ts';
import { makeVenues, type Place } from './venues.ts';
import { say } from './work.ts';

/** How often the other venue is watched, and for how long each time; bookings in the feed and the export. */
export type CostlyExtent = { rounds: number; seconds: number; bookings: number };
export const FULL_COSTLY: CostlyExtent = { rounds: 5, seconds: 8, bookings: 5000 };
export const QUICK_COSTLY: CostlyExtent = { rounds: 1, seconds: 4, bookings: 2000 };

/** The longest range of a request, of which each half hour has a booking. */
const DAYS = 62;
const MINUTES_BETWEEN = 30;
const ADD_ONS = 12;
const ROOMS = 8;
const RULES = 50;

/** The p95 of the other venue's reads, in ms: in quiet, and while one venue is read from, in turn. */
export type Costly = { what: string; quiet: number[]; busy: number[]; failures: string[] };

/** How many times as long reads of the other venue take: the middle of the rounds. */
export const stretchOf = ({ quiet, busy }: Costly): number => median(busy) / median(quiet);

/**
 * Reads much from one venue and watches another: a calendar feed by 40 clients, exports by 8, and, 40 times a
 * second from one address, the slots of the most expensive schedule that the settings allow.
 */
export async function measureCostlyReads(
  platform: Platform,
  { rounds, seconds, bookings }: CostlyExtent,
): Promise<Costly[]> {
  const { url } = platform.stack.api;
  const { free } = await makeVenues(platform, { free: 2, paid: 0 });
  const slug = free[0]?.slug ?? '';
  const other = free.filter((place) => place.slug !== slug);
  const client = clientOf(url);
  const watch = watcher(platform, client, other);
  const attacks = await attacksOn(platform, slug, bookings);
  const measured: Costly[] = [];
  for (const [what, reading] of Object.entries(attacks)) {
    const send = (forSeconds: number) =>
      runProgram<Read>('readers.ts', { ...reading, url, seconds: forSeconds } satisfies Reading);
    say(`${what}: warming up`);
    say(JSON.stringify(await send(2)));
    const result: Costly = { what, quiet: [], busy: [], failures: [] };
    await watch(2);
    for (let round = 0; round < rounds; round++) {
      const quiet = await watch(seconds);
      const reads = send(seconds + 1);
      const busy = await watch(seconds);
      say(`${what}: ${short(at(0.95, quiet.reads))} and ${short(at(0.95, busy.reads))} ms, ${JSON.stringify(await reads)}`);
      result.quiet.push(at(0.95, quiet.reads));
      result.busy.push(at(0.95, busy.reads));
      result.failures.push(...quiet.failures, ...busy.failures);
    }
    measured.push(result);
  }
  client.close();
  return measured;
}

/** What is read of the venue, and by how many. */
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

/** Gives a facility so many bookings in the coming half a year. */
async function seedBusy({ database }: Platform, facility: number, bookings: number): Promise<void> {
  const of = `f.id = ${facility}`;
  await eventually('booking knows the facility', async () => {
    const { rows } = await database.query(`SELECT FROM booking.facility f WHERE ${of}`);
    return rows.length === 1;
  });
  const slots = bookings / 5;
  await seed(database, { venues: 0, each: bookings, of, hours: `slot * ${(180 * 24) / slots}` });
}

/**
 * A facility with all that makes reads expensive: slots of five minutes all day, the most rooms, rules and
 * add-ons of a price list, each required and with a stock, and a booking in each half hour of the days that are read.
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
        ...{ key: `an_add_on_with_a_long_name_${addOn}`, name: { nl: `Iets ${addOn}`, en: `Thing ${addOn}` } },
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

/** Books one place, with what is required, in each half hour, as the ledger keeps that. */
async function occupyAll({ database }: Platform, facility: number): Promise<void> {
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
  await eventually('availability knows the facility', async () => (await occupy()).rowCount === starts.length);
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
    ['what is read of one venue', 'another in quiet, p95, ms', 'meanwhile, p95, ms', 'ratio'],
    measured.map((one) => [
      one.what,
      short(median(one.quiet)),
      short(median(one.busy)),
      short(stretchOf(one)),
    ]),
  );
