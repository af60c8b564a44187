import { fail } from '@venue-booking/proto/failures';
import type { HoldCaps } from './bookingRules.ts';
import { type NewBooking, saveBooking } from './bookingStore.ts';
import type { BookingDatabase } from './database.ts';

/**
 * Saves a booking, and an unpaid one only while its client and its e-mail address have fewer open than the venue allows. They are counted
 * under a lock of their own, so that the cap is exact however many come at once; without a cap it is one statement.
 * @throws `too_many_holds`
 */
export async function saveWithinCaps(
  database: BookingDatabase,
  booking: NewBooking,
  { perAddress, perEmail }: HoldCaps,
): Promise<{ id: number } | null> {
  if (booking.status !== 'pending_payment' || (perAddress === null && perEmail === null))
    return saveBooking(database, booking);
  const { venueId, client } = booking;
  const email = booking.customerEmail.toLowerCase();
  return database.$transaction(async (tx) => {
    // In one order for everybody, so that two of them never wait for each other.
    for (const key of [`hold address ${venueId} ${client}`, `hold email ${venueId} ${email}`])
      await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))::text`;
    const [open] = await tx.$queryRaw<{ byAddress: bigint; byEmail: bigint }[]>`
      SELECT count(*) FILTER (WHERE client = ${client}) AS "byAddress",
        count(*) FILTER (WHERE lower(customer_email) = ${email}) AS "byEmail"
      FROM booking.booking
      WHERE venue_id = ${venueId} AND status = 'pending_payment' AND (client = ${client} OR lower(customer_email) = ${email})`;
    const isFull = (count: bigint | undefined, cap: number | null) =>
      cap !== null && Number(count ?? 0) >= cap;
    if (isFull(open?.byAddress, perAddress) || isFull(open?.byEmail, perEmail)) throw fail('too_many_holds');
    return saveBooking(tx, booking);
  });
}
