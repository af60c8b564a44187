import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import { startWorker, type Worker } from '@venue-booking/kit/scheduling/worker';
import { fail } from '@venue-booking/proto/failures';
import { v7 as newUid } from 'uuid';
import { type Deps as ChangeDeps, type PlannedChange, planChange, zoneOf } from '../changes/changeBooking.ts';
import { writeChange } from '../changes/changeStore.ts';
import { isSavedAfterAll, requireBooking } from '../core/bookingStore.ts';
import { writeCancellation } from '../core/cancelBooking.ts';
import { hasOnlineMoney } from '../core/keptMoney.ts';
import { ledgerFailure, ledgerParty, type ReserveResult } from '../core/ledger.ts';
import { stateFailure } from '../core/stateFailure.ts';
import type { BookingTx } from '../database.ts';
import { queueMailTogether } from '../mail/queue/queueMailTogether.ts';
import { type ClaimedMove, claimMoves, endMove, retryMove } from './moveStore.ts';

/** Bookings that one process changes concurrently. Each mostly waits for the database and the ledger. */
const CONCURRENCY = 4;
/** Time budget per booking in ms, and the lease, which exceeds it. */
const BUDGET_MS = 8000;
const LEASE_MS = 10_000;
/** Failures that another attempt may not have; after so many attempts they are final. */
const PASSING: readonly (string | undefined)[] = ['timeout', 'unavailable'];
const MAX_ATTEMPTS = 10;
const RETRY_MS = 2000;

/**
 * Moves and cancels the bookings of lists until stopped. The change of a booking and the end of its row are
 * one transaction, so a crash neither repeats a change nor its mail. A booking that changed since the list
 * was made stays as it is.
 */
export const startMoving = (deps: ChangeDeps): Worker =>
  startWorker<ClaimedMove>({
    ...{ name: 'moves', log: deps.log, drainMs: BUDGET_MS },
    claim: (limit) => claimMoves(deps.database, { limit, leaseMs: LEASE_MS }),
    work: (move) => runInCall(newCall(BUDGET_MS), () => workOff(deps, move)),
    maxConcurrent: () => CONCURRENCY,
  });

async function workOff(deps: ChangeDeps, move: ClaimedMove): Promise<void> {
  try {
    await { move: moveBooking, cancel: cancelBooking, ask: askGuest }[move.action.kind](deps, move);
    deps.wakeWorkers();
  } catch (error) {
    if (error instanceof AlreadyEnded) return;
    const failure = failureOf(error) ?? fail('unavailable');
    if (PASSING.includes(failure.code) && move.attempts < MAX_ATTEMPTS)
      return retryMove(deps.database, move, RETRY_MS);
    await endMove(deps.database, move, failure);
  }
}

/** The booking was worked off by another process: rolls this transaction back. */
class AlreadyEnded extends Error {}

async function end(tx: BookingTx, move: ClaimedMove): Promise<void> {
  if (!(await endMove(tx, move))) throw new AlreadyEnded();
}

async function moveBooking(deps: ChangeDeps, move: ClaimedMove): Promise<void> {
  const { venueId, bookingId: id, revision, actor, byDesk, action } = move;
  if (action.kind !== 'move') return;
  const patch = { slot_id: action.slotId };
  const planned = await planChange(deps, { venueId, id }, { patch, actor, keepsAddress: byDesk });
  if (!planned) return end(deps.database, move);
  if (planned.before.revision !== revision) throw fail('booking_changed');
  await reserveAndWrite(deps, move, planned);
}

/** Reserves the new places, moves the booking, then releases the old ones. After a crash the sweep does. */
async function reserveAndWrite(
  deps: ChangeDeps,
  move: ClaimedMove,
  { before, change, place, slotId }: PlannedChange,
): Promise<void> {
  const { database, queue, releasePlaces, hashKey, publish, log } = deps;
  const { venueId } = move;
  if (slotId === null) throw fail('slot_unknown');
  const uid = newUid();
  try {
    const party = { bookingUid: uid, ...ledgerParty(change), insteadOf: before.uid };
    const { slot, refused } = await queue.enter(
      { venueId, slotId, byVenue: true },
      party,
      async (it): Promise<ReserveResult> => it,
    );
    if (refused) throw ledgerFailure(refused, change);
    await retryConflicts(() =>
      database.raw.$transaction(async (tx) => {
        await end(tx, move);
        const moved = { ...change, move: { uid, slotId, slot, ...place, ...zoneOf(slot) } };
        const failure = await writeChange({ database: tx, hashKey, publish }, before, moved);
        if (failure) throw failure;
      }),
    );
  } catch (error) {
    const isMoved =
      !(error instanceof AlreadyEnded) &&
      (await isSavedAfterAll({ database, log }, error, [{ venueId, bookingUid: uid }]));
    if (isMoved) return releasePlaces(venueId, before.uid);
    await releasePlaces(venueId, uid);
    throw error;
  }
  await releasePlaces(venueId, before.uid);
}

async function cancelBooking(deps: ChangeDeps, move: ClaimedMove): Promise<void> {
  const { database, publish, releasePlaces } = deps;
  const { venueId, bookingId: id, revision, actor, byDesk, action } = move;
  if (action.kind !== 'cancel') return;
  const by = { guest: false, actor, ...(byDesk ? { unpaidOnly: true } : { refund: action.refund }) } as const;
  const uid = await retryConflicts(() =>
    database.raw.$transaction(async (tx) => {
      await end(tx, move);
      await tx.$queryRaw`SELECT FROM booking.booking WHERE id = ${id} FOR UPDATE`;
      const { revision: now, status } = await requireBooking(tx, { venueId, id });
      if (now !== revision && status !== 'cancelled') throw fail('booking_changed');
      return writeCancellation({ database: tx, publish }, { venueId, id }, by);
    }),
  );
  if (uid !== null) await releasePlaces(venueId, uid);
}

/**
 * Lets the guest change or cancel freely until a time, with a mail that says so. For staff without rights
 * over money, only of a booking that was not paid online.
 */
async function askGuest(deps: ChangeDeps, move: ClaimedMove): Promise<void> {
  const { database } = deps;
  const { venueId, bookingId: id, revision, actor, byDesk, action } = move;
  if (action.kind !== 'ask') return;
  const until = new Date(action.until);
  await database.raw.$transaction(async (tx) => {
    await end(tx, move);
    await tx.$queryRaw`SELECT FROM booking.booking WHERE id = ${id} FOR UPDATE`;
    const row = await requireBooking(tx, { venueId, id });
    if (row.status !== 'confirmed') throw stateFailure(row.status);
    if (row.revision !== revision) throw fail('booking_changed');
    if (byDesk && hasOnlineMoney(row)) throw fail('owner_only');
    if (row.customerEmail === '') throw fail('validation', { detail: 'the booking has no e-mail address' });
    // The revision shows later whether the booking was changed after this.
    await tx.$executeRaw`
      UPDATE booking.booking SET free_change_until = ${until}, revision = revision + 1 WHERE id = ${id}`;
    const note = localAt(row.timezone, action.until);
    await tx.$executeRaw`
      INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
      VALUES (${venueId}, ${id}, ${actor}, 'choice_offered', ${note})`;
    await queueMailTogether(tx, { venueId, ids: [id], kind: 'choose_time' });
  });
}
