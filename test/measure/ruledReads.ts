import { slotIdOf } from '@venue-booking/proto/slotId';
import { daysAhead, eventually } from '../stack/api.ts';
import { takeReading, usageBetween } from './counters.ts';
import type { Platform } from './platform.ts';
import type { Press, Pressed } from './press.ts';
import { runProgram } from './programs.ts';
import { newRooms } from './roomCost.ts';
import { median, short, table } from './table.ts';
import { say } from './work.ts';

/** How often, and for how long, each facility is asked. */
export type RuledExtent = { rounds: number; seconds: number };

export const FULL_RULED: RuledExtent = { rounds: 9, seconds: 4 };
export const QUICK_RULED: RuledExtent = { rounds: 1, seconds: 0.3 };

const MONTH_DAYS = 31;
/** Days that are asked for: none comes twice within the second that a gateway remembers. */
const DAYS = 700;
const READS_PER_SECOND = 300;
const CONNECTIONS = 4;
const PRICE_RULES = 20;
const ROOMS = 4;

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const hours = { opens_at: '10:00', closes_at: '22:00' };
const plain = { name: 'Plain', price_eur: 25, ...hours };
/** The same twelve times on every day, in three seasons of two windows, at prices of twenty rules. */
const ruled = {
  name: 'Ruled',
  ...hours,
  timetable: [
    { name: 'Winter', from: '10-01', to: '03-31', windows: windows('14:00') },
    { name: 'Summer', from: '04-01', to: '08-31', windows: windows('16:00') },
    { name: 'Other', windows: windows('12:00') },
  ],
  pricing: {
    ...{ per: 'person', eur: 25 },
    rules: Array.from({ length: PRICE_RULES }, (_, at) => ({
      ...{ name: `Rule ${at + 1}`, effect: 'multiply', percent: 95 + (at % 3) },
      ...[
        { weekdays: [1 + (at % 7), 1 + ((at + 3) % 7)] },
        { from_time: '18:00', to_time: '22:00' },
        { from_people: 4 },
        { first_date: '2026-06-01', last_date: '2026-09-01', yearly: true },
        { from_hours_ahead: 24 * (at + 1) },
      ][at % 5],
    })),
  },
};

function windows(noon: string) {
  const [from, to] = [hours.opens_at, hours.closes_at];
  return [
    { days: EVERY_DAY, opens_at: from, closes_at: noon },
    { days: EVERY_DAY, opens_at: noon, closes_at: to },
  ];
}

const reads = {
  '`slots` of a day': (day: number) => `slots?date=${daysAhead(day)}`,
  [`\`availability\` of ${MONTH_DAYS} days`]: (day: number) =>
    `availability?from=${daysAhead(day)}&to=${daysAhead(day + MONTH_DAYS - 1)}`,
};

/**
 * Reads days and months at a facility with seasons, a price list and rooms, two of which another facility has
 * taken for a time of each day, and at one with none of these, in turn. Tells what each read costs gateway,
 * availability and PostgreSQL.
 */
export async function compareRuled(platform: Platform, { rounds, seconds }: RuledExtent): Promise<string> {
  const { api } = platform.stack;
  const slug = await api.newVenue();
  const rooms = await newRooms(api, slug, ROOMS);
  const neighbour = await api.newFacility(slug, { name: 'Neighbour', rooms: rooms.slice(2) });
  await occupyDaily(platform, neighbour, DAYS + MONTH_DAYS);
  const ids = [await api.newFacility(slug, plain), await api.newFacility(slug, { ...ruled, rooms })];
  const costOf = async (id: number, read: (day: number) => string, atMost = seconds) => {
    const paths = Array.from({ length: DAYS }, (_, day) => `/api/site/facilities/${id}/${read(day + 1)}`);
    const press: Press = {
      ...{ url: api.url, paths, headers: { 'X-Tenant': slug } },
      ...{ connections: CONNECTIONS, seconds: atMost, perSecond: READS_PER_SECOND },
    };
    const before = await takeReading(platform);
    const { done, failed } = await runProgram<Pressed>('press.ts', press);
    const { cpu } = usageBetween(before, await takeReading(platform));
    if (failed || !done) throw new Error(`${done} answers, and ${failed} that were no success`);
    return (((cpu.gateway ?? 0) + (cpu.availability ?? 0) + (cpu.PostgreSQL ?? 0)) / done) * 1000;
  };
  const lines: string[][] = [];
  for (const [what, read] of Object.entries(reads)) {
    for (const id of ids) await costOf(id, read, seconds / 2);
    const costs: number[][] = [];
    for (let round = 0; round < rounds; round++) {
      say(`${what}, round ${round + 1} of ${rounds}`);
      const pair: number[] = [];
      for (const id of ids) pair.push(await costOf(id, read));
      costs.push(pair);
    }
    const ratios = costs.map(([without = 0, by = 0]) => by / without);
    lines.push([
      what,
      ...[0, 1].map((at) => short(median(costs.map((pair) => pair[at] ?? 0)))),
      short(median(ratios)),
      `${short(Math.min(...ratios))}, ${short(Math.max(...ratios))}`,
    ]);
  }
  return table(['read', 'plain, ms', 'seasons, prices and rooms, ms', 'ratio', 'lowest, highest'], lines);
}

/** Takes noon of a facility for so many days; the table's triggers take its rooms. */
async function occupyDaily({ database }: Platform, facility: number, days: number): Promise<void> {
  const noons = Array.from({ length: days }, (_, day) => new Date(`${daysAhead(day + 1)}T12:00Z`));
  const occupy = () =>
    database.query(
      `INSERT INTO availability.slot (id, venue_id, facility_id, starts_at, ends_at, booked, sold_capacity)
       SELECT wanted.id, f.venue_id, f.id, noon, noon + interval '1 hour', 1, 1
       FROM unnest($2::bigint[], $3::timestamptz[]) AS wanted(id, noon)
       JOIN availability.facility f ON f.id = $1 AND f.rooms <> '{}'`,
      [facility, noons.map((noon) => slotIdOf(facility, noon.getTime())), noons],
    );
  await eventually('availability knows the facility', async () => (await occupy()).rowCount === days);
}
