import { setTimeout as sleep } from 'node:timers/promises';
import { type COUNTED, perThousand, takeReading, type Usage, usageBetween } from './counters.ts';
import { crowdOf } from './crowd.ts';
import type { Figures } from './goals.ts';
import { climb } from './ladder.ts';
import { watchMail } from './mail.ts';
import { makePeer } from './pgbench.ts';
import type { Platform } from './platform.ts';
import { median, short, table } from './table.ts';
import { makeVenues } from './venues.ts';
import { type Pace, say, untilDone } from './work.ts';

/** How many venues, how often each side is asked, and for how long. */
export type BookingsExtent = {
  venues: { free: number; paid: number };
  rounds: number;
  seconds: number;
  atOnce: number[];
  /** Whether pgbench is asked, which a machine may not have. */
  pgbench: boolean;
};

export const FULL_BOOKINGS: BookingsExtent = {
  venues: { free: 60, paid: 20 },
  rounds: 5,
  seconds: 4,
  atOnce: [1, 8, 64],
  pgbench: true,
};
export const QUICK_BOOKINGS: BookingsExtent = {
  venues: { free: 1, paid: 1 },
  rounds: 1,
  seconds: 0.3,
  atOnce: [1, 4],
  pgbench: false,
};

/** Of the rounds: guests who pay take longer, and mail is watched for longer. */
const PAID_ROUNDS = 0.6;

type Compared = {
  tables: { 'cost of bookings': string; 'compared bookings': string };
  figures: Pick<Figures, 'bookings' | 'cpu' | 'statements' | 'paidStatements' | 'mail' | 'p99'>;
};

/**
 * Has guests book slots of their own, more and more at once, and then in turn with pgbench, which does the
 * least that keeps the same promises, and with peers between the two; then guests who pay, guests whose mail
 * is watched, and guests who come when they like. Answers what a booking costs, and how they compare.
 */
export async function compareBookings(platform: Platform, extent: BookingsExtent): Promise<Compared> {
  const { rounds, seconds, atOnce } = extent;
  const places = await makeVenues(platform, extent.venues);
  await makePeer(platform);
  const { url } = platform.stack.api;
  const crowd = crowdOf(url, places.free);
  const payers = crowdOf(url, places.paid);
  const most = Math.max(...atOnce);
  const again = async <T>(what: string, times: number, once: () => Promise<T>): Promise<T[]> => {
    const found: T[] = [];
    for (let round = 1; round <= times; round++) {
      say(`${what}, round ${round} of ${times}`);
      found.push(await once());
      await untilDone(platform);
    }
    return found;
  };

  for (const come of [crowd, payers]) await come({ atOnce: 8, seconds, pays: come === payers });
  await untilDone(platform);
  // Statistics as a platform has them that is not new: PostgreSQL takes them within some minutes.
  await platform.database.query('ANALYZE');
  const before = await takeReading(platform);
  await sleep(seconds * 1000);
  const idle = usageBetween(before, await takeReading(platform));
  const costOf = async (rush: () => Promise<Pace>) => {
    const from = await takeReading(platform);
    const pace = await rush();
    await untilDone(platform);
    const usage = perThousand(usageBetween(from, await takeReading(platform)), idle, pace.done);
    return { pace, usage };
  };

  const costs: string[][] = [];
  for (const guests of atOnce) {
    say(`${guests} guests at once`);
    const { pace, usage } = await costOf(() => crowd({ atOnce: guests, seconds }));
    costs.push(costLine(guests, pace, usage));
  }
  const book = async (at: string) => {
    const pace = await crowd({ at, atOnce: most, seconds });
    if (at === url) await untilDone(platform);
    return pace;
  };
  const ladder = await climb(platform, idle, { rush: book, rounds, seconds, pgbench: extent.pgbench });
  const fewer = Math.ceil(rounds * PAID_ROUNDS);
  const paid = await again(`${most} who pay`, fewer, () =>
    costOf(() => payers({ atOnce: most, seconds, pays: true })),
  );
  const mail = await again(`mail of ${most} guests`, fewer, () =>
    watchMail(platform.stack, crowd, { atOnce: most, seconds: 2 * seconds }),
  );
  const half = median(ladder.ours.map(({ perSecond }) => perSecond)) / 2;
  const open = await again(`${short(half)} guests a second`, rounds, () =>
    crowd({ perSecond: half, seconds }),
  );
  return {
    tables: { 'cost of bookings': table(COST_HEADS, costs), 'compared bookings': ladder.table },
    figures: {
      bookings: ladder.ratios,
      cpu: ladder.ours.map(({ usage }) => cpuOf(usage)),
      statements: ladder.ours.map(({ usage }) => each(usage, 'statements')),
      // The sandbox's own books stand for a provider elsewhere.
      paidStatements: paid.map(({ usage }) => each(usage, 'statements') - each(usage, 'sandboxStatements')),
      mail: mail.map(({ share }) => share),
      p99: open.map(({ p99 }) => p99),
    },
  };
}

const SERVICES = ['gateway', 'catalog', 'availability', 'booking', 'PostgreSQL', 'NATS'];
const COST_HEADS = [
  ...['guests at once', 'a second', 'p50, ms', 'p99, ms', 'CPU, ms'],
  ...SERVICES,
  ...['statements', 'events', 'Redis'],
];

/** Of a thousand bookings in seconds is of one in ms. */
const cpuOf = ({ cpu }: Usage): number => Object.values(cpu).reduce((sum, ms) => sum + ms, 0);
const each = ({ counts }: Usage, name: keyof typeof COUNTED | 'sandboxStatements'): number =>
  (counts[name] ?? 0) / 1000;

function costLine(guests: number, pace: Pace, usage: Usage): string[] {
  return [
    String(guests),
    short(pace.perSecond),
    short(pace.p50),
    short(pace.p99),
    short(cpuOf(usage)),
    ...SERVICES.map((name) => short(usage.cpu[name] ?? 0)),
    short(each(usage, 'statements')),
    short(each(usage, 'events')),
    short(each(usage, 'redis')),
  ];
}
