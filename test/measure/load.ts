import { clientOf } from './client.ts';
import { type Amounts, type Cost, measureCost } from './cost.ts';
import { costTables } from './costTables.ts';
import { book, bookAndPay, read } from './guests.ts';
import { measureHotSlot, racesTable } from './hotSlot.ts';
import { watchMachine } from './machine.ts';
import type { Platform } from './platform.ts';
import { saturate, saturationTable } from './saturation.ts';
import { sizingTable } from './sizing.ts';
import { measureTraffic, trafficTable } from './traffic.ts';
import { freshSlots, makeVenues, type Place } from './venues.ts';
import { keepDoing, say, untilDone } from './work.ts';

/** How much is measured. */
export type Extent = Amounts & {
  venues: { free: number; paid: number };
  traffic: number;
  stepSeconds: number;
  mostAtOnce: number;
  racers: number[];
};

/** A few minutes on two cores. */
export const FULL: Extent = {
  venues: { free: 40, paid: 10 },
  idleSeconds: 15,
  warmUp: 300,
  free: 2000,
  paid: 500,
  reads: 3000,
  secondsEach: 25,
  traffic: 100,
  stepSeconds: 4,
  mostAtOnce: 256,
  racers: [50, 200, 800],
};

/** Seconds: enough to see that all of it still works, too little to believe the figures. */
export const QUICK: Extent = {
  venues: { free: 1, paid: 1 },
  idleSeconds: 1,
  warmUp: 1,
  free: 10,
  paid: 2,
  reads: 12,
  secondsEach: 10,
  traffic: 2,
  stepSeconds: 0.1,
  mostAtOnce: 1,
  racers: [12],
};

/** Measures under load. Answers the tables, as Markdown, by name, and what the first of them were made of. */
export async function measureLoad(
  platform: Platform,
  extent: Extent,
): Promise<{ cost: Cost; tables: Record<string, string> }> {
  say('making venues');
  const places = await makeVenues(platform, extent.venues);
  const machine = watchMachine(platform);
  const cost = await measureCost(platform, places, extent);
  const client = clientOf(platform.stack.api.url);
  const free = freshSlots(places.free, { seed: 2 });
  const paid = freshSlots(places.paid, { seed: 2 });
  const bookFree = () => (({ place, slotId }) => book(client, place, slotId))(free());
  const payToo = () => (({ place, slotId }) => bookAndPay(client, place, slotId))(paid());
  const some = (work: () => Promise<void>) => () =>
    keepDoing(work, { atOnce: 4, times: extent.traffic, seconds: extent.secondsEach });
  say('listening to NATS');
  const freeTraffic = await measureTraffic(platform, extent.traffic, some(bookFree));
  const paidTraffic = await measureTraffic(platform, extent.traffic, some(payToo));
  const rising = { seconds: extent.stepSeconds, most: extent.mostAtOnce };
  const bookings = await saturate(platform, 'bookings', bookFree, rising);
  await untilDone(platform);
  const any = (turn: number) => places.free[(turn * 7) % places.free.length] as Place;
  const reads = await saturate(platform, 'reads', (turn) => read(client, any(turn), turn), rising);
  const hot = await measureHotSlot(platform, { guests: extent.racers, ...rising });
  await untilDone(platform);
  client.close();
  return {
    cost,
    tables: {
      machine: await machine(),
      ...costTables(cost),
      traffic: trafficTable(freeTraffic, paidTraffic),
      bookings: saturationTable(bookings),
      reads: saturationTable(reads),
      races: racesTable(hot),
      'one slot': saturationTable(hot.steps),
      sizing: sizingTable(cost),
    },
  };
}
