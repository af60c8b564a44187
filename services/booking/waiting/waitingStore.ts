import { columnsOf } from '@venue-booking/kit/postgres/columns';
import { fail } from '@venue-booking/proto/failures';
import type { BookingTx } from '../database.ts';
import { Prisma, type Waiting as Row } from '../gen/prisma/client.ts';
import type { WaitingMailKind } from '../mail/texts/mailKind.ts';

/** A booking day of a facility, as `YYYY-MM-DD`. */
export type WaitingDay = { venueId: number; facilityId: number; day: string };

/** An entry of the waiting list: the table's row, with its day as `YYYY-MM-DD`. */
export type Entry = Omit<Row, 'day'> & { day: string };

type OfEntry = { venueId: number; id: number | bigint };

const COLUMNS = Prisma.raw(
  columnsOf(Prisma.WaitingScalarFieldEnum, 'w.').replace('w.day AS', `to_char(w.day, 'YYYY-MM-DD') AS`),
);

/** The entries that a condition on `w` selects, in order of arrival. */
export const findEntries = (database: BookingTx, where: Prisma.Sql, limit: number): Promise<Entry[]> =>
  database.$queryRaw<Entry[]>`
    SELECT ${COLUMNS} FROM booking.waiting w WHERE ${where} ORDER BY w.id LIMIT ${limit}`;

/** An entry of a venue. @throws `waiting_not_found` */
export async function requireEntry(database: BookingTx, { venueId, id }: OfEntry): Promise<Entry> {
  const [row] = await findEntries(database, Prisma.sql`w.id = ${BigInt(id)}`, 1);
  if (row?.venueId !== venueId) throw fail('waiting_not_found');
  return row;
}

/**
 * Steps of a statement that queue a mail about the entry; `kind` null: none, and drop one that is queued. An
 * erased guest gets none.
 */
export const mailColumns = (kind: WaitingMailKind | null): Prisma.Sql => {
  const queued = (value: Prisma.Sql) =>
    kind === null ? Prisma.sql`NULL` : Prisma.sql`CASE WHEN erased_at IS NULL THEN ${value} END`;
  return Prisma.sql`
    mail = ${queued(Prisma.sql`${kind}::text`)}, mail_id = ${queued(Prisma.sql`gen_random_uuid()`)},
    mail_attempts = 0, mail_counted = false, mail_next_at = ${queued(Prisma.sql`now()`)}, mail_queued_at = now()`;
};

/** Makes the lists of a venue due now: places may have become free. */
export async function touchLists(
  database: BookingTx,
  { venueId, facilityIds = null }: { venueId: number; facilityIds?: readonly number[] | null },
): Promise<boolean> {
  const rows = await database.$executeRaw`
    UPDATE booking.waiting_day SET next_at = now(), version = version + 1
    WHERE venue_id = ${venueId} AND (${facilityIds === null} OR facility_id = ANY(${facilityIds ?? []}::integer[]))`;
  return rows > 0;
}

/** Makes a day's list due now, and creates its job. */
export const openList = (database: BookingTx, { venueId, facilityId, day }: WaitingDay): Promise<number> =>
  database.$executeRaw`
    INSERT INTO booking.waiting_day AS d (venue_id, facility_id, day) VALUES (${venueId}, ${facilityId}, ${day}::date)
    ON CONFLICT (venue_id, facility_id, day) DO UPDATE SET next_at = now(), version = d.version + 1`;
