import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { withOwnDeadline } from '@venue-booking/kit/concurrency/callContext';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import type { SeriesPatch } from '@venue-booking/proto/booking/series';
import { Failure, fail } from '@venue-booking/proto/failures';
import { v7 as newUid } from 'uuid';
import { type Deps as ChangeDeps, type PlannedChange, planChange, zoneOf } from '../changes/changeBooking.ts';
import { type Change, writeChange } from '../changes/changeStore.ts';
import { replaceNote } from '../changes/replaceNote.ts';
import { countsOf } from '../core/bookingRules.ts';
import { isSavedAfterAll } from '../core/bookingStore.ts';
import { partyOf } from '../core/changedParty.ts';
import { ledgerFailure, ledgerParty, type ReserveResult, stockedOf } from '../core/ledger.ts';
import { quoteChangeOf } from '../core/makeQuote.ts';
import { settleResize } from '../core/settleResize.ts';
import { slotIdAt } from '../core/slotIdAt.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { queueMailTogether } from '../mail/queue/queueMailTogether.ts';
import { queueVenueNotice } from '../mail/venue/queueVenueNotices.ts';
import { comingDates } from './comingDates.ts';
import { nameDate } from './nameDate.ts';
import { releaseAll } from './releaseAll.ts';
import type { OfSeries } from './seriesView.ts';

type By = { patch: SeriesPatch; actor: string; keepsAddress: boolean };

/** A change whose new places the ledger holds beside the old ones. */
type Reserved = { before: Row; change: Change; resizes: boolean };

/** Time budget in ms for settling a date, independent of the caller's deadline. */
const SETTLE_MS = 3000;

/**
 * Changes the coming dates of a series: all of them or none, with one mail. First the ledger reserves what
 * each date needs beside what it has, then one transaction writes all bookings, last the ledger releases the
 * rest. After a failure in between, the bookings decide what the ledger keeps; after a crash the sweep
 * settles that.
 * @param by.keepsAddress as for `changeBooking`
 * @throws `series_not_found`, `booking_not_found`, `unavailable`, and the failures of `changeBooking`
 */
export async function changeSeries(deps: ChangeDeps, of: OfSeries, by: By): Promise<void> {
  const { venueId } = of;
  const rows = await comingDates(deps.database, of, by.patch.from_booking);
  const planned: PlannedChange[] = [];
  for (const row of rows) {
    const plan = await planDate(deps, row, by).catch(nameDate(row.timezone, row.startsAt.getTime()));
    if (plan) planned.push(plan);
  }
  const reserved: Reserved[] = [];
  try {
    for (const plan of planned) {
      const { timezone, startsAt } = plan.before;
      await reserve(deps, plan, reserved).catch(nameDate(timezone, startsAt.getTime()));
    }
    await write(deps, { venueId, rows, reserved }, by);
  } catch (error) {
    if (!(await isSavedAfterAll(deps, error, newPlacesOf(reserved)))) {
      await undo(deps, venueId, reserved);
      throw error instanceof Failure ? error : fail('unavailable');
    }
  }
  deps.wakeWorkers();
  const movedFrom = reserved.filter(({ change }) => change.move).map(({ before }) => before.uid);
  await releaseAll(deps, venueId, movedFrom);
  await settleAll(deps, reserved);
}

/** The change of one date; null if it is as wished already. */
async function planDate(
  deps: ChangeDeps,
  row: Row,
  { patch: { time, people, reprice }, actor, keepsAddress }: By,
): Promise<PlannedChange | null> {
  const of = { venueId: row.venueId, id: Number(row.id) };
  const slot_id = time === undefined ? undefined : slotAt(row, time);
  const wish = { ...(slot_id !== undefined && { slot_id }), ...(people !== undefined && { people }) };
  if (Object.keys(wish).length === 0) return null;
  const quoted = reprice ? await quoteChangeOf(deps, row, { request: wish }) : null;
  const patch = { ...wish, ...(quoted && { quote: quoted.quote.quote }) };
  return planChange(deps, of, { patch, actor, keepsAddress });
}

/** The slot of the booking's facility at a time of its day. @throws `slot_unknown` */
const slotAt = (row: Row, time: string): number =>
  slotIdAt(row, `${localAt(row.timezone, row.startsAt.getTime()).slice(0, 10)}T${time}`);

/** Adds the change to `reserved` before the ledger is asked, so that a failure undoes it as well. */
async function reserve(
  deps: ChangeDeps,
  { before, change, place, slotId, resizes }: PlannedChange,
  reserved: Reserved[],
): Promise<void> {
  const { venueId } = before;
  const of = { before, resizes, change: { ...change, together: true, move: null } as Change };
  reserved.push(of);
  if (slotId !== null) {
    const uid = newUid();
    const slot = { facilityId: before.facilityId, startsAt: 0, endsAt: 0 };
    of.change.move = { uid, slotId, slot, ...place };
    const party = { bookingUid: uid, ...ledgerParty(change), insteadOf: before.uid };
    const result = await deps.queue.enter(
      { venueId, slotId, byVenue: true },
      party,
      async (it): Promise<ReserveResult> => it,
    );
    if (result.refused) throw ledgerFailure(result.refused, change);
    of.change.move = { uid, slotId, slot: result.slot, ...place, ...zoneOf(result.slot) };
  } else if (resizes) {
    const { refused } = await deps.ledger.resize({
      ...resizeOf(before),
      ...{ from: before.people, people: change.people },
      ...{ addOns: stockedOf(change), had: countsOf(partyOf(before).addOns) },
    });
    if (refused) throw ledgerFailure(refused, change);
  }
}

const resizeOf = ({ venueId, uid, revision }: Row) => ({ venueId, bookingUid: uid, revision });

async function write(
  { database, hashKey, publish }: ChangeDeps,
  { venueId, rows, reserved }: { venueId: number; rows: readonly Row[]; reserved: readonly Reserved[] },
  { patch: { note, notify = true }, actor }: By,
): Promise<void> {
  const ids = reserved.map(({ before }) => Number(before.id));
  await retryConflicts(() =>
    database.raw.$transaction(async (tx) => {
      for (const { before, change } of reserved) {
        const failure = await writeChange({ database: tx, hashKey, publish }, before, change);
        if (failure) throw failure;
      }
      if (note !== undefined)
        for (const { id } of rows) await replaceNote(tx, { venueId, id: Number(id) }, { note, actor });
      const [first] = ids;
      if (first === undefined) return;
      if (notify) await queueMailTogether(tx, { venueId, ids, kind: 'changed' });
      await queueVenueNotice(tx, { venueId, id: first, subject: 'events.booking.booking_changed' });
    }),
  );
}

/** The reservations of new places. All of them are saved, or none. */
const newPlacesOf = (reserved: readonly Reserved[]) =>
  reserved.flatMap(({ before: { venueId }, change: { move } }) =>
    move ? [{ venueId, bookingUid: move.uid }] : [],
  );

async function undo(deps: ChangeDeps, venueId: number, reserved: readonly Reserved[]): Promise<void> {
  const movedTo = newPlacesOf(reserved).map(({ bookingUid }) => bookingUid);
  await releaseAll(deps, venueId, movedTo);
  await settleAll(deps, reserved);
}

/** Settles the changes of bookings that stayed in their slot; after an error the sweep does it. */
async function settleAll(deps: ChangeDeps, reserved: readonly Reserved[]): Promise<void> {
  for (const { before, resizes } of reserved)
    if (resizes)
      await withOwnDeadline(SETTLE_MS, () => settleResize(deps, resizeOf(before))).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'cannot settle a resize yet; the sweep retries it'),
      );
}
