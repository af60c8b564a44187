import { addDays, bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import { fail } from '@venue-booking/proto/failures';
import type { DeskMethod } from '@venue-booking/proto/payment/deskPayment';
import type { TillDay } from '@venue-booking/proto/payment/till';
import { toEuro } from '@venue-booking/proto/primitives';
import { requireVenue } from '../core/bookingStore.ts';
import type { BookingDatabase, BookingTx } from '../database.ts';

/** `dayStart`: HH:MM at which the venue's booking days start. */
type OfVenue = { venueId: number; dayStart: string };
/** `date`: a booking day. */
type OfDay = OfVenue & { date: string };

type Closing = {
  countedCents: bigint;
  floatCents: bigint;
  cashCents: bigint;
  note: string;
  actor: string;
  closedAt: Date;
};

/** The venue's current booking day. */
async function dayNow(tx: BookingTx, { venueId, dayStart }: OfVenue): Promise<string> {
  const { timezone } = await requireVenue(tx, venueId);
  return bookingDayAt(timezone, dayStart, Date.now());
}

/** The day that money counts for now: the current booking day, or the next one once that is closed. */
async function currentTillDay(tx: BookingTx, of: OfVenue): Promise<string> {
  const day = await dayNow(tx, of);
  return (await findClosing(tx, { ...of, date: day })) ? addDays(day, 1) : day;
}

/** The day that money counts for now. Nobody can close it before the transaction ends. */
export async function lockTillDay(tx: BookingTx, of: OfVenue): Promise<string> {
  await tx.$queryRaw`SELECT FROM booking.venue WHERE id = ${of.venueId} FOR SHARE`;
  return currentTillDay(tx, of);
}

async function findClosing(tx: BookingTx, { venueId, date }: OfDay): Promise<Closing | undefined> {
  const [row] = await tx.$queryRaw<Closing[]>`
    SELECT counted_cents AS "countedCents", float_cents AS "floatCents", cash_cents AS "cashCents", note, actor, closed_at AS "closedAt"
    FROM booking.till WHERE venue_id = ${venueId} AND day = ${date}::date`;
  return row;
}

type Sum = { by: string; method: DeskMethod; cents: bigint };

/** A day's money by person and method, and its closing. */
export async function showTill(tx: BookingTx, of: OfDay): Promise<TillDay> {
  const sums = await tx.$queryRaw<Sum[]>`
    SELECT actor AS by, method, sum(amount_cents)::bigint AS cents FROM booking.further_payment
    WHERE venue_id = ${of.venueId} AND till_day = ${of.date}::date AND method <> 'imported'
    GROUP BY actor, method ORDER BY actor, method`;
  const closing = await findClosing(tx, of);
  const sumOf = (some: Sum[]) => toEuro(Number(some.reduce((all, { cents }) => all + cents, 0n)));
  return {
    date: of.date,
    today: await currentTillDay(tx, of),
    total_eur: sumOf(sums),
    methods: [...Map.groupBy(sums, ({ method }) => method)].map(([method, some]) => ({
      method,
      amount_eur: sumOf(some),
    })),
    people: sums.map(({ by, method, cents }) => ({ by, method, amount_eur: toEuro(Number(cents)) })),
    closed: closing
      ? {
          at: closing.closedAt.toISOString(),
          by: closing.actor,
          counted_eur: toEuro(Number(closing.countedCents)),
          float_eur: toEuro(Number(closing.floatCents)),
          cash_eur: toEuro(Number(closing.cashCents)),
          difference_eur: toEuro(Number(closing.countedCents - closing.floatCents - closing.cashCents)),
          note: closing.note,
        }
      : null,
  };
}

/**
 * Closes a day: payments that are recorded at the same time count either in its cash or for the next day.
 * Idempotent for the same values.
 * @throws `till_closed` if it was closed with other values, `till_not_begun`
 */
export const closeTill = (
  { database }: { database: BookingDatabase },
  {
    countedCents,
    floatCents,
    note,
    actor,
    ...of
  }: OfDay & { countedCents: number; floatCents: number; note: string; actor: string },
): Promise<TillDay> =>
  database.raw.$transaction(async (tx) => {
    const { venueId, date } = of;
    await tx.$queryRaw`SELECT FROM booking.venue WHERE id = ${venueId} FOR NO KEY UPDATE`;
    if (date > (await dayNow(tx, of))) throw fail('till_not_begun');
    await tx.$executeRaw`
      INSERT INTO booking.till (venue_id, day, counted_cents, float_cents, cash_cents, note, actor)
      SELECT ${venueId}, ${date}::date, ${countedCents}, ${floatCents}, coalesce(sum(amount_cents), 0), ${note}, ${actor}
      FROM booking.further_payment WHERE venue_id = ${venueId} AND till_day = ${date}::date AND method = 'cash'
      ON CONFLICT DO NOTHING`;
    const made = await findClosing(tx, of);
    const isSame =
      made?.note === note &&
      [made.countedCents, made.floatCents].join() === [countedCents, floatCents].join();
    if (!isSame) throw fail('till_closed');
    return showTill(tx, of);
  });
