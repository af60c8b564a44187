import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Readable } from 'node:stream';
import { daysAhead } from '../stack/api.ts';
import type { Figures } from './goals.ts';
import type { Platform } from './platform.ts';
import type { Press, Pressed } from './press.ts';
import { runProgram, startProgram } from './programs.ts';
import { seed } from './seed.ts';
import { median, short, table } from './table.ts';
import { say } from './work.ts';

/** How much is asked for: facilities and days; and how often, and for how long, each side is. */
export type ReadsExtent = { facilities: number; days: number; rounds: number; seconds: number };

export const FULL_READS: ReadsExtent = { facilities: 100, days: 55, rounds: 5, seconds: 3 };
export const QUICK_READS: ReadsExtent = { facilities: 2, days: 2, rounds: 1, seconds: 0.2 };

const CONNECTIONS = 16;
/** A round counts when every answer was a success; another program may take the machine for a while. */
const ATTEMPTS = 3;
const BOOKINGS_PER_FACILITY = 2000;
/** The longest range that can be asked for. */
const RANGE_DAYS = 62;
const SAME_BYTES = 'Express, the same bytes';
const ONE_SELECT = 'Express, one `SELECT`';

/**
 * What the gateway and who it is compared with are asked for, by path. Without a goal it is another peer that
 * is asked, not the gateway.
 */
type Rivals = { goal: Read | null; what: string; peer: string; ours: string[]; theirs: string[] };
type Read = 'facilities' | 'slots' | 'availability' | 'otherSlots' | 'otherRanges';
type Venue = { id: number; slug: string; facilities: number[] };

/**
 * Has reads answered in turn by the gateway and by what does least for the same: Express that has the bytes,
 * and Express with one SELECT of the same rows.
 */
export async function compareReads(
  platform: Platform,
  extent: ReadsExtent,
): Promise<{ table: string; figures: Pick<Figures, Read> }> {
  const venue = await makeVenue(platform, extent.facilities);
  const urls = [platform.databaseUrl, platform.stack.natsUrl ?? ''];
  const [peers, called] = [startProgram('peers.ts', ...urls), startProgram('peers.ts', ...urls, 'called')];
  try {
    await firstLine(called.stdout);
    const ours = platform.stack.api.url;
    const theirs = `http://127.0.0.1:${await firstLine(peers.stdout)}`;
    const all = [...(await repeated(platform, venue, theirs)), ...others(venue, extent.days)];
    const lines: string[][] = [];
    const figures: [Read, number[]][] = [];
    for (const rivals of all) {
      say(rivals.what);
      const press = async (url: string, paths: string[]): Promise<Pressed> => {
        const headers = { 'X-Tenant': venue.slug };
        const asked: Press = { url, paths, headers, connections: CONNECTIONS, seconds: extent.seconds };
        for (let attempt = 1; ; attempt++) {
          const pressed = await runProgram<Pressed>('press.ts', asked);
          if (!pressed.failed) return pressed;
          say(`${rivals.what}: ${pressed.failed} answers were no success`);
          if (attempt === ATTEMPTS) throw new Error('The machine is too busy, or something is broken.');
        }
      };
      const rounds: [Pressed, Pressed][] = [];
      for (let round = 0; round < extent.rounds; round++)
        rounds.push([
          await press(rivals.goal ? ours : theirs, rivals.ours),
          await press(theirs, rivals.theirs),
        ]);
      const ratios = rounds.map(([our, their]) => our.perSecond / their.perSecond);
      if (rivals.goal) figures.push([rivals.goal, ratios]);
      lines.push(lineOf(rivals, rounds, ratios));
    }
    const heads = ['read', 'compared with', 'a second', 'its', 'ratio', 'lowest, highest', 'p99, ms', 'its'];
    return { table: table(heads, lines), figures: Object.fromEntries(figures) as Record<Read, number[]> };
  } finally {
    for (const program of [peers, called]) program.stdin.end();
  }
}

async function makeVenue({ stack, database }: Platform, count: number): Promise<Venue> {
  const slug = await stack.api.newVenue();
  say(`making ${count} facilities with ${count * BOOKINGS_PER_FACILITY} bookings`);
  const facilities: number[] = [];
  for (let nth = 0; nth < count; nth++) facilities.push(await stack.api.newFacility(slug));
  await seed(database, { venues: 0, each: BOOKINGS_PER_FACILITY, of: `v.slug = '${slug}'` });
  const { rows } = await database.query('SELECT id FROM catalog.venue WHERE slug = $1', [slug]);
  return { id: rows[0].id, slug, facilities };
}

async function firstLine(output: Readable): Promise<string> {
  const [line] = await once(createInterface(output), 'line', { signal: AbortSignal.timeout(30_000) });
  return line;
}

/** The same read again and again, of which the peer is given the bytes. */
async function repeated({ stack }: Platform, venue: Venue, peer: string): Promise<Rivals[]> {
  const facility = `/facilities/${venue.facilities[0]}`;
  const reads: Partial<Record<Read, string>> = {
    facilities: '/facilities',
    slots: `${facility}/slots?date=${daysAhead(2)}`,
    availability: `${facility}/availability`,
  };
  return Promise.all(
    (Object.entries(reads) as [Read, string][]).map(async ([name, path]) => {
      const { text } = await stack.api.get(venue.slug, path);
      await fetch(`${peer}/same${path}`, { method: 'PUT', body: text });
      const what = `\`${name}\`, again and again`;
      return { goal: name, what, peer: SAME_BYTES, ours: [`/api/site${path}`], theirs: [`/same${path}`] };
    }),
  );
}

/** Reads that nobody has asked for within the second before. */
function others(venue: Venue, days: number): Rivals[] {
  const compared = (
    goal: Read | null,
    what: string,
    path: (facility: number, from: string, to: string) => string,
    length: number,
  ): Rivals => {
    const each = (make: (facility: number, from: string, to: string) => string) =>
      venue.facilities.flatMap((facility) =>
        Array.from({ length: days }, (_, at) =>
          make(facility, daysAhead(at + 1), daysAhead(at + 1 + length)),
        ),
      );
    return {
      goal,
      what,
      peer: ONE_SELECT,
      ours: each(path),
      theirs: each((facility, from, to) => `/rows/${venue.id}/${facility}/${from}/${to}`),
    };
  };
  const site = (facility: number, rest: string) => `/api/site/facilities/${facility}/${rest}`;
  const called = (facility: number, from: string, to: string) =>
    `/called/${venue.id}/${facility}/${from}/${to}`;
  return [
    compared(
      'otherSlots',
      '`slots`, another day each time',
      (facility, from) => site(facility, `slots?date=${from}`),
      1,
    ),
    compared(null, 'the `SELECT` of a day behind a call over NATS', called, 1),
    compared(
      'otherRanges',
      `\`availability\` of ${RANGE_DAYS} days, others each time`,
      (facility, from, to) => site(facility, `availability?from=${from}&to=${to}`),
      RANGE_DAYS,
    ),
    compared(null, `the \`SELECT\` of ${RANGE_DAYS} days behind a call over NATS`, called, RANGE_DAYS),
  ];
}

function lineOf({ what, peer }: Rivals, rounds: [Pressed, Pressed][], ratios: number[]): string[] {
  const of = (pick: (pair: [Pressed, Pressed]) => number) => short(median(rounds.map(pick)));
  return [
    what,
    peer,
    of(([ours]) => ours.perSecond),
    of(([, theirs]) => theirs.perSecond),
    short(median(ratios)),
    `${short(Math.min(...ratios))}, ${short(Math.max(...ratios))}`,
    of(([ours]) => ours.p99),
    of(([, theirs]) => theirs.p99),
  ];
}
