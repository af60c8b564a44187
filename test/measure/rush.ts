import assert from 'node:assert/strict';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { daysAhead } from '../stack/api.ts';
import { clientOf } from './client.ts';
import type { Figures } from './goals.ts';
import { read } from './guests.ts';
import type { Platform } from './platform.ts';
import { runProgram } from './programs.ts';
import type { Rush, Rushed } from './rusher.ts';
import { makeVenues } from './venues.ts';
import { print, runAtRate, untilDone } from './work.ts';

/** How many guests arrive within how many seconds, for how many slots of which capacity. */
export type RushExtent = {
  guests: number;
  seconds: number;
  slots: number;
  capacity: number;
  rounds: number;
};

export const FULL_RUSH: RushExtent = { guests: 3000, seconds: 10, slots: 10, capacity: 100, rounds: 3 };
export const QUICK_RUSH: RushExtent = { guests: 20, seconds: 0.3, slots: 2, capacity: 5, rounds: 1 };

const READS_PER_SECOND = 50;

/**
 * Sends more guests to a few slots than these have places, while others read at another venue. Resolves with
 * the longest wait of a guest, in s, and the p99 of those reads, in ms, by round.
 * @throws AssertionError unless every place is booked once and all other guests get "full"
 */
export async function rush(
  platform: Platform,
  { guests, seconds, slots, capacity, rounds }: RushExtent,
): Promise<Pick<Figures, 'rush' | 'rushReads'>> {
  const { api } = platform.stack;
  const { free } = await makeVenues(platform, { free: 1, paid: 0 });
  const client = clientOf(api.url);
  const others = (turn: number) => read(client, free[turn % free.length] as (typeof free)[0], turn);
  const slug = await api.newVenue();
  const found: Pick<Figures, 'rush' | 'rushReads'> = { rush: [], rushReads: [] };
  try {
    for (let round = 1; round <= rounds; round++) {
      const facility = await api.newFacility(slug, { capacity });
      const slotIds = Array.from(
        { length: slots },
        (_, at) => slotIdOf(facility, Date.parse(`${daysAhead(3 + at)}T10:00Z`)) ?? 0,
      );
      print(`${guests} guests for ${slots * capacity} places, round ${round} of ${rounds}`);
      const task: Rush = { url: api.url, slug, slotIds, guests, seconds };
      const [{ answers, longest }, reads] = await Promise.all([
        runProgram<Rushed>('rusher.ts', task),
        runAtRate(others, { perSecond: READS_PER_SECOND, seconds }),
      ]);
      assert.deepEqual(answers, { 201: slots * capacity, 422: guests - slots * capacity });
      found.rush.push(longest);
      found.rushReads.push(reads.p99);
      await untilDone(platform);
    }
    return found;
  } finally {
    client.close();
  }
}
