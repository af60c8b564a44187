import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import type { DeskPayment, EntryMethod } from '@venue-booking/proto/payment/deskPayment';
import { toEuro } from '@venue-booking/proto/primitives';
import { requireBooking } from '../core/bookingStore.ts';
import { HISTORY_SPACE, historyFull } from '../core/historyLine.ts';
import type { Publish } from '../core/publish.ts';
import type { BookingDatabase, BookingTx } from '../database.ts';
import { Prisma, type Booking as Row } from '../gen/prisma/client.ts';
import { amountText } from '../payments/amountText.ts';
import { lockTillDay } from './till.ts';

/** What a desk row does: it takes money, returns it, or undoes another row. */
type DeskPurpose = 'rest' | 'refund' | 'undo';

/** A desk row of `further_payment`. */
export type Entry = {
  id: string;
  bookingId: bigint;
  method: EntryMethod;
  purpose: DeskPurpose;
  amountCents: bigint;
  undoes: string | null;
  undone: boolean;
  note: string;
  actor: string;
  tillDay: string;
  createdAt: Date;
};

const COLUMNS = Prisma.sql`p.id::text, p.booking_id AS "bookingId", p.method, p.purpose, p.amount_cents AS "amountCents",
  p.undoes::text, p.note, p.actor, p.till_day::text AS "tillDay", p.created_at AS "createdAt",
  EXISTS (SELECT FROM booking.further_payment u WHERE (u.venue_id, u.undoes) = (p.venue_id, p.id)) AS undone`;

/** Desk rows of a venue that meet a condition on `p`, oldest first. */
export const findEntries = (
  database: BookingTx,
  venueId: number,
  { where, limit = Prisma.empty }: { where: Prisma.Sql; limit?: Prisma.Sql },
): Promise<Entry[]> =>
  database.$queryRaw<Entry[]>`
    SELECT ${COLUMNS} FROM booking.further_payment p
    WHERE p.venue_id = ${venueId} AND p.method <> 'online' AND ${where}
    ORDER BY p.created_at, p.id ${limit}`;

const kinds = { rest: 'payment', refund: 'refund', undo: 'undo' } as const;

/** A desk row for a response. */
export const toDeskPayment = (entry: Entry): DeskPayment => ({
  id: entry.id,
  kind: kinds[entry.purpose],
  method: entry.method,
  amount_eur: toEuro(Number(entry.amountCents)),
  undoes: entry.undoes,
  undone: entry.undone,
  note: entry.note,
  by: entry.actor,
  till_day: entry.tillDay,
  created_at: entry.createdAt.toISOString(),
});

export type MoneyDeps = { database: BookingDatabase; publish: Publish; wakeWorkers: () => void };

/**
 * Runs `work` with the booking's row and the day of the till locked. Its statements see everything that was
 * committed before the locks, so that payments of one booking are decided one after the other, and no day is
 * closed meanwhile. A change of the venue also locks the venue before its bookings.
 * @param of.dayStart HH:MM at which the venue's booking days start
 * @throws `booking_not_found`
 */
export async function withLockedBooking(
  { database, wakeWorkers }: Pick<MoneyDeps, 'database' | 'wakeWorkers'>,
  { dayStart, ...of }: OfBooking & { dayStart: string },
  work: (tx: BookingTx, row: Row, tillDay: string) => Promise<Entry>,
): Promise<DeskPayment> {
  const entry = await database.raw.$transaction(async (tx) => {
    const tillDay = await lockTillDay(tx, { venueId: of.venueId, dayStart });
    await tx.$queryRaw`SELECT FROM booking.booking WHERE venue_id = ${of.venueId} AND id = ${of.id} FOR UPDATE`;
    return work(tx, await requireBooking(tx, of), tillDay);
  });
  wakeWorkers();
  return toDeskPayment(entry);
}

export type NewEntry = Pick<Entry, 'id' | 'method' | 'purpose' | 'note' | 'actor' | 'tillDay'> & {
  amountCents: number;
  undoes?: string;
  requestKey?: string | null;
  /** New value of `desk_kept_cents`; default: no change. */
  keptCents?: bigint | null;
};

const actions: Record<DeskPurpose, string> = {
  rest: 'desk_paid',
  refund: 'desk_returned',
  undo: 'desk_undone',
};

/**
 * Writes a desk row of a locked booking, its sums, its event and its history line in one statement. The event
 * updates other screens and webhooks; nobody gets a mail.
 * @throws `history_full`
 */
export async function writeEntry(
  { database: tx, publish }: { database: BookingTx; publish: Publish },
  { venueId, id }: Pick<Row, 'venueId' | 'id'>,
  entry: NewEntry,
): Promise<Entry> {
  const { amountCents: cents, undoes = null, requestKey = null, keptCents = null } = entry;
  const line = `${amountText(BigInt(Math.abs(cents)))} ${entry.method}`;
  const written = await tx.$executeRaw`
    WITH before AS (
      SELECT venue_id, id FROM booking.booking WHERE venue_id = ${venueId} AND id = ${id} FOR UPDATE
    ),
    ${HISTORY_SPACE},
    after AS (
      UPDATE booking.booking b SET further_cents = b.further_cents + ${cents}, desk_cents = b.desk_cents + ${cents},
        desk_kept_cents = coalesce(${keptCents}::bigint, b.desk_kept_cents)
      FROM room WHERE (b.venue_id, b.id) = (room.venue_id, room.id) AND room.is_free
      RETURNING b.*
    ),
    ${publish('events.booking.booking_changed', { notifyGuest: false, notifyVenue: false })},
    recorded AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
      SELECT venue_id, id, ${entry.actor}, ${actions[entry.purpose]}, ${line} FROM after
    )
    INSERT INTO booking.further_payment (venue_id, id, booking_id, method, purpose, amount_cents, status, undoes, note, actor, request_key, till_day, paid_at)
    SELECT venue_id, ${entry.id}::uuid, id, ${entry.method}, ${entry.purpose}, ${cents}, 'paid', ${undoes}::uuid, ${entry.note}, ${entry.actor},
      ${requestKey}, ${entry.tillDay}::date, now()
    FROM after`;
  if (written === 0) throw historyFull();
  return requireEntry(tx, venueId, Prisma.sql`p.id = ${entry.id}::uuid`);
}

async function requireEntry(tx: BookingTx, venueId: number, where: Prisma.Sql): Promise<Entry> {
  const [entry] = await findEntries(tx, venueId, { where });
  if (!entry) throw new Error('a desk payment that was just written is missing');
  return entry;
}
