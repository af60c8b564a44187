import { compareRanges, FULL_RANGES, QUICK_RANGES, type RangesExtent } from './bookedRanges.ts';
import { type BookingsExtent, compareBookings, FULL_BOOKINGS, QUICK_BOOKINGS } from './compareBookings.ts';
import { compareReads, FULL_READS, QUICK_READS, type ReadsExtent } from './compareReads.ts';
import { type ContestExtent, contest } from './contest.ts';
import { goalsTable } from './goals.ts';
import { watchMachine } from './machine.ts';
import { on, type Platform } from './platform.ts';
import { memoryOf } from './processes.ts';
import { FULL_RUSH, QUICK_RUSH, type RushExtent, rush } from './rush.ts';
import { measureStarts } from './starts.ts';
import { short } from './table.ts';

/** How much is measured of everything that has a goal. */
export type CompareExtent = {
  starts: number;
  reads: ReadsExtent;
  ranges: RangesExtent;
  bookings: BookingsExtent;
  contest: ContestExtent;
  rush: RushExtent;
};

/** A quarter of an hour on two cores. */
export const FULL_COMPARE: CompareExtent = {
  starts: 3,
  reads: FULL_READS,
  ranges: FULL_RANGES,
  bookings: FULL_BOOKINGS,
  contest: { guests: 64, venues: 30, rounds: 5, seconds: 4 },
  rush: FULL_RUSH,
};
export const QUICK_COMPARE: CompareExtent = {
  starts: 1,
  reads: QUICK_READS,
  ranges: QUICK_RANGES,
  bookings: QUICK_BOOKINGS,
  contest: { guests: 4, venues: 1, rounds: 1, seconds: 0.3 },
  rush: QUICK_RUSH,
};

type Tables = Record<
  'goals' | 'machine of the goals' | 'compared reads' | 'cost of bookings' | 'compared bookings',
  string
>;

/**
 * Measures everything that has a goal, and what the figures are made of.
 * @param start starts a platform: one to compare with peers, and another that is as new as what it is
 * compared with
 */
export async function compare(start: () => Promise<Platform>, extent: CompareExtent): Promise<Tables> {
  const starts = await measureStarts(extent.starts);
  const compared = await on(start(), (platform) => compareWithPeers(platform, extent));
  const contested = await on(start(), (platform) => contest(platform, extent.contest));
  const figures = {
    ...compared.figures,
    ...contested,
    firstStart: starts.first,
    nextStart: starts.next,
  };
  return { goals: goalsTable(figures, compared.notes), ...compared.tables };
}

async function compareWithPeers(platform: Platform, extent: CompareExtent) {
  const machine = watchMachine(platform);
  const bookings = await compareBookings(platform, extent.bookings);
  const reads = await compareReads(platform, extent.reads);
  const ranges = await compareRanges(platform, extent.ranges);
  const memory = memoryUsed(platform);
  const rushed = await rush(platform, extent.rush);
  return {
    figures: {
      ...bookings.figures,
      ...reads.figures,
      ...rushed,
      bookedRange: ranges.booked,
      fullRange: ranges.full,
      memory: [Math.max(...memory.map(({ most }) => most))],
    },
    notes: { memory: memory.map(({ name, most }) => `${name} ${short(most)}`).join(', ') },
    tables: {
      'machine of the goals': await machine(),
      'compared reads': reads.table,
      ...bookings.tables,
    },
  };
}

/** The most that the process of each service had since its start, in MB. */
const memoryUsed = ({ stack }: Platform) =>
  stack.processes.map(({ name, pid }) => {
    const { now, peak } = memoryOf({ name, pid });
    return { name, most: (peak ?? now) / 1024 ** 2 };
  });
