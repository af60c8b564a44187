import { type BookingsExtent, compareBookings, FULL_BOOKINGS, QUICK_BOOKINGS } from './compareBookings.ts';
import { compareReads, FULL_READS, QUICK_READS, type ReadsExtent } from './compareReads.ts';
import { goalsTable } from './goals.ts';
import { watchMachine } from './machine.ts';
import type { Platform } from './platform.ts';
import { memoryOf } from './processes.ts';
import { FULL_RUSH, QUICK_RUSH, type RushExtent, rush } from './rush.ts';
import { measureStarts } from './starts.ts';
import { median, short } from './table.ts';

/** How much is measured for the goals. */
export type CompareExtent = {
  starts: number;
  reads: ReadsExtent;
  bookings: BookingsExtent;
  rush: RushExtent;
};

/** Takes five minutes on two cores. */
export const FULL_COMPARE: CompareExtent = {
  starts: 3,
  reads: FULL_READS,
  bookings: FULL_BOOKINGS,
  rush: FULL_RUSH,
};
export const QUICK_COMPARE: CompareExtent = {
  starts: 1,
  reads: QUICK_READS,
  bookings: QUICK_BOOKINGS,
  rush: QUICK_RUSH,
};

type Tables = Record<'goals' | 'machine of the goals' | 'compared reads' | 'cost of bookings', string>;

/** Measures everything that has a goal. */
export async function compare(platform: Platform, extent: CompareExtent): Promise<Tables> {
  const starts = await measureStarts(extent.starts);
  const machine = watchMachine(platform);
  const bookings = await compareBookings(platform, extent.bookings);
  const reads = await compareReads(platform, extent.reads);
  // Before the rush, whose queue of requests needs more memory for a moment.
  const memory = memoryUsed(platform);
  const rushed = await rush(platform, extent.rush);
  const express = median(reads.expressMs);
  const figures = {
    ...reads.figures,
    ...rushed,
    booking: bookings.crowdMs.map((ms) => ms / express),
    alone: bookings.alone,
    idle: [bookings.idlePercent],
    mail: bookings.mail,
    memory: [Math.max(...memory.map(({ most }) => most))],
    firstStart: starts.first,
    nextStart: starts.next,
  };
  const notes = { memory: memory.map(({ name, most }) => `${name} ${short(most)}`).join(', ') };
  return {
    goals: goalsTable(figures, notes),
    'machine of the goals': await machine(),
    'compared reads': reads.table,
    'cost of bookings': bookings.table,
  };
}

/** Peak memory of each service since its start, in MB. */
const memoryUsed = ({ stack }: Platform) =>
  stack.processes.map(({ name, pid }) => {
    const { now, peak } = memoryOf({ name, pid });
    return { name, most: (peak ?? now) / 1024 ** 2 };
  });
