import { type FeeTerms, platformFee } from '@venue-booking/domain/payment/platformFee';
import { currentTraceparent } from '@venue-booking/kit/tracing/spans';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { fail } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import { v7 as newId } from 'uuid';
import { findBooking } from '../core/bookingStore.ts';
import { unpaidOf } from '../core/changedPrice.ts';
import { stateFailure } from '../core/stateFailure.ts';
import type { BookingDatabase, BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { isOpenNow, type LaterPayment, payableOf } from './laterPayment.ts';
import { LATER, lockBooking } from './lockLater.ts';

/** `isUpgrading`: the previous release may still run; it would not count a later payment. */
type Terms = FeeTerms & { isUpgrading: boolean };

/** The platform's terms of a venue that takes online payments; null if it does not. */
async function findFeeTerms(database: BookingTx, venueId: number): Promise<Terms | null> {
  const [terms] = await database.$queryRaw<Terms[]>`
    SELECT provider, fee_basis_points AS "feeBasisPoints", fee_fixed_cents AS "feeFixedCents",
      v.later_payments_from > now()::timestamptz(3) AS "isUpgrading"
    FROM booking.payment_terms t JOIN booking.venue v ON v.id = t.venue_id
    WHERE t.venue_id = ${venueId} AND t.linked`;
  return terms ?? null;
}

/** Whether a venue takes online payments of open amounts now. */
export async function takesLater(database: BookingTx, venueId: number): Promise<boolean> {
  const terms = await findFeeTerms(database, venueId);
  return terms !== null && !terms.isUpgrading;
}

/** Whether a guest can pay the open amount of a booking online now. */
export const isPayableNow = async (database: BookingTx, row: Row): Promise<boolean> =>
  payableOf(row, Date.now()) > 0 && (await takesLater(database, row.venueId));

/**
 * The later payment at which the open amount of a booking can be paid until its slot starts. Creates it with
 * its event, unless there is one for this amount: concurrent and repeated calls return the same payment.
 * @param actor who asked for it, for the record
 * @throws `booking_not_found`, a stateFailure, `nothing_open`, `payment_link_late`, `no_online_payment`,
 * `payment_link_early`
 */
export const requestLater = (
  { database }: { database: BookingDatabase },
  of: OfBooking,
  { actor }: { actor: string },
): Promise<{ row: Row; later: LaterPayment }> =>
  database.raw.$transaction(async (tx) => {
    await lockBooking(tx, of);
    const row = await findBooking(tx, of);
    if (!row) throw fail('booking_not_found');
    const terms = await findFeeTerms(tx, of.venueId);
    const amountCents = requirePayable(row, terms);
    const [open] = await tx.$queryRaw<LaterPayment[]>`
      SELECT ${LATER} FROM booking.further_payment
      WHERE venue_id = ${of.venueId} AND booking_id = ${of.id} AND status = 'open'`;
    // A trigger withdraws an open payment with any change of the amount or the start.
    if (open && isOpenNow(open, Date.now()) && open.amountCents === BigInt(amountCents))
      return { row, later: open };
    return { row, later: await createLater(tx, { row, terms, amountCents, actor }) };
  });

/** @returns the amount to pay, in cents */
function requirePayable(row: Row, terms: Terms | null): number {
  if (!['confirmed', 'checked_in', 'no_show'].includes(row.status)) throw stateFailure(row.status);
  if (unpaidOf(row) === 0) throw fail('nothing_open');
  if (payableOf(row, Date.now()) === 0) throw fail('payment_link_late');
  if (!terms) throw fail('no_online_payment');
  if (terms.isUpgrading) throw fail('payment_link_early');
  return unpaidOf(row);
}

async function createLater(
  tx: BookingTx,
  {
    row,
    terms,
    amountCents,
    actor,
  }: { row: Row; terms: FeeTerms | null; amountCents: number; actor: string },
): Promise<LaterPayment> {
  const { venueId } = row;
  // The fixed part of the fee is due once per booking.
  const [past] = await tx.$queryRaw<{ paid: boolean; repriced: boolean }[]>`
    SELECT EXISTS (SELECT FROM booking.further_payment WHERE venue_id = ${venueId} AND booking_id = ${row.id}
        AND method = 'online' AND status = 'paid') AS paid,
      EXISTS (SELECT FROM booking.history WHERE venue_id = ${venueId} AND booking_id = ${row.id}
        AND changes @> '[{"what": "amount"}]') AS repriced`;
  const isFeePaid = row.paymentId !== null || past?.paid;
  const purpose = row.paymentId !== null && past?.repriced ? 'change' : 'rest';
  const feeCents = terms && platformFee({ ...terms, ...(isFeePaid && { feeFixedCents: 0 }) }, amountCents);
  const [made] = await tx.$queryRaw<LaterPayment[]>`
    WITH withdrawn AS (
      UPDATE booking.further_payment SET status = 'closed'
      WHERE venue_id = ${venueId} AND booking_id = ${row.id} AND status = 'open'
      RETURNING venue_id, id, booking_id
    ),
    told AS (
      INSERT INTO booking.outbox (subject, payload, traceparent)
      SELECT 'events.booking.payment_withdrawn',
        jsonb_build_object('venueId', venue_id, 'paymentId', id, 'bookingId', booking_id::text), ${currentTraceparent()}::text FROM withdrawn
    ),
    made AS (
      INSERT INTO booking.further_payment (venue_id, id, booking_id, method, purpose, amount_cents, fee_cents, status, actor, pay_until)
      SELECT ${venueId}, ${newId()}::uuid, ${row.id}, 'online', ${purpose}, ${amountCents}::bigint,
        ${feeCents ?? 0}::bigint, 'open', ${actor}, ${row.startsAt}::timestamptz
      FROM (SELECT count(*) FROM withdrawn) before -- there is one open payment at most
      RETURNING *
    ),
    requested AS (
      INSERT INTO booking.outbox (subject, payload, traceparent)
      SELECT 'events.booking.payment_requested', jsonb_build_object(
        'venueId', venue_id, 'paymentId', id, 'bookingId', booking_id::text, 'amountCents', amount_cents::text,
        'feeCents', fee_cents::text, 'holdUntil', (extract(epoch FROM pay_until) * 1000)::bigint::text,
        'description', ${descriptionOf(row)}::text, 'locale', ${row.locale}::text, 'purpose', purpose), ${currentTraceparent()}::text
      FROM made
    )
    SELECT ${LATER} FROM made`;
  if (!made) throw new Error('a later payment was not created under the lock of its booking');
  return made;
}

/** In the venue's language: its owner finds the payment by it. */
const descriptionOf = ({ facilityName, reference }: Row): string => `${facilityName} ${reference}`;

/** The order of a later payment for the payment service: the same values as in its event. */
export const laterOrder = (row: Row, later: LaterPayment) => ({
  venueId: row.venueId,
  paymentId: later.id,
  bookingId: Number(row.id),
  purpose: later.purpose,
  amountCents: Number(later.amountCents),
  feeCents: Number(later.feeCents),
  holdUntil: later.payUntil.getTime(),
  description: descriptionOf(row),
  locale: row.locale as Locale,
});
