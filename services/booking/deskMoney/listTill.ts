import type { TillEntry, TillQuery } from '@venue-booking/proto/payment/till';
import type { BookingTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { findEntries, toDeskPayment } from './deskPaymentStore.ts';

/** The desk rows of a day by time, and the cursor of the next page; null after the last. */
export async function listTill(
  database: BookingTx,
  { venueId, date, cursor, limit }: { venueId: number; date: string } & TillQuery,
): Promise<{ entries: TillEntry[]; next: string | null }> {
  const [at, after] = cursor?.split('_') ?? [];
  const rows = await findEntries(database, venueId, {
    where: Prisma.sql`p.till_day = ${date}::date AND p.method <> 'imported' ${
      after ? Prisma.sql`AND (p.created_at, p.id) > (${new Date(Number(at))}, ${after}::uuid)` : Prisma.empty
    }`,
    limit: Prisma.sql`LIMIT ${limit + 1}`,
  });
  const shown = rows.slice(0, limit);
  const bookings = await database.$queryRaw<{ id: bigint; reference: string }[]>`
    SELECT id, reference FROM booking.booking
    WHERE id = ANY(${shown.map(({ bookingId }) => bookingId)}::bigint[]) AND venue_id + 0 = ${venueId}`;
  const references = new Map(bookings.map(({ id, reference }) => [id, reference]));
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    entries: shown.map((entry) => ({
      ...toDeskPayment(entry),
      booking_id: Number(entry.bookingId),
      booking_reference: references.get(entry.bookingId) ?? '',
    })),
    next: last ? `${last.createdAt.getTime()}_${last.id}` : null,
  };
}
