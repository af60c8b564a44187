import { setTimeout as sleep } from 'node:timers/promises';
import { perThousand, takeReading, usageBetween } from './counters.ts';
import { type Crowd, crowdOf } from './crowd.ts';
import type { Platform } from './platform.ts';
import { median, short, table } from './table.ts';
import type { Place } from './venues.ts';
import { say, untilDone } from './work.ts';

/**
 * How many guests book at once, how often and for how long; how many venues they choose from; and for how
 * long nobody does before that.
 */
export type RoomsExtent = {
  atOnce: number[];
  rounds: number;
  seconds: number;
  venues: number;
  idleSeconds: number;
};

export const FULL_ROOMS: RoomsExtent = {
  ...{ atOnce: [1, 8, 64], rounds: 9, seconds: 3 },
  ...{ venues: 50, idleSeconds: 4 },
};
export const QUICK_ROOMS: RoomsExtent = {
  ...{ atOnce: [2], rounds: 1, seconds: 0.3 },
  ...{ venues: 1, idleSeconds: 1 },
};

const ROOMS = 2;

/**
 * Books slots that nobody has had at facilities that use two rooms and at some that use none, in turn, and
 * tells what each booking costs those who take its places: availability and PostgreSQL.
 */
export async function compareRooms(
  platform: Platform,
  { atOnce, rounds, seconds, venues, idleSeconds }: RoomsExtent,
): Promise<string> {
  const { url } = platform.stack.api;
  const crowds = [await newPlaces(platform, venues, 0), await newPlaces(platform, venues, ROOMS)].map(
    (places) => crowdOf(url, places),
  );
  await untilDone(platform);
  const quiet = await takeReading(platform);
  await sleep(idleSeconds * 1000);
  const idle = usageBetween(quiet, await takeReading(platform));
  const costOf = async (crowd: Crowd, guests: number, atMost = seconds) => {
    const before = await takeReading(platform);
    const { done } = await crowd({ atOnce: guests, seconds: atMost });
    await untilDone(platform);
    const { cpu } = perThousand(usageBetween(before, await takeReading(platform)), idle, done);
    return (cpu.availability ?? 0) + (cpu.PostgreSQL ?? 0);
  };
  const lines: string[][] = [];
  for (const guests of atOnce) {
    for (const crowd of crowds) await costOf(crowd, guests, seconds / 2);
    const costs: number[][] = [];
    for (let round = 0; round < rounds; round++) {
      say(`rooms, ${guests} at once, round ${round + 1} of ${rounds}`);
      const pair: number[] = [];
      for (const crowd of crowds) pair.push(await costOf(crowd, guests));
      costs.push(pair);
    }
    const ratios = costs.map(([without = 0, by = 0]) => by / without);
    lines.push([
      String(guests),
      ...[0, 1].map((at) => short(median(costs.map((pair) => pair[at] ?? 0)))),
      short(median(ratios)),
      `${short(Math.min(...ratios))}, ${short(Math.max(...ratios))}`,
    ]);
  }
  return table(['guests at once', 'no rooms, ms', 'two rooms, ms', 'ratio', 'lowest, highest'], lines);
}

/** Venues with a facility each, to be had by one party at a time, that uses so many rooms. */
async function newPlaces({ stack: { api } }: Platform, venues: number, rooms: number): Promise<Place[]> {
  const places: Place[] = [];
  for (let number = 0; number < venues; number++) {
    const origin = `https://www.rooms-${rooms}-${number}.example`;
    const slug = await api.newVenue({ allowed_origins: [origin] });
    const used = await newRooms(api, slug, rooms);
    places.push({ slug, facility: await api.newFacility(slug, { mode: 'FULL', rooms: used }), origin });
  }
  return places;
}

/** Makes rooms of a venue; answers their ids. */
export async function newRooms(
  api: Platform['stack']['api'],
  slug: string,
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let number = 1; number <= count; number++) {
    const { status, body, text } = await api.admin('POST', `/venues/${slug}/rooms`, {
      name: `Room ${number}`,
    });
    if (status !== 201) throw new Error(`no room was made: ${status} ${text}`);
    ids.push(body.id);
  }
  return ids;
}
