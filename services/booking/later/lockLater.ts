import { findBooking } from '../core/bookingStore.ts';
import type { BookingTx } from '../database.ts';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';
import type { LaterPayment } from './laterPayment.ts';

/** Columns of a {@link LaterPayment}. */
export const LATER = Prisma.sql`id::text, status, purpose, amount_cents AS "amountCents", back_cents AS "backCents",
  refunding_cents AS "refundingCents", fee_cents AS "feeCents", pay_until AS "payUntil"`;

/**
 * Locks a booking, which serializes all changes of its money. The next statement sees what was committed
 * while this one waited.
 */
export const lockBooking = (tx: BookingTx, { venueId, id }: { venueId: number; id: number | bigint }) =>
  tx.$queryRaw`SELECT FROM booking.booking WHERE id = ${id} AND venue_id + 0 = ${venueId} FOR UPDATE`;

/** A later payment of a booking; null if it has none with this id. */
export async function findLater(
  tx: BookingTx,
  { venueId, id }: { venueId: number; id: number | bigint },
  paymentId: string,
): Promise<LaterPayment | null> {
  const [later] = await tx.$queryRaw<LaterPayment[]>`
    SELECT ${LATER} FROM booking.further_payment
    WHERE venue_id = ${venueId} AND id = ${paymentId}::uuid AND booking_id = ${id} AND method = 'online'`;
  return later ?? null;
}

/** A later payment and its booking, which is locked; null if payment's id is that of a first payment. */
export async function lockLater(
  tx: BookingTx,
  { venueId, paymentId, bookingId }: { venueId: number; paymentId: string; bookingId: bigint },
): Promise<{ row: Row; later: LaterPayment } | null> {
  const of = { venueId, id: bookingId };
  if (!(await findLater(tx, of, paymentId))) return null;
  await lockBooking(tx, of);
  const row = await findBooking(tx, { venueId, id: Number(bookingId) });
  const later = await findLater(tx, of, paymentId);
  return row && later ? { row, later } : null;
}
