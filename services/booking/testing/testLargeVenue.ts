import type { BookingDatabase, BookingTx } from '../database.ts';
import { newBooking, openTestBookings } from './testBookings.ts';
import { saveBooking } from './testEffects.ts';

/**
 * A database in which venue 1 has many bookings, one a minute, and other venues have one each. It is
 * analyzed, because PostgreSQL estimates a few rows for a venue without statistics.
 */
export async function openLargeVenue({ many, others }: { many: number; others: number }) {
  const bookings = await openTestBookings();
  const { database } = bookings;
  await saveBooking(database, newBooking());
  // Expanded in FROM: `(…).*` would compute the row again for each column.
  await database.$executeRaw`
    INSERT INTO booking.venue SELECT made.*
    FROM booking.venue v, generate_series(2, ${others}::integer) n, jsonb_populate_record(v, jsonb_build_object('id', n)) made`;
  await database.$executeRaw`
    INSERT INTO booking.facility SELECT made.*
    FROM booking.facility f, generate_series(2, ${others}::integer) n,
      jsonb_populate_record(f, jsonb_build_object('id', n, 'venue_id', n)) made`;
  await database.$executeRaw`
    INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
    SELECT CASE WHEN n <= ${many} THEN 1 ELSE n - ${many} END, gen_random_uuid(), false
    FROM generate_series(2, ${many + others}::integer) n WHERE n <> ${many + 1}`;
  await database.$executeRaw`
    INSERT INTO booking.booking OVERRIDING SYSTEM VALUE
    SELECT made.* FROM booking.booking b, (SELECT *, row_number() OVER () AS nth FROM booking.reservation_outcome) o,
      jsonb_populate_record(b, jsonb_build_object('id', nextval(pg_get_serial_sequence('booking.booking', 'id')), 'uid', o.booking_uid,
        'venue_id', o.venue_id, 'facility_id', o.venue_id, 'reference', booking.new_reference(),
        'starts_at', b.starts_at + nth * interval '1 minute', 'ends_at', b.ends_at + nth * interval '1 minute')) made
    WHERE o.booking_uid <> b.uid`;
  await database.$executeRaw`ANALYZE booking.booking`;
  return {
    ...bookings,
    fetched,
    /** The number of rows of a booking table that `work` fetches; its changes are rolled back. */
    async rowsRead(table: string, work: (database: BookingDatabase) => Promise<unknown>): Promise<number> {
      let read = 0;
      const undo = new Error('to roll back');
      const counting = database.$transaction(async (tx) => {
        const before = await fetched(tx, table);
        await work(tx as BookingDatabase);
        read = (await fetched(tx, table)) - before;
        throw undo;
      });
      await counting.catch((error) => {
        if (error !== undo) throw error;
      });
      return read;
    },
  };
}

/** Rows of a booking table that a transaction has fetched so far. */
async function fetched(tx: BookingTx, table: string): Promise<number> {
  const [row] = await tx.$queryRaw<{ rows: bigint }[]>`
    SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables
    WHERE schemaname = 'booking' AND relname = ${table}`;
  return Number(row?.rows ?? 0);
}

export type LargeVenue = Awaited<ReturnType<typeof openLargeVenue>>;
