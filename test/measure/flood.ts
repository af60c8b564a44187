import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, clientOf } from './client.ts';
import type { Attack, Repelled } from './flooders.ts';
import { read, requestBooking } from './guests.ts';
import type { Platform } from './platform.ts';
import { cpuSeconds, memoryOf } from './processes.ts';
import { runProgram } from './programs.ts';
import { megabytes, percent, short, table } from './table.ts';
import { freshSlots, makeVenues, type Place } from './venues.ts';
import { print } from './work.ts';

/**
 * Settings of a gateway that trusts no proxy, so that each local address is a client of its own, and has the
 * heap that Node.js chooses in a pod of 384 MiB.
 */
export const NO_PROXY = {
  TRUST_PROXY: 'false',
  NODE_OPTIONS: '--max-old-space-size=256 --max-semi-space-size=16',
};

/** The attack, and how long the other venue is watched before and after it. */
export type FloodExtent = Pick<Attack, 'seconds' | 'garbage' | 'pipelines' | 'slowReaders' | 'idle'> & {
  warmUpSeconds: number;
  quietSeconds: number;
  restSeconds: number;
};

export const FULL_FLOOD: FloodExtent = {
  seconds: 60,
  warmUpSeconds: 8,
  quietSeconds: 15,
  restSeconds: 10,
  garbage: { perSecond: 1000, addresses: 50 },
  pipelines: 5,
  slowReaders: 200,
  idle: 6000,
};

/** Takes seconds, and leaves room for the services on two cores. */
export const QUICK_FLOOD: FloodExtent = {
  seconds: 4,
  warmUpSeconds: 2,
  quietSeconds: 2,
  restSeconds: 1,
  garbage: { perSecond: 300, addresses: 15 },
  pipelines: 4,
  slowReaders: 20,
  idle: 500,
};

/** A smaller flood of the same duration. @param size 0 to 1 */
export const sized = (extent: FloodExtent, size: number): FloodExtent => ({
  ...extent,
  garbage: {
    perSecond: extent.garbage.perSecond * size,
    addresses: Math.ceil(extent.garbage.addresses * size),
  },
  pipelines: extent.pipelines * size,
  slowReaders: extent.slowReaders * size,
  idle: extent.idle * size,
});

/** Durations of the other venue's requests, in ms, and what the processes used meanwhile. */
export type Phase = {
  reads: number[];
  bookings: number[];
  failures: string[];
  /** Peak memory of the gateway, in bytes. */
  memory: number;
  /** Share of a core, by process. */
  cpu: Record<string, number>;
};
export type Flood = { quiet: Phase; flood: Phase; after: Phase; repelled: Repelled };

const READS_PER_SECOND = 20;
const BOOKINGS_PER_SECOND = 4;

/** Attacks one venue and watches another. */
export async function measureFlood(platform: Platform, extent: FloodExtent): Promise<Flood> {
  const { url } = platform.stack.api;
  const { free } = await makeVenues(platform, { free: 2, paid: 0 });
  const attacked = free[0] as Place;
  const other = free.filter(({ slug }) => slug !== attacked.slug);
  const client = clientOf(url);
  const watch = watcher(platform, client, other);
  const attack = { ...extent, url, slug: attacked.slug, facility: attacked.facility };
  print('warming up, by garbage alone');
  await sendAttackers({ ...attack, seconds: extent.warmUpSeconds, pipelines: 0, slowReaders: 0, idle: 0 });
  print('the other venue, in quiet');
  const quiet = await watch(extent.quietSeconds);
  print(`${extent.seconds} s of flood`);
  const attackers = sendAttackers(attack);
  const flood = await watch(extent.seconds);
  const repelled = await attackers;
  await sleep(extent.restSeconds * 1000);
  print('the other venue, afterwards');
  const after = await watch(extent.quietSeconds);
  client.close();
  return { quiet, flood, after, repelled };
}

const sendAttackers = (attack: Attack) => runProgram<Repelled>('flooders.ts', attack);

/** Guests who read and book at a fixed rate, however slow the responses are. */
export function watcher(
  { watched }: Platform,
  client: Client,
  places: Place[],
): (seconds: number) => Promise<Phase> {
  const gateway = watched.find(({ name }) => name === 'gateway');
  if (!gateway) throw new Error('no gateway');
  const slots = freshSlots(places);
  let guests = 0;
  /** Each guest has an address in a network of its own. */
  const nextGuest = (): Client => {
    guests += 1;
    const localAddress = `127.${100 + (guests % 100)}.${Math.floor(guests / 100) % 256}.1`;
    return { ...client, send: (method, path, sent) => client.send(method, path, { ...sent, localAddress }) };
  };
  return async (seconds) => {
    const phase: Phase = { reads: [], bookings: [], failures: [], memory: 0, cpu: {} };
    const underWay: Promise<void>[] = [];
    const time = (work: Promise<unknown>, took: number[]) => {
      const from = performance.now();
      underWay.push(
        work.then(
          () => void took.push(performance.now() - from),
          (error: Error) => void phase.failures.push(error.message),
        ),
      );
    };
    const used = watched.map(cpuSeconds);
    const startedAt = performance.now();
    const readers = Array.from({ length: READS_PER_SECOND }, nextGuest);
    for (let turn = 0; turn < seconds * READS_PER_SECOND; turn++) {
      await sleep(Math.max(1, startedAt + (turn * 1000) / READS_PER_SECOND - performance.now()));
      const place = places[turn % places.length] as Place;
      time(read(readers[turn % readers.length] as Client, place, turn), phase.reads);
      if (turn % (READS_PER_SECOND / BOOKINGS_PER_SECOND) === 0) {
        const { place, slotId } = slots();
        time(bookingOf(nextGuest(), place, slotId), phase.bookings);
      }
      phase.memory = Math.max(phase.memory, memoryOf(gateway).now);
    }
    await Promise.all(underWay);
    const elapsed = (performance.now() - startedAt) / 1000;
    for (const [index, one] of watched.entries())
      phase.cpu[one.name] = (cpuSeconds(one) - (used[index] ?? 0)) / elapsed;
    return phase;
  };
}

async function bookingOf(client: Client, { slug }: Place, slotId: number): Promise<void> {
  const { status, text } = await requestBooking(client, slug, slotId);
  if (status !== 201) throw new Error(`booking: ${status} ${text.slice(0, 100)}`);
}

/** A percentile. @param share 0.5 for the median */
export function at(share: number, figures: number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function floodTable({ quiet, flood, after }: Flood): string {
  const row = (name: string, { reads, bookings, failures, memory, cpu }: Phase) => [
    name,
    ...[reads, bookings].flatMap((took) => [short(at(0.5, took)), short(at(0.99, took))]),
    failures.length,
    percent(cpu.gateway ?? 0),
    megabytes(memory),
  ];
  return table(
    [
      'another venue',
      'reads p50, ms',
      'reads p99, ms',
      'bookings p50, ms',
      'bookings p99, ms',
      'not answered as usual',
      'gateway, of a core',
      'gateway, MB',
    ],
    [row('before', quiet), row('in the flood', flood), row('10 s after', after)],
  );
}
