import { statusesBefore } from '@venue-booking/domain/booking/statusTransitions';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { PaymentStatus } from '@venue-booking/proto/payment/paymentStatus';
import type { BookingTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import { reduceLater } from '../later/reduceLater.ts';
import { TO_RETURN_CENTS } from './changedPrice.ts';
import { HISTORY_SPACE } from './historyLine.ts';
import { HELD_CENTS } from './keptMoney.ts';
import { type Publish, publishStatus, TOGETHER } from './publish.ts';

/** Like {@link HISTORY_SPACE}, for changes that can happen only once and so always have room. */
const ROOM_FOR_ALL = Prisma.sql`room AS (SELECT *, true AS is_free FROM before)`;

/** The next step of the rest of a booking `b` that is confirmed again: the sweep computes it. */
export const REST_DUE_AT = Prisma.sql`CASE WHEN b.rest_terms IS NOT NULL THEN now() END`;

/** What the venue keeps of the online payments of a cancelled booking, in cents. */
export type KeptOnline = {
  /** The decision for all of them. */
  keptCents: number;
  /** Its parts: of the first payment, and of later ones. */
  firstCents: number;
  laterCents: number;
  /** What later payments brought when this was decided. */
  laterBefore: number;
};

const NOTHING_KEPT: KeptOnline = { keptCents: 0, firstCents: 0, laterCents: 0, laterBefore: 0 };

/** The status of an open payment after its booking's new status. */
const unpaidAfter: Partial<Record<BookingStatus, PaymentStatus>> = {
  cancelled: 'canceled',
  expired: 'expired',
};

/**
 * Moves a booking to another status if the table of statuses allows it. One statement writes the booking, its
 * event and its history line. Returns whether the booking changed.
 * @param change.to `confirmed` only with `undoes`, for a check-in or no-show that the desk undoes; otherwise
 * only a payment confirms a booking. An undo can be repeated, so it needs room in the history
 * @param change.startsFrom the booking must start at or after this instant (ms since 1970); an unpaid booking
 * must start at or after now
 * @param change.startsUntil the booking must start at or before this instant
 * @param change.unpaidOnly the booking must not be paid online
 * @param change.arrived how many people have come, of a check-in of at least so many; null: everybody
 * @param change.revision the booking must still be at this revision
 * @param change.paymentStatus the booking must still have this payment status
 * @param change.furtherBefore the booking must still have this `further_cents`
 * @param change.kept what the venue keeps on a cancellation; the rest is refunded
 * @param change.together part of a change of several bookings, which has one mail and one notice of its own
 * @param change.deskRefundPercent the share of the desk's money to return by hand on a cancellation, rounded
 * up. What the desk had too much before is returned whatever the share
 */
export async function changeStatus(
  { database, publish }: { database: BookingTx; publish: Publish },
  { venueId, id }: OfBooking,
  change: (
    | { to: Exclude<BookingStatus, 'confirmed'>; undoes?: never }
    | { to: 'confirmed'; undoes: 'checked_in' | 'no_show' }
  ) & {
    actor: string;
    note?: string;
    startsFrom?: number;
    startsUntil?: number;
    unpaidOnly?: boolean;
    arrived?: number | null;
    revision?: number;
    paymentStatus?: string | null;
    furtherBefore?: bigint | undefined;
    kept?: KeptOnline;
    deskRefundPercent?: number;
    together?: boolean;
  },
): Promise<boolean> {
  const at = (instant: number | undefined) => (instant === undefined ? null : new Date(instant));
  const from = change.undoes ? [change.undoes] : statusesBefore(change.to);
  const action = change.undoes ? `${change.undoes}_undone` : change.to;
  const {
    kept = NOTHING_KEPT,
    deskRefundPercent = 100,
    revision = null,
    paymentStatus,
    furtherBefore = null,
    arrived = null,
  } = change;
  const { keptCents } = kept;
  const laterBack = kept.laterBefore - kept.laterCents;
  const [startsFrom, startsUntil] = [at(change.startsFrom), at(change.startsUntil)];
  const changed = await database.$queryRaw<unknown[]>`
    WITH before AS (
      SELECT venue_id, id, status FROM booking.booking
      WHERE venue_id = ${venueId} AND id = ${id} AND status = ANY(${from})
        AND (${startsFrom}::timestamptz IS NULL OR starts_at >= CASE status WHEN 'pending_payment' THEN now() ELSE ${startsFrom} END)
        AND (${startsUntil}::timestamptz IS NULL OR starts_at <= ${startsUntil})
        AND (${arrived}::integer IS NULL OR people >= ${arrived})
        AND (${revision}::integer IS NULL OR revision = ${revision})
        AND (${paymentStatus === undefined} OR payment_status IS NOT DISTINCT FROM ${paymentStatus ?? null}::text)
        AND (${change.kept?.laterBefore ?? null}::bigint IS NULL OR further_cents - desk_cents = ${change.kept?.laterBefore ?? null})
        AND (${furtherBefore}::bigint IS NULL OR further_cents = ${furtherBefore})
        AND (NOT ${change.unpaidOnly ?? false} OR (payment_status IS DISTINCT FROM 'paid' AND further_cents = desk_cents))
      FOR UPDATE
    ),
    ${change.undoes ? HISTORY_SPACE : ROOM_FOR_ALL},
    after AS (
      UPDATE booking.booking b SET status = ${change.to}, revision = b.revision + 1,
        arrived = nullif(${arrived}::integer, b.people), rest_absent = false,
        money_kept = ${keptCents > 0},
        rest_due_at = CASE WHEN ${change.to} = 'confirmed' THEN ${REST_DUE_AT} ELSE b.rest_due_at END,
        kept_cents = CASE WHEN ${change.to} = 'cancelled' THEN ${keptCents}::bigint END,
        left_cents = CASE WHEN ${change.to} = 'cancelled' AND b.payment_status = 'paid'
          THEN coalesce(b.left_cents, b.paid_cents, b.amount_cents) ELSE b.left_cents END,
        refunding_cents = b.refunding_cents + CASE WHEN ${change.to} = 'cancelled' AND b.payment_status = 'paid'
          THEN greatest(${HELD_CENTS} - ${kept.firstCents}::bigint, 0) ELSE 0 END,
        further_cents = b.further_cents - ${laterBack},
        back_cents = CASE WHEN ${change.to} = 'cancelled' THEN ${laterBack} + CASE b.payment_status
          WHEN 'paid' THEN greatest(${HELD_CENTS} - ${kept.firstCents}::bigint, 0) WHEN 'refunded' THEN 0
          ELSE CASE WHEN ${laterBack} > 0 THEN 0 END END END,
        desk_kept_cents = CASE WHEN ${change.to} = 'cancelled' AND b.desk_cents > 0
          THEN (b.desk_cents - ${TO_RETURN_CENTS}) * (100 - ${deskRefundPercent}::integer) / 100 END,
        payment_status = CASE b.payment_status WHEN 'open' THEN coalesce(${unpaidAfter[change.to]}::text, 'open') ELSE b.payment_status END
      FROM room WHERE (b.venue_id, b.id) = (room.venue_id, room.id) AND room.is_free
      RETURNING b.*, room.status AS previous
    ),
    ${laterBack > 0 ? Prisma.sql`${reduceLater(kept.laterCents, 'cancelled')},` : Prisma.empty}
    ${publishStatus(publish, change.together ? TOGETHER : {})},
    recorded AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action, note)
      SELECT venue_id, id, ${change.actor}, ${action},
        CASE WHEN arrived IS NOT NULL THEN concat_ws('; ', nullif(${change.note ?? ''}, ''), ${`${arrived} of `} || people || ' people')
          ELSE concat_ws('; ', CASE WHEN NOT money_kept THEN nullif(${change.note ?? ''}, '')
            WHEN back_cents = 0 THEN 'without refund'
            ELSE 'refund of €' || to_char(back_cents / 100.0, 'FM999999999990.00') END,
            CASE WHEN desk_cents > desk_kept_cents THEN
              'to return at the desk: €' || to_char((desk_cents - desk_kept_cents) / 100.0, 'FM999999999990.00') END) END
      FROM after
    )
    SELECT 1 FROM after`;
  return changed.length === 1;
}
