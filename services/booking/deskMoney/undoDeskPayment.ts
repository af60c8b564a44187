import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import type { DeskPayment } from '@venue-booking/proto/payment/deskPayment';
import { v7 as newUuid } from 'uuid';
import type { BookingTx } from '../database.ts';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';
import {
  type Entry,
  findEntries,
  type MoneyDeps,
  withLockedBooking,
  writeEntry,
} from './deskPaymentStore.ts';
import { euroParam } from './recordDeskPayment.ts';

/**
 * Takes back a payment or refund at the desk that was recorded by mistake, with an entry of today.
 * Idempotent.
 * @param undo.onlyOwn for staff without rights over money: only an own entry of the current till
 * @throws `booking_not_found`, `desk_payment_not_found`, `owner_only`, `desk_refund_too_much` if the money of
 * the payment was returned since, `history_full`
 */
export const undoDeskPayment = (
  deps: MoneyDeps,
  of: OfBooking,
  undo: { paymentId: string; reason: string; actor: string; dayStart: string; onlyOwn?: boolean | undefined },
): Promise<DeskPayment> =>
  withLockedBooking(deps, { ...of, dayStart: undo.dayStart }, async (tx, row, tillDay) => {
    const { venueId, id } = of;
    const found = await findEntries(tx, venueId, {
      where: Prisma.sql`p.booking_id = ${id} AND ${undo.paymentId}::uuid IN (p.id, p.undoes)`,
    });
    const entry = found.find((it) => it.id === undo.paymentId && it.purpose !== 'undo');
    if (!entry) throw fail('desk_payment_not_found');
    const made = found.find(({ undoes }) => undoes === entry.id);
    if (made) return made;
    if (undo.onlyOwn && (entry.actor !== undo.actor || entry.tillDay !== tillDay)) throw fail('owner_only');
    if (entry.amountCents > row.deskCents)
      throw fail('desk_refund_too_much', euroParam('left', Number(row.deskCents)));
    return writeEntry({ database: tx, publish: deps.publish }, row, {
      id: newUuid(),
      ...{ method: entry.method, actor: undo.actor, tillDay },
      purpose: 'undo',
      // The reason may name the guest, who was erased.
      note: row.erasedAt ? '' : undo.reason,
      amountCents: -Number(entry.amountCents),
      undoes: entry.id,
      keptCents: await keptAfterUndo(tx, row, entry),
    });
  });

/**
 * What the cancellation keeps of the desk's money, once an entry from before it is undone: the same share of
 * what it should have counted. Null: no change.
 */
async function keptAfterUndo(tx: BookingTx, row: Row, entry: Entry): Promise<bigint | null> {
  const { venueId, id, deskCents, deskKeptCents } = row;
  if (row.status !== 'cancelled' || !deskKeptCents) return null;
  const [cancelled] = await tx.$queryRaw<{ at: Date }[]>`
    SELECT at FROM booking.history WHERE venue_id = ${venueId} AND booking_id = ${id} AND action = 'cancelled'
    ORDER BY seq DESC LIMIT 1`;
  const isLater = ({ purpose, createdAt }: Entry) =>
    purpose === 'refund' && cancelled !== undefined && createdAt >= cancelled.at;
  if (isLater(entry)) return null;
  const entries = await findEntries(tx, venueId, { where: Prisma.sql`p.booking_id = ${id}` });
  const returnedCents = entries
    .filter((it) => isLater(it) && !it.undone)
    .reduce((sum, { amountCents }) => sum - amountCents, 0n);
  const countedCents = deskCents + returnedCents;
  if (countedCents <= 0n) return null;
  return (deskKeptCents * (countedCents - entry.amountCents)) / countedCents;
}
