import { daysAhead } from '../stack/api.ts';
import { takeReading, type Usage, usageBetween } from './counters.ts';
import type { Platform } from './platform.ts';
import type { Press, Pressed } from './press.ts';
import { runProgram } from './programs.ts';
import { seed } from './seed.ts';
import { say } from './work.ts';

/** How many bookings a facility has that has few or many, and how often and for how long each is asked. */
export type RangesExtent = { few: number; many: number; rounds: number; seconds: number };

export const FULL_RANGES: RangesExtent = { few: 1000, many: 100_000, rounds: 5, seconds: 3 };
export const QUICK_RANGES: RangesExtent = { few: 10, many: 20, rounds: 1, seconds: 0.3 };

const RANGE_DAYS = 62;
/** Days that ranges begin on: none is asked for twice within the second that a gateway remembers. */
const DAYS = 300;
const READS_PER_SECOND = 150;
const CONNECTIONS = 4;
/** Of the bookings of a facility, when the first and the last are, in days from now. */
const [FIRST_DAY, LAST_DAY] = [-1100, DAYS + RANGE_DAYS + 2];
const PER_SLOT = 5;

type Facility = { slug: string; id: number; costs: number[] };

/**
 * Reads 62 days at facilities without bookings, with few, with many over four years, and with each time of
 * all days booked, in turn. Answers, for each round, what the dearer of few and many costs in the CPU time
 * of those who work it out, availability and PostgreSQL, to what it costs without; and the same of the full
 * one.
 */
export async function compareRanges(
  platform: Platform,
  { few, many, rounds, seconds }: RangesExtent,
): Promise<{ booked: number[]; full: number[] }> {
  const fullDays = rounds > 1 ? LAST_DAY : 2;
  say(`making ${few + many} bookings at two facilities, and ${fullDays} full days at another`);
  const overYears = (count: number) =>
    `${FIRST_DAY * 24} + slot * ${((LAST_DAY - FIRST_DAY) * 24) / Math.ceil(count / PER_SLOT)}`;
  const none = await newFacility(platform);
  const withFew = await newFacility(platform, few, overYears(few));
  const withMany = await newFacility(platform, many, overYears(many));
  const full = await newFacility(platform, fullDays * 24 * PER_SLOT, 'slot');
  const all = [none, withFew, withMany, full];
  const cpuOf = async (facility: Facility) => {
    const before = await takeReading(platform);
    const reads = await read(platform, facility, seconds);
    return workOf(usageBetween(before, await takeReading(platform))) / reads;
  };
  for (const facility of all) await read(platform, facility, seconds / 2);
  for (let round = 0; round < rounds; round++) {
    say(`${RANGE_DAYS} days, round ${round + 1} of ${rounds}`);
    for (const facility of all) facility.costs.push(await cpuOf(facility));
  }
  const ratios = (of: Facility[]) =>
    none.costs.map((cost, at) => Math.max(...of.map(({ costs }) => costs[at] ?? 0)) / cost);
  return { booked: ratios([withFew, withMany]), full: ratios([full]) };
}

/** Who works it out. */
const workOf = ({ cpu }: Usage): number => (cpu.availability ?? 0) + (cpu.PostgreSQL ?? 0);

/** @param hours when its slots start, in SQL, of `slot` */
async function newFacility({ stack, database }: Platform, bookings = 0, hours = '0'): Promise<Facility> {
  const slug = await stack.api.newVenue();
  const id = await stack.api.newFacility(slug);
  if (bookings > 0) await seed(database, { venues: 0, each: bookings, of: `v.slug = '${slug}'`, hours });
  return { slug, id, costs: [] };
}

/** Reads ranges that each begin on another day; answers how many. */
async function read({ stack }: Platform, { slug, id }: Facility, seconds: number): Promise<number> {
  const paths = Array.from({ length: DAYS }, (_, day) => {
    const [from, to] = [daysAhead(day + 1), daysAhead(day + 1 + RANGE_DAYS)];
    return `/api/site/facilities/${id}/availability?from=${from}&to=${to}`;
  });
  const press: Press = {
    url: stack.api.url,
    paths,
    headers: { 'X-Tenant': slug },
    connections: CONNECTIONS,
    seconds,
    perSecond: READS_PER_SECOND,
  };
  const { done, failed } = await runProgram<Pressed>('press.ts', press);
  if (failed || !done) throw new Error(`${done} answers, and ${failed} that were no success`);
  return done;
}
