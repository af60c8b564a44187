import { setTimeout as sleep } from 'node:timers/promises';
import type { Rush } from './booker.ts';
import { type COUNTED, perThousand, takeReading, type Usage, usageBetween } from './counters.ts';
import { climb } from './ladder.ts';
import { makePeer } from './pgbench.ts';
import type { Platform } from './platform.ts';
import { runProgram } from './programs.ts';
import { short, table } from './table.ts';
import { makeVenues } from './venues.ts';
import { type Pace, say, untilDone } from './work.ts';

/** How many venues, how often each side is asked, and for how long. */
export type BookingsExtent = {
  venues: number;
  rounds: number;
  seconds: number;
  atOnce: number[];
  /** Whether pgbench is asked, which a machine may not have. */
  pgbench: boolean;
};

export const FULL_BOOKINGS: BookingsExtent = {
  venues: 20,
  rounds: 5,
  seconds: 5,
  atOnce: [1, 8, 64],
  pgbench: true,
};
export const QUICK_BOOKINGS: BookingsExtent = {
  venues: 1,
  rounds: 1,
  seconds: 0.3,
  atOnce: [1, 4],
  pgbench: false,
};

/**
 * Has guests book slots of their own, more and more at once, and then in turn with pgbench, which does the
 * least that keeps the same promises, and with peers between the two. Answers what a booking costs, and how
 * they compare.
 */
export async function compareBookings(
  platform: Platform,
  { venues, rounds, seconds, atOnce, pgbench }: BookingsExtent,
): Promise<{ cost: string; ladder: string }> {
  const { free: places } = await makeVenues(platform, { free: venues, paid: 0 });
  await makePeer(platform);
  let seed = 0;
  const ours = platform.stack.api.url;
  const rush = (guests: number, url = ours): Promise<Pace> => {
    // No slot of ours twice; the peers' hold as many as come.
    if (url === ours) seed += 1;
    return runProgram<Pace>('booker.ts', { url, places, seed, atOnce: guests, seconds } satisfies Rush);
  };
  await rush(8);
  await untilDone(platform);
  // Statistics as a platform has them that is not new: PostgreSQL takes them within some minutes.
  await platform.database.query('ANALYZE');
  const before = await takeReading(platform);
  await sleep(seconds * 1000);
  const idle = usageBetween(before, await takeReading(platform));

  const costs: string[][] = [];
  for (const guests of atOnce) {
    say(`${guests} guests at once`);
    const from = await takeReading(platform);
    const pace = await rush(guests);
    await untilDone(platform);
    const usage = perThousand(usageBetween(from, await takeReading(platform)), idle, pace.done);
    costs.push(costLine(guests, pace, usage));
  }
  const most = Math.max(...atOnce);
  const book = async (at: string) => {
    const pace = await rush(most, at);
    await untilDone(platform);
    return pace;
  };
  return {
    cost: table(
      [
        'guests at once',
        'a second',
        'p50, ms',
        'p99, ms',
        'CPU, ms',
        ...services,
        'statements',
        'events',
        'Redis',
      ],
      costs,
    ),
    ladder: await climb(platform, idle, { rush: book, rounds, seconds, pgbench }),
  };
}

const services = ['gateway', 'catalog', 'availability', 'booking', 'PostgreSQL', 'NATS'];

/** Of a thousand bookings in seconds is of one in ms. */
function costLine(guests: number, pace: Pace, { cpu, counts }: Usage): string[] {
  const each = (name: keyof typeof COUNTED) => short((counts[name] ?? 0) / 1000);
  return [
    String(guests),
    short(pace.perSecond),
    short(pace.p50),
    short(pace.p99),
    short(Object.values(cpu).reduce((sum, ms) => sum + ms, 0)),
    ...services.map((name) => short(cpu[name] ?? 0)),
    each('statements'),
    each('events'),
    each('redis'),
  ];
}
