import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { GuestParty } from '@venue-booking/domain/price/guestParty';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatEuro } from '@venue-booking/domain/wording/formats';
import type { BookingPatch } from '@venue-booking/proto/booking/adminBooking';
import { MAX_HISTORY } from '@venue-booking/proto/booking/history';
import type { ReservedSlot } from '@venue-booking/proto/facility/slot';
import { type Failure, fail } from '@venue-booking/proto/failures';
import { toEuro } from '@venue-booking/proto/primitives';
import type { Amount, Extra } from '../core/bookingRules.ts';
import { type ChangedPrice, changedPrice, toReturnOf } from '../core/changedPrice.ts';
import { changesColumn, historyFull, historySpaceFor } from '../core/historyLine.ts';
import { laterOf } from '../core/keptMoney.ts';
import { NONCE_BYTES } from '../core/linkedBooking.ts';
import type { Publish } from '../core/publish.ts';
import type { BookingTx } from '../database.ts';
import { type Booking, Prisma } from '../gen/prisma/client.ts';
import { reduceLater } from '../later/reduceLater.ts';
import { mailboxHash } from '../limits/guestHashes.ts';
import { changeLimitFailure, type GuestCountName, type GuestLimits } from '../limits/guestLimits.ts';

/** A change of a booking whose new places are reserved already. */
export type Change = GuestParty & {
  patch: BookingPatch;
  extra: Extra;
  /** The new price; null: unchanged. */
  price: Amount | null;
  actor: string;
  /** Part of a change of several bookings, which has one mail and one notice of its own. */
  together?: boolean;
  /** Maximum history lines, this one included. */
  historyLimit?: number;
  /** Limits for a guest's change that adds places without payment; absent: no limits. */
  held?: { limits: GuestLimits; day: { startsAt: number; endsAt: number } | null };
  move: { uid: string; slotId: number; slot: ReservedSlot; timezone: string; facilityName: string } | null;
};

/**
 * Writes the booking, its event and its history line in one statement, if the booking is still at its
 * revision. Returns null on success, otherwise `booking_changed`, `history_full`, `too_many_coming` or
 * `change_crowded`.
 */
export async function writeChange(
  { database, hashKey, publish }: { database: BookingTx; hashKey: Uint8Array; publish: Publish },
  before: Booking,
  change: Change,
): Promise<Failure | null> {
  const {
    patch,
    people,
    guests,
    addOns,
    extra,
    price,
    actor,
    move,
    historyLimit = MAX_HISTORY,
    held,
  } = change;
  const uid = move?.uid ?? before.uid;
  const email = patch.customer_email ?? before.customerEmail;
  const isSomebodyElse = ![email.toLowerCase(), ''].includes(before.customerEmail.toLowerCase());
  const money = price && changedPrice(before, price.amountCents);
  const paidCents = money?.paidCents ?? null;
  const laterBack = laterBackOf(before, money);
  const changed = changesOf(before, change, money);
  const isSameParty = people === before.people && isDeepStrictEqual(guests, before.guests) && !changed.taken;
  const { venueId, mailboxHash: mailbox, addressHash: address, networkHash: network } = before;
  const [row] = await database.$queryRaw<
    { isFree: boolean; over: GuestCountName | null; written: boolean }[]
  >`
    WITH locked AS MATERIALIZED (
      -- Unlike a new booking, a changed one may count for its mailbox at once, so lock that as well.
      SELECT booking.lock_guests(${held ? [`${venueId} ${network}`] : []}::text[], ${held ? [`${venueId} ${mailbox}`] : []}::text[])
    ),
    guest AS MATERIALIZED (
      SELECT CASE WHEN ${held !== undefined} THEN booking.guest_over(${venueId}, ${mailbox}, ${address}, ${network},
        ${held?.day ? new Date(held.day.startsAt) : null}::timestamptz, ${held?.day ? new Date(held.day.endsAt) : null}::timestamptz,
        ${asJson(held?.limits ?? {})}::jsonb) END AS over_limit
      FROM locked
    ),
    before AS (
      SELECT b.venue_id, b.id, over_limit FROM guest, booking.booking b
      WHERE b.venue_id = ${venueId} AND b.id = ${before.id} AND b.revision = ${before.revision} AND b.status = 'confirmed'
        -- What goes back depends on them, and neither a refund nor a payment at the desk changes the revision.
        AND (${paidCents === null} OR (b.payment_status, b.left_cents, b.refunding_cents)
          IS NOT DISTINCT FROM (${before.paymentStatus}::text, ${before.leftCents}::bigint, ${before.refundingCents}::bigint))
        AND (${price === null} OR (b.further_cents, b.desk_cents) = (${before.furtherCents}::bigint, ${before.deskCents}::bigint))
      FOR UPDATE OF b
    ),
    ${historySpaceFor(historyLimit)},
    decided AS (
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT venue_id, ${uid}::uuid, false FROM room WHERE is_free AND over_limit IS NULL AND ${move !== null}
      ON CONFLICT DO NOTHING
      RETURNING booking_uid
    ),
    after AS (
      UPDATE booking.booking b SET uid = ${uid}::uuid, slot_id = ${move?.slotId ?? before.slotId},
        starts_at = ${move ? new Date(move.slot.startsAt) : before.startsAt},
        timezone = ${move?.timezone ?? before.timezone},
        ends_at = ${move ? new Date(move.slot.endsAt) : before.endsAt},
        facility_id = ${move?.slot.facilityId ?? before.facilityId},
        facility_name = ${move?.facilityName ?? before.facilityName},
        -- Price lines are valid only for the party and the time that they were computed for.
        price_lines = CASE WHEN ${price !== null} THEN ${asJson(price?.lines)}::jsonb
          WHEN ${move === null && isSameParty} THEN b.price_lines END,
        vat = CASE WHEN ${price !== null} THEN ${asJson(price?.vat)}::jsonb ELSE b.vat END,
        amount_cents = coalesce(${price?.amountCents ?? null}::bigint, b.amount_cents),
        left_cents = CASE WHEN ${paidCents === null} THEN b.left_cents ELSE coalesce(b.left_cents, b.paid_cents, b.amount_cents) END,
        refunding_cents = b.refunding_cents + ${(money?.backCents ?? 0) - laterBack},
        further_cents = b.further_cents - ${laterBack},
        paid_cents = coalesce(${paidCents}::bigint, b.paid_cents),
        people = ${people}, guests = ${asJson(guests)}::jsonb, add_ons = ${asJson(addOns)}::jsonb,
        customer_name = ${patch.customer_name ?? before.customerName},
        customer_email = ${email}, extra = ${JSON.stringify(extra)}::jsonb,
        -- Links mailed to another address stop working, because their holder is not the guest.
        nonce = CASE WHEN ${isSomebodyElse} THEN ${randomBytes(NONCE_BYTES)}::bytea ELSE b.nonce END,
        mailbox_opened = b.mailbox_opened AND NOT ${isSomebodyElse},
        readdressed = b.readdressed OR ${isSomebodyElse},
        mailbox_hash = CASE WHEN b.mailbox_hash IS NOT NULL THEN ${mailboxHash(hashKey, email)} END,
        -- There is another time, chosen by the guest or agreed with the desk. Until then the party may change as well.
        free_change_until = CASE WHEN ${move === null} THEN b.free_change_until END,
        revision = b.revision + 1
      FROM room WHERE (b.venue_id, b.id) = (room.venue_id, room.id) AND is_free AND over_limit IS NULL AND (${move === null} OR EXISTS (SELECT FROM decided))
      RETURNING b.*
    ),
    ${money && laterBack > 0 ? Prisma.sql`${reduceLater(money.laterCents, 'changed')},` : Prisma.empty}
    ${publish('events.booking.booking_changed', {
      more: Prisma.sql`jsonb_strip_nulls(jsonb_build_object('releasedUid', ${move ? before.uid : ''}::text,
        'paidCents', ${paidCents}::text))`,
      notifyGuest: patch.notify !== false && !change.together,
      notifyVenue: !change.together,
      byGuest: actor === 'guest',
      peopleBefore: changed.resized ? before.people : null,
      amountBefore: changed.amount ? Number(before.amountCents) : null,
    })},
    recorded AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action, note, changes)
      SELECT venue_id, id, ${actor}, ${move ? 'moved' : 'corrected'}, ${noteOf(changed)},
        ${changesColumn(Object.values(changed))}::jsonb FROM after
    ),
    unticketed AS (
      DELETE FROM booking.imported_ticket t USING after
      WHERE ${isSomebodyElse} AND (t.booking_id, t.venue_id) = (after.id, after.venue_id)
    ),
    rekeyed AS (
      UPDATE booking.idempotency_key k SET booking_uid = after.uid
      FROM after WHERE ${move !== null} AND (k.venue_id, k.booking_uid) = (after.venue_id, ${before.uid}::uuid)
    )
    SELECT is_free AS "isFree", over_limit AS over, EXISTS (SELECT FROM after) AS written FROM room`;
  if (row?.written) return null;
  if (row?.over) return changeLimitFailure(row.over);
  return row && !row.isFree ? historyFull(historyLimit) : fail('booking_changed');
}

/**
 * The changed values for the history: the start, the facility, the number of people, the counts of guests and
 * add-ons, the price, the refund, and what is then to be returned at the desk.
 */
function changesOf(
  before: Booking,
  { people, guests, addOns, price, move }: Change,
  money: ChangedPrice | null,
) {
  const moved = move && {
    what: 'starts_at',
    before: localAt(before.timezone, before.startsAt.getTime()),
    after: localAt(move.timezone, move.slot.startsAt),
  };
  const facility = move &&
    move.slot.facilityId !== before.facilityId && {
      what: 'facility',
      before: before.facilityName,
      after: move.facilityName,
    };
  const resized = people !== before.people && { what: 'people', before: before.people, after: people };
  const regrouped = itemsChange('guests', before.guests as Items, guests);
  const taken = itemsChange('add_ons', before.addOns as Items, addOns);
  const amount = price &&
    BigInt(price.amountCents) !== before.amountCents && {
      what: 'amount',
      before: toEuro(Number(before.amountCents)),
      after: toEuro(price.amountCents),
    };
  const { backCents = 0, paidCents = null } = money ?? {};
  const laterBack = laterBackOf(before, money);
  const refund = backCents > 0 && { what: 'refund', after: toEuro(backCents) };
  const returned =
    price &&
    toReturnOf({
      ...before,
      amountCents: BigInt(price.amountCents),
      furtherCents: before.furtherCents - BigInt(laterBack),
      paidCents: paidCents === null ? before.paidCents : BigInt(paidCents),
    });
  const toReturn = returned !== null && returned > 0 && { what: 'to_return', after: toEuro(returned) };
  return { facility, moved, resized, regrouped, taken, amount, refund, toReturn };
}

/** Cents of later online payments that the change refunds. */
const laterBackOf = (before: Booking, money: ChangedPrice | null): number =>
  money ? laterOf(before) - money.laterCents : 0;

const asJson = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);

type Items = GuestParty['guests'] | GuestParty['addOns'];

/** Both counts of guests or add-ons as `adult 2, child 1`, by key; false if they are equal. */
function itemsChange(what: string, ...sides: [before: Items, after: Items]) {
  const [before = null, after = null] = sides.map((items) =>
    items?.map(({ key, count }) => `${key} ${count}`).join(', '),
  );
  return before !== after && { what, before, after };
}

/** The changes as one line of text. */
function noteOf(changes: ReturnType<typeof changesOf>): string {
  const { facility, moved, resized, regrouped, taken, amount, refund, toReturn } = changes;
  const [from, to] = facility ? [`${facility.before} `, `${facility.after} `] : ['', ''];
  const lines = [
    moved && `${from}${moved.before} → ${to}${moved.after}`,
    resized && `people: ${resized.before} → ${resized.after}`,
    regrouped && `guests: ${regrouped.before ?? '–'} → ${regrouped.after ?? '–'}`,
    taken && `add-ons: ${taken.before ?? '–'} → ${taken.after ?? '–'}`,
    amount && `amount: ${formatEuro(amount.before, 'en')} → ${formatEuro(amount.after, 'en')}`,
    refund && `refund of ${formatEuro(refund.after, 'en')}`,
    toReturn && `to return at the desk: ${formatEuro(toReturn.after, 'en')}`,
  ];
  return lines.filter(Boolean).join(', ');
}
