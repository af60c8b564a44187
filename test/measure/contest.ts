import { slotIdOf } from '@venue-booking/proto/slotId';
import { daysAhead } from '../stack/api.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';
import { type Crowd, crowdOf } from './crowd.ts';
import { type Platform, startPlatform } from './platform.ts';
import { makeVenues } from './venues.ts';
import { say, untilDone, untilSettled } from './work.ts';

/** How many guests book at once, at how many venues, how often each contestant is asked, and for how long. */
export type ContestExtent = { guests: number; venues: number; rounds: number; seconds: number };

/** What a way of running the product achieves: bookings a second, in each round. */
type Contestant = { what: string; book(round: number): Promise<number>; perSecond: number[] };

/**
 * Has guests book slots of their own and all one slot, of one process of each service and of two processes
 * of booking and of availability, and slots of their own of the product in one process, in turn. Answers
 * ratios, by round.
 */
export async function contest(
  platform: Platform,
  extent: ContestExtent,
): Promise<Record<'hotSlot' | 'replicas' | 'spreadReplicas' | 'oneProcess', number[]>> {
  say('starting one process, and two replicas');
  // On the same PostgreSQL: the platform's is where stacks find it.
  const oneProcess = await startInOneProcess();
  try {
    const twice = await startPlatform({}, {}, { replicas: { booking: 2, availability: 2 } });
    try {
      oneProcess.mail.keeps = false;
      const spread = await spreadOver('slots of their own', platform.stack, extent, () =>
        untilDone(platform),
      );
      const inOne = await spreadOver('the same in one process', oneProcess, extent, () =>
        untilSettled(oneProcess),
      );
      const hot = await oneSlot('one slot', platform, extent);
      const hotTwice = await oneSlot('one slot with two replicas', twice, extent);
      const spreadTwice = await spreadOver('slots of their own with two replicas', twice.stack, extent, () =>
        untilDone(twice),
      );
      const all = [spread, inOne, hot, hotTwice, spreadTwice];
      // Plans are made, code is compiled; the slots of this round do not come again.
      for (const one of all) await one.book(0);
      for (const { database } of [platform, oneProcess, twice]) await database.query('ANALYZE');
      for (let round = 1; round <= extent.rounds; round++)
        for (const one of all) {
          say(`${one.what}, round ${round} of ${extent.rounds}`);
          one.perSecond.push(await one.book(round));
        }
      return {
        hotSlot: ratios(hot, spread),
        replicas: ratios(hotTwice, hot),
        spreadReplicas: ratios(spreadTwice, spread),
        oneProcess: ratios(inOne, spread),
      };
    } finally {
      await twice.stop();
    }
  } finally {
    await oneProcess.stop();
  }
}

const ratios = (one: Contestant, other: Contestant): number[] =>
  one.perSecond.map((rate, at) => rate / (other.perSecond[at] ?? 0));

async function spreadOver(
  what: string,
  stack: Stack,
  { venues, guests, seconds }: ContestExtent,
  settle: () => Promise<unknown>,
): Promise<Contestant> {
  const { free } = await makeVenues({ stack }, { free: venues, paid: 0 });
  return contestant(what, crowdOf(stack.api.url, free), { guests, seconds, settle });
}

async function oneSlot(
  what: string,
  platform: Platform,
  { guests, seconds }: ContestExtent,
): Promise<Contestant> {
  const { api } = platform.stack;
  const slug = await api.newVenue();
  const facility = await api.newFacility(slug, { capacity: 100_000 });
  // Another one each round, that none is ever full.
  const slotOf = (round: number) => slotIdOf(facility, Date.parse(`${daysAhead(3 + round)}T10:00Z`)) ?? 0;
  const crowd = crowdOf(api.url, [{ slug, facility, origin: '' }]);
  return contestant(what, crowd, { guests, seconds, slotOf, settle: () => untilDone(platform) });
}

const contestant = (
  what: string,
  crowd: Crowd,
  {
    guests,
    seconds,
    slotOf,
    settle,
  }: {
    guests: number;
    seconds: number;
    slotOf?: (round: number) => number;
    settle: () => Promise<unknown>;
  },
): Contestant => ({
  what,
  async book(round) {
    const { perSecond } = await crowd({ atOnce: guests, seconds, ...(slotOf && { slotId: slotOf(round) }) });
    await settle();
    return perSecond;
  },
  perSecond: [],
});
