import { setTimeout as sleep } from 'node:timers/promises';
import type { OfferDeps } from '../../services/booking/waiting/offerDay.ts';
import { touchLists } from '../../services/booking/waiting/waitingStore.ts';
import type { TestWaiting } from './testWaiting.ts';

/** Uniform numbers in [0, 1) from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SLOTS = 3;
const GUESTS = 40;
const STEPS = 60;
const ACTORS = 4;

type Counts = Record<'offered' | 'booked' | 'expired' | 'left' | 'public' | 'cancelled', number>;

/**
 * Runs a day of a facility with three slots that are full at first, where guests wait for a slot or for the
 * day, with parties of one to four people. Four actors cancel (also many bookings at once), book, accept
 * (also twice), decline, let offers end, raise capacities, block and unblock, over two replicas, some of
 * whose calls to the ledger lose their response. Ends when nothing is under way.
 */
export async function runWaitingDay(world: TestWaiting, seed: number): Promise<Counts> {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const losing =
    (real: OfferDeps['ledger']['reserve']): typeof real =>
    async (request) => {
      const answer = await real(request);
      if (random() < 0.05) throw new Error('the response was lost');
      return answer;
    };
  const { database } = world.bookings;
  const replicas = [
    world.replica(database, { reserve: losing }),
    world.replica(world.otherReplica, { reserve: losing }),
  ];
  const slotIds = Array.from({ length: SLOTS }, (_, hour) => world.places.slotAt(hour));
  await world.places.changeFacility({ capacity: 4 + Math.floor(random() * 5) });
  const [first] = replicas;
  if (!first) throw new Error('no replica');
  const counts: Counts = { offered: 0, booked: 0, expired: 0, left: 0, public: 0, cancelled: 0 };
  let bookings: number[] = [];
  for (const slotId of slotIds)
    for (let code: number | string = 0; code !== 'slot_full'; ) {
      code = await first
        .book(slotId, 1 + Math.floor(random() * 3))
        .then((made) => (made === 'places_short' ? first.book(slotId, 1) : made));
      if (typeof code === 'number') bookings.push(code);
    }
  for (let guest = 0; guest < GUESTS; guest++)
    await world.wait({
      slotId: random() < 0.3 ? 0 : (pick(slotIds) ?? 0),
      people: 1 + Math.floor(random() * 4),
      // Some guests have several entries.
      ...(random() < 0.3 && { email: `many${Math.floor(random() * 4)}@example.com` }),
    });

  const cancelSome = async (replica: (typeof replicas)[number], many: number) => {
    const some = bookings.splice(Math.floor(random() * bookings.length), many);
    counts.cancelled += some.length;
    await Promise.all(some.map((id) => replica.cancel(id)));
  };
  const step = async (replica: (typeof replicas)[number]): Promise<void> => {
    const slotId = pick(slotIds) ?? 0;
    const offer = pick((await world.entries()).filter(({ status }) => status === 'offered'));
    const what = random();
    if (what < 0.12) return cancelSome(replica, 1);
    if (what < 0.16) return cancelSome(replica, 6);
    if (what < 0.3) {
      const made = await replica.book(slotId, 1 + Math.floor(random() * 3));
      if (typeof made === 'number') bookings.push(made);
      counts.public += typeof made === 'number' ? 1 : 0;
      return;
    }
    if (what < 0.5 && offer) {
      const answers = random() < 0.3 ? replicas : [replica];
      await Promise.all(answers.map((one) => one.accept(offer)));
      return;
    }
    if (what < 0.56 && offer) return replica.leave(offer).catch(() => {});
    if (what < 0.62) return world.endOffers();
    if (what < 0.66)
      return void (await world.availability
        .patchSlot({ venueId: 1, slotId, patch: { blocked: random() < 0.5 } })
        .catch(() => {}));
    if (what < 0.68) {
      await world.places.database.$executeRaw`
        UPDATE availability.facility SET capacity = capacity + 1, revision = revision + 1`;
      await touchLists(database, { venueId: 1 });
      return;
    }
    await replica.run();
    // The lease of a run that failed expires soon.
    await database.$executeRaw`UPDATE booking.waiting_day SET leased_until = '-infinity'`;
  };
  const act = async (actor: number) => {
    const replica = replicas[actor % replicas.length] ?? first;
    for (let turn = 0; turn < STEPS / ACTORS; turn++) await step(replica);
  };
  await Promise.all(Array.from({ length: ACTORS }, (_, actor) => act(actor)));
  await settle(world, first);
  for (const { status } of await world.entries()) {
    if (status === 'offered' || status === 'booked' || status === 'expired' || status === 'left')
      counts[status] += 1;
  }
  bookings = [];
  return counts;
}

/** Lifts all blocks, ends the leases of processes that stopped, and runs until nothing changes. */
async function settle(world: TestWaiting, replica: ReturnType<TestWaiting['replica']>): Promise<void> {
  const { database } = world.bookings;
  for (const hour of [0, 1, 2])
    await world.availability.patchSlot({
      ...{ venueId: 1, slotId: world.places.slotAt(hour) },
      patch: { blocked: false },
    });
  const stateOf = async () =>
    JSON.stringify((await world.entries()).map(({ status, offerUntil }) => [status, offerUntil]));
  for (let before = '', after = await stateOf(), quiet = 0; quiet < 3; before = after) {
    await database.$executeRaw`UPDATE booking.waiting_day SET leased_until = '-infinity', next_at = now() - interval '1 second'`;
    await replica.run();
    await sleep(0);
    after = await stateOf();
    quiet = before === after ? quiet + 1 : 0;
  }
}
