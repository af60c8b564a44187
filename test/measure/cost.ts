import { setTimeout as sleep } from 'node:timers/promises';
import { clientOf } from './client.ts';
import { perThousand, type Tables, takeReading, takeTables, type Usage, usageBetween } from './counters.ts';
import { book, bookAndPay, preflight, read } from './guests.ts';
import type { Platform } from './platform.ts';
import { memoryOf } from './processes.ts';
import { freshSlots, type Place, type Places } from './venues.ts';
import { keepDoing, say, untilDone } from './work.ts';

/** How much is done of everything. */
export type Amounts = {
  idleSeconds: number;
  free: number;
  paid: number;
  reads: number;
  warmUp: number;
  /** A kind ends after this, however much of it is left: on a slow machine fewer will do. */
  secondsEach: number;
};

/**
 * Requests under way at any time: so many that batches form as they do in a busy hour, without a queue before
 * everything.
 */
const AT_ONCE = 8;

export const KINDS = ['free booking', 'paid booking', 'read', 'read of one day', 'preflight'] as const;
type Kind = (typeof KINDS)[number];

export type Cost = {
  idle: Usage;
  per: Record<Kind, Usage>;
  grown: Record<'free booking' | 'paid booking', Tables>;
  memory: { name: string; start: number; end: number; peak: number | null }[];
};

/** Measures what each kind of request costs every part, one kind after the other. */
export async function measureCost(platform: Platform, places: Places, amounts: Amounts): Promise<Cost> {
  const { stack, watched } = platform;
  const client = clientOf(stack.api.url);
  const free = freshSlots(places.free);
  const paid = freshSlots(places.paid);
  const any = (turn: number) => places.free[(turn * 7) % places.free.length] as Place;
  const work: Record<Kind, (turn: number) => Promise<void>> = {
    'free booking': () => (({ place, slotId }) => book(client, place, slotId))(free()),
    'paid booking': () => (({ place, slotId }) => bookAndPay(client, place, slotId))(paid()),
    read: (turn) => read(client, any(turn), turn),
    'read of one day': () => read(client, any(0), 2),
    preflight: (turn) => preflight(client, any(turn)),
  };
  const times: Record<Kind, number> = {
    'free booking': amounts.free,
    'paid booking': amounts.paid,
    read: amounts.reads,
    'read of one day': amounts.reads,
    preflight: amounts.reads,
  };
  const memories = () => watched.map((one) => ({ name: one.name, ...memoryOf(one) }));

  const start = memories();
  say('warming up');
  const pacing = { atOnce: AT_ONCE, seconds: amounts.secondsEach };
  for (const kind of KINDS) await keepDoing(work[kind], { ...pacing, times: amounts.warmUp });
  await untilDone(platform);
  say(`idle for ${amounts.idleSeconds} s`);
  const before = await takeReading(platform);
  await sleep(amounts.idleSeconds * 1000);
  const idle = usageBetween(before, await takeReading(platform));

  const per = {} as Cost['per'];
  const grown = {} as Cost['grown'];
  for (const kind of KINDS) {
    say(`${times[kind]} × ${kind}`);
    const tablesBefore = await takeTables(platform);
    const from = await takeReading(platform);
    const { done } = await keepDoing(work[kind], { ...pacing, times: times[kind] });
    await untilDone(platform);
    const usage = usageBetween(from, await takeReading(platform));
    per[kind] = perThousand(usage, idle, done);
    if (kind === 'free booking' || kind === 'paid booking')
      grown[kind] = grownPerBooking(tablesBefore, await takeTables(platform), done);
  }
  client.close();
  const end = memories();
  const memory = start.map(({ name, now }, at) => ({
    name,
    start: now,
    end: end[at]?.now ?? 0,
    peak: end[at]?.peak ?? null,
  }));
  return { idle, per, grown, memory };
}

function grownPerBooking(before: Tables, after: Tables, bookings: number): Tables {
  const grown: Tables = {};
  for (const [name, { rows, bytes }] of Object.entries(after))
    grown[name] = {
      rows: (rows - (before[name]?.rows ?? 0)) / bookings,
      bytes: (bytes - (before[name]?.bytes ?? 0)) / bookings,
    };
  return grown;
}
