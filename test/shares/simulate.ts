import { randomBytes, randomUUID } from 'node:crypto';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { Failure, fail } from '@venue-booking/proto/failures';
import type { ReserveResult } from '../../services/booking/core/ledger.ts';
import { type Deps, type PlaceRequest, placeBooking } from '../../services/booking/core/placeBooking.ts';
import type { Offer } from '../../services/booking/limits/fairShare.ts';
import { guestHashes } from '../../services/booking/limits/guestHashes.ts';
import { memoryRateLimit } from '../../services/booking/limits/rateLimit.ts';
import { silentLog, type TestBookings } from '../../services/booking/testing/testBookings.ts';
import { noWaitingList, publish } from '../../services/booking/testing/testEffects.ts';
import { DAYS, type Scenario, type SimulatedGuest, type SimulatedVenue } from './scenarios.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const CONCURRENCY = 32;
/** The number of attempts of the widget. */
const MAX_TRIES = 6;

/** The result of a scenario. Work is in units: the weakest proof is one unit. */
export type Outcome = {
  booked: number;
  places: number;
  /** Guests who were rejected although their slot had room, by failure code. */
  refused: Record<string, number>;
  /** Guests whose slot was full. */
  full: number;
  proven: number;
  work: number;
  mostWork: number;
};

const HASH_KEY = new Uint8Array(32);

/**
 * Lets the guests of a scenario book concurrently, with the service's own checks and statements on a real
 * PostgreSQL. The simulation counts places itself. Proofs of work are counted, not computed.
 */
export async function simulate(
  { database }: TestBookings,
  venueId: number,
  scenario: Scenario,
): Promise<Outcome> {
  const { venue, guests } = scenario;
  await addVenue(database, venueId, venue);
  const free = new Map<number, number>();
  const outcome: Outcome = { booked: 0, places: 0, refused: {}, full: 0, proven: 0, work: 0, mostWork: 0 };
  const clock = { now: Date.now() };
  const deps = {
    ...depsFor(database, venueId, venue, free),
    limit: memoryRateLimit({ now: () => clock.now }),
  };
  let next = 0;
  const lane = async () => {
    for (let n = next++; n < guests.length; n = next++) {
      const guest = guests[n];
      clock.now += (scenario.hours * HOUR_MS) / guests.length;
      if (guest) await visit(deps, { venueId, venue, guest, free, outcome });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, lane));
  return outcome;
}

type Visit = {
  venueId: number;
  venue: SimulatedVenue;
  guest: SimulatedGuest;
  free: Map<number, number>;
  outcome: Outcome;
};

/** Books like the widget: if the response asks for a proof of work, sends the booking again with it. */
async function visit(deps: Deps, { venueId, venue, guest, free, outcome }: Visit): Promise<void> {
  const { slotId, offer } = slotOf(venueId, venue, guest.slot);
  const clientAddress = guest.address;
  const email = `${randomUUID()}@example.com`;
  let work = 0;
  for (let tries = 1; ; tries++) {
    const request: PlaceRequest = {
      uid: randomUUID(),
      venueId,
      idempotencyKey: null,
      body: {
        slot_id: slotId,
        people: guest.people,
        customer_name: 'Guest',
        customer_email: email,
        extra: {},
        locale: 'en',
      },
      by: {
        source: 'online',
        clientAddress,
        guest: guestHashes(HASH_KEY, { email, clientAddress }),
        offer,
        proof: work > 0 ? String(work) : undefined,
      },
    };
    try {
      await placeBooking(deps, request);
      outcome.booked += 1;
      outcome.places += guest.people;
      if (work > 0) outcome.proven += 1;
      return;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const { code, params } = error;
      const room = (free.get(slotId) ?? venue.capacity) >= guest.people;
      if (code === 'slot_full' || !room) {
        outcome.full += 1;
        return;
      }
      if (code === 'proof_needed' && guest.proves && tries < MAX_TRIES) {
        work = Number(params.work);
        outcome.work += work;
        outcome.mostWork = Math.max(outcome.mostWork, work);
        continue;
      }
      outcome.refused[code] = (outcome.refused[code] ?? 0) + 1;
      return;
    }
  }
}

const startOfDay = (day: number) => Math.floor(Date.now() / DAY_MS) * DAY_MS + (day + 2) * DAY_MS;

/** The slot with a number, counted from the first day, and the venue's offer. */
function slotOf(
  venueId: number,
  { slotsPerDay, capacity }: SimulatedVenue,
  slot: number,
): { slotId: number; offer: Offer } {
  const dayStart = startOfDay(Math.floor(slot / slotsPerDay));
  const slotId = slotIdOf(venueId, dayStart + (slot % slotsPerDay) * HOUR_MS) ?? 0;
  const places = slotsPerDay * capacity;
  const day = { startsAt: dayStart, endsAt: dayStart + DAY_MS, places };
  return { slotId, offer: { day, horizon: places * DAYS, privatePlaces: {} } };
}

/** Dependencies of the service. Places and work are counted here. */
function depsFor(
  database: TestBookings['database'],
  venueId: number,
  { capacity }: SimulatedVenue,
  free: Map<number, number>,
): Omit<Deps, 'limit'> {
  const taken = new Map<string, { slotId: number; people: number }>();
  const releasePlaces = async (_venueId: number, uid: string) => {
    const held = taken.get(uid);
    if (held && taken.delete(uid)) free.set(held.slotId, (free.get(held.slotId) ?? 0) + held.people);
  };
  return {
    database,
    publish,
    hashKey: HASH_KEY,
    signingKeys: [{ id: 'key', secret: randomBytes(32) }],
    releasePlaces,
    wakeWorkers: () => {},
    log: silentLog,
    tally: () => {},
    waiting: noWaitingList,
    onPlaced: () => {},
    // A simulated proof is the number of its units.
    spendProof: async (_venueId, given, work) => {
      if (Number(given) < work) throw fail('proof_needed', { work });
    },
    queue: {
      async enter({ slotId }, { bookingUid, people }, then) {
        const left = free.get(slotId) ?? capacity;
        const startsAt = Number(slotId) % 2 ** 26;
        const start = Date.UTC(2020, 0, 1) + startsAt * 60_000;
        const slot = { facilityId: venueId, startsAt: start, endsAt: start + HOUR_MS };
        const refused = people > left ? fail('slot_full', { free: left }) : null;
        if (!refused) {
          free.set(slotId, left - people);
          taken.set(bookingUid, { slotId, people });
        }
        return then({ slot, refused } as ReserveResult);
      },
    } as Deps['queue'],
  };
}

async function addVenue(
  database: TestBookings['database'],
  id: number,
  { paid }: SimulatedVenue,
): Promise<void> {
  await database.venue.create({
    data: { id, timezone: 'UTC', live: true, redirectOrigins: [], retainDays: 365, revision: 1n },
  });
  await database.facility.create({
    data: {
      id,
      venueId: id,
      name: 'Pass',
      minPeople: 1,
      maxPeoplePerBooking: 100,
      priceCents: paid ? 1000 : 0,
      active: true,
      revision: 1n,
    },
  });
  if (paid)
    await database.paymentTerms.create({
      data: {
        venueId: id,
        linked: true,
        provider: 'sandbox',
        feeBasisPoints: 0,
        feeFixedCents: 0,
        revision: 1n,
      },
    });
}
