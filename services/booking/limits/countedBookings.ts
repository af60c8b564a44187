import type { BookingDatabase } from '../database.ts';
import type { CountedBooking } from './rateLimit.ts';

const BATCH = 1000;

type Row = { id: bigint; uid: string; at: number; recent: boolean; who: string | null };

/**
 * The bookings that count against the hourly rate limit now, oldest first. A process without Redis starts its
 * counts with them. Ids grow with time, so the first batch with an older booking is the last one.
 */
export async function readCountedBookings(database: BookingDatabase): Promise<CountedBooking[]> {
  const counted: CountedBooking[] = [];
  for (let before: bigint | null = null; ; ) {
    const rows: Row[] = await database.$queryRaw<Row[]>`
      SELECT id, uid::text, (extract(epoch FROM created_at) * 1000)::float8 AS at,
        created_at > now() - interval '1 hour' AS recent, address_hash AS who
      FROM booking.booking WHERE ${before}::bigint IS NULL OR id < ${before}::bigint ORDER BY id DESC LIMIT ${BATCH}`;
    for (const { uid, at, recent, who } of rows)
      if (recent && who) counted.push({ bookingUid: uid, at, who });
    const last = rows.at(-1);
    if (!last?.recent || rows.length < BATCH) return counted.sort((a, b) => a.at - b.at);
    before = last.id;
  }
}
