import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from './client.ts';
import { book, bookAndPay, preflight, read } from './guests.ts';
import type { Platform } from './platform.ts';
import { KINDS, type Kind, type Load, sizingTable } from './sizing.ts';
import { countUsage, msEach } from './usage.ts';
import { freshSlots, makeVenues, type Place } from './venues.ts';
import { print, runConcurrently, untilDone } from './work.ts';

/** How many requests of each kind are sent. A kind ends early after `secondsEach`. */
export type LoadExtent = Record<Kind, number> & {
  venues: { free: number; paid: number };
  warmUp: number;
  idleSeconds: number;
  secondsEach: number;
};

/** Takes two minutes on two cores. */
export const FULL_LOAD: LoadExtent = {
  ...{ 'free booking': 2000, 'paid booking': 500, read: 3000, preflight: 3000 },
  ...{ venues: { free: 40, paid: 10 }, warmUp: 300, idleSeconds: 15, secondsEach: 25 },
};
export const QUICK_LOAD: LoadExtent = {
  ...{ 'free booking': 10, 'paid booking': 2, read: 12, preflight: 12 },
  ...{ venues: { free: 1, paid: 1 }, warmUp: 1, idleSeconds: 1, secondsEach: 10 },
};

/** Enough requests at once for batches, and too few for queues. */
const CONCURRENCY = 8;

/** Measures the processor time of each kind of request and projects what larger platforms need. */
export async function measureLoad(platform: Platform, extent: LoadExtent): Promise<{ sizing: string }> {
  const { stack, watched } = platform;
  print('making venues');
  const places = await makeVenues(platform, extent.venues);
  const client = clientOf(stack.api.url);
  const free = freshSlots(places.free);
  const paid = freshSlots(places.paid);
  const any = (turn: number) => places.free[(turn * 7) % places.free.length] as Place;
  const work: Record<Kind, (turn: number) => Promise<void>> = {
    'free booking': () => (({ place, slotId }) => book(client, place, slotId))(free()),
    'paid booking': () => (({ place, slotId }) => bookAndPay(client, place, slotId))(paid()),
    read: (turn) => read(client, any(turn), turn),
    preflight: (turn) => preflight(client, any(turn)),
  };
  const pacing = { concurrency: CONCURRENCY, seconds: extent.secondsEach };
  print('warming up');
  for (const kind of KINDS) await runConcurrently(work[kind], { ...pacing, times: extent.warmUp });
  await untilDone(platform);
  print(`idle for ${extent.idleSeconds} s`);
  const usage = countUsage(watched);
  await sleep(extent.idleSeconds * 1000);
  const idle = usage();
  const load: Load = { ms: {} as Load['ms'], kept: { 'free booking': 0, 'paid booking': 0 } };
  for (const kind of KINDS) {
    print(`${extent[kind]} × ${kind}`);
    const before = await keptBytes(platform);
    const used = countUsage(watched);
    const { done } = await runConcurrently(work[kind], { ...pacing, times: extent[kind] });
    await untilDone(platform);
    load.ms[kind] = msEach(used(), idle, done);
    print(`${kind}, ms: ${JSON.stringify(load.ms[kind])}`);
    if (kind in load.kept)
      load.kept[kind as keyof Load['kept']] = ((await keptBytes(platform)) - before) / done;
  }
  client.close();
  return { sizing: sizingTable(load) };
}

/** Size of the tables whose rows are never deleted, with their indexes. */
async function keptBytes({ stack }: Platform): Promise<number> {
  const { rows } = await stack.database.query(`
    SELECT sum(pg_total_relation_size(relid))::float8 AS bytes FROM pg_stat_user_tables
    WHERE (schemaname, relname) IN (('availability', 'slot'), ('availability', 'allocation'),
      ('booking', 'booking'), ('booking', 'history'), ('booking', 'reservation_outcome'), ('booking', 'mail'),
      ('payment', 'payment'), ('payment', 'attempt'), ('payment', 'statement'))`);
  return rows[0].bytes;
}
