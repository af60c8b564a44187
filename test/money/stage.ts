import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { isTransientError } from '@venue-booking/kit/errors/transientError';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { findBooking } from '../../services/booking/core/bookingStore.ts';
import type { PaymentDeps as BookingDeps } from '../../services/booking/payments/payments.ts';
import type { PaymentDeps } from '../../services/payment/deps.ts';
import { type Bomb, crashing } from './crash.ts';
import type { Party } from './party.ts';
import { readSnapshot } from './snapshot.ts';
import type { Step, Story } from './step.ts';
import type { Entry, Paid } from './tab.ts';
import type { MoneyWorld } from './world.ts';

export type Deps = { booking: BookingDeps; payment: PaymentDeps };

/** How many steps were done, by kind. Deliveries of events and jobs are steps too. */
export type Tally = Map<string, number>;

/** The checkout of a payment at its provider. */
export type Checkout = { attemptId: string; remoteId: string; fee: number };

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** What the steps of one story share: a venue of its own, its bookings, and what is on its way. */
export async function openStage(world: MoneyWorld, venue: Story['venue'], tally: Tally) {
  const { database, payments } = world;
  const { venueId, facts } = await world.openVenue(venue);
  const plain: Deps = { booking: world.bookingDeps(), payment: payments.deps };
  const rejected: string[] = [];

  const count = (kind: string) => tally.set(kind, (tally.get(kind) ?? 0) + 1);
  const of = ({ id }: Party) => ({ venueId, id });
  const rowOf = async (party: Party) => {
    const row = await findBooking(database, of(party));
    assert.ok(row);
    return row;
  };

  /**
   * Does `work`. If it crashes or a busy machine fails it, it is repeated; sometimes also without a
   * reason.
   */
  async function run<T>(step: Step, work: (deps: Deps) => Promise<T>): Promise<T> {
    const bomb: Bomb = { left: (step.crash ?? -1) + 1, isAfter: step.luck % 2 === 0, hit: false };
    const breaking = {
      booking: { ...plain.booking, database: crashing(database, bomb) },
      payment: { ...plain.payment, database: crashing(payments.database, bomb) },
    };
    for (let time = 0; ; time++)
      try {
        const value = await work(step.crash !== null && time === 0 ? breaking : plain);
        if (step.luck % 4 === 0) await work(plain);
        return value;
      } catch (error) {
        const isCrash = bomb.hit && time === 0;
        if (isCrash) count('crash');
        else if (time > 5 || !isTransientError(error)) throw error;
      }
  }

  return {
    ...{ world, database, payments, venue, venueId, facts, plain, rejected, count, of, rowOf, run },
    email: `${randomUUID()}@example.com`,
    parties: [] as Party[],
    /** Attempts whose news has not been fetched. */
    unseen: new Set<string>(),
    /** Whether a first payment was made after its hold. */
    mayBeLate: false,
    isInvoiced: false,
    /** The checkout of each payment that a guest has opened. */
    checkouts: new Map<string, Checkout>(),
    /** Till entries, undone ones and undos included. */
    till: [] as Entry[],
    day: null as string | null,
    /** Bookings with a step whose effects are on their way, and whether another one was taken meanwhile. */
    moving: new Map<Party, 'alone' | 'raced'>(),
    /** What both services knew at the last rest. */
    last: await readSnapshot(world, venueId, []),
    /** Lets the provider reject refunds of a checkout until the next rest, if the step says so. */
    reject(step: Step, remoteId: string) {
      if (!step.rejects) return;
      world.rejecting.add(remoteId);
      rejected.push(remoteId);
    },
    isRejected: ({ remoteId }: Paid) => world.rejecting.has(remoteId),
  };
}

/** The result, or the code of a failure that the product expects. */
export const outcomeOf = <T>(
  work: Promise<T>,
): Promise<{ value: T; code: null } | { value: null; code: string }> =>
  work.then(
    (value) => ({ value, code: null }),
    (error: unknown) => {
      const code = failureOf(error)?.code;
      if (code === undefined) throw error;
      return { value: null, code };
    },
  );
