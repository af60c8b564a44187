import { setTimeout as sleep } from 'node:timers/promises';
import { type Crowd, crowdOf } from './crowd.ts';
import { watchMail } from './mail.ts';
import type { Platform } from './platform.ts';
import { median, short, table } from './table.ts';
import { countUsage, msEach, total } from './usage.ts';
import { makeVenues } from './venues.ts';
import { type Pace, print, untilDone } from './work.ts';

/** Rounds, their length, and the numbers of guests at once: one alone first, the crowd last. */
export type BookingsExtent = {
  venues: number;
  rounds: number;
  seconds: number;
  idleSeconds: number;
  concurrency: number[];
};

export const FULL_BOOKINGS: BookingsExtent = {
  venues: 60,
  rounds: 5,
  seconds: 4,
  idleSeconds: 30,
  concurrency: [1, 8, 64],
};
export const QUICK_BOOKINGS: BookingsExtent = {
  venues: 1,
  rounds: 1,
  seconds: 0.3,
  idleSeconds: 1,
  concurrency: [1, 4],
};

const MAIL_ROUNDS = 3;
const SERVICES = ['gateway', 'catalog', 'availability', 'booking', 'payment'];
const SHOWN = ['gateway', 'catalog', 'availability', 'booking', 'PostgreSQL', 'NATS'];

type Round = { pace: Pace; ms: Record<string, number> };
type Compared = {
  table: string;
  /** Processor time of a booking in the crowd, in ms, by round. */
  crowdMs: number[];
  /** Processor time of a booking by one guest alone, divided by that in the crowd, by round. */
  alone: number[];
  /** Share of the bookings whose mail was sent when the last booking was answered, by round. */
  mail: number[];
  /** Share of a core that the busiest service uses when nobody books. */
  idlePercent: number;
};

/** Has guests book slots that nobody has booked, alone and in crowds in turn. */
export async function compareBookings(platform: Platform, extent: BookingsExtent): Promise<Compared> {
  const { seconds, concurrency } = extent;
  const { free } = await makeVenues(platform, { free: extent.venues, paid: 0 });
  const crowd = crowdOf(platform.stack.api.url, free);
  await crowd({ concurrency: 8, seconds });
  await untilDone(platform);
  // PostgreSQL gathers statistics by itself within some minutes.
  await platform.stack.database.query('ANALYZE');
  print(`idle for ${extent.idleSeconds} s`);
  const usage = countUsage(platform.watched);
  await sleep(extent.idleSeconds * 1000);
  const idle = usage();
  const costOf = async (guests: number): Promise<Round> => {
    const used = countUsage(platform.watched);
    const pace = await crowd({ concurrency: guests, seconds });
    await untilDone(platform);
    return { pace, ms: msEach(used(), idle, pace.done) };
  };
  const rounds = new Map<number, Round[]>(concurrency.map((guests) => [guests, []]));
  for (let round = 1; round <= extent.rounds; round++)
    for (const [guests, found] of rounds) {
      print(`${guests} guests at once, round ${round} of ${extent.rounds}`);
      found.push(await costOf(guests));
    }
  const alone = rounds.get(Math.min(...concurrency)) ?? [];
  const crowded = rounds.get(Math.max(...concurrency)) ?? [];
  const crowdMs = crowded.map(({ ms }) => total(ms));
  return {
    table: costTable(rounds),
    crowdMs,
    alone: alone.map(({ ms }, at) => total(ms) / (crowdMs[at] ?? 0)),
    mail: await mailOf(platform, crowd, extent),
    idlePercent: Math.max(...SERVICES.map((name) => ((idle.cpu[name] ?? 0) / idle.seconds) * 100)),
  };
}

async function mailOf(
  platform: Platform,
  crowd: Crowd,
  { concurrency, seconds, rounds }: BookingsExtent,
): Promise<number[]> {
  const shares: number[] = [];
  for (let round = 0; round < Math.min(rounds, MAIL_ROUNDS); round++) {
    print('mail of the crowd');
    shares.push(
      await watchMail(platform.stack, crowd, { concurrency: Math.max(...concurrency), seconds: 2 * seconds }),
    );
    await untilDone(platform);
  }
  return shares;
}

function costTable(rounds: Map<number, Round[]>): string {
  const lines = [...rounds].map(([guests, found]) => {
    const middle = (of: (round: Round) => number) => short(median(found.map(of)));
    return [
      String(guests),
      ...(['perSecond', 'p50', 'p99'] as const).map((name) => middle(({ pace }) => pace[name])),
      middle(({ ms }) => total(ms)),
      ...SHOWN.map((name) => middle(({ ms }) => ms[name] ?? 0)),
    ];
  });
  return table(['guests at once', 'a second', 'p50, ms', 'p99, ms', 'CPU, ms', ...SHOWN], lines);
}
