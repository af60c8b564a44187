import { toRow } from '@venue-booking/kit/postgres/columns';
import { isDataFault, isUniqueViolation, retryConflicts } from '@venue-booking/kit/postgres/sql';
import { gatheredWith } from '@venue-booking/kit/process/gathered';
import { retry } from '@venue-booking/kit/process/retry';
import type { Caps } from '@venue-booking/proto/caps';
import type { BookedGuests } from '@venue-booking/proto/guests';
import type { TakenAddOn } from '@venue-booking/proto/price/addOnsTaken';
import type { Line } from '@venue-booking/proto/price/priceOf';
import type { VatCents } from '@venue-booking/proto/price/vatOf';
import type { BookingDatabase } from '../database.ts';
import type { CountedBy } from '../limits/countedBy.ts';
import { capsFor, tooMany } from '../limits/guestCaps.ts';
import { announce } from './announce.ts';
import type { Extra, Owed } from './bookingRules.ts';

/** Random booking numbers of which one is free: each is taken less than once in a million bookings. */
const NUMBERS_TRIED = 3;

/** A booking about to be saved. Times are ms since 1970. */
export type NewBooking = {
  uid: string;
  venueId: number;
  facilityId: number;
  slotId: number;
  facilityName: string;
  timezone: string;
  startsAt: number;
  endsAt: number;
  /** How many take places. */
  people: number;
  /** All of them by category, where there are any. */
  guests?: BookedGuests[] | null;
  /** What they take along, if anything. */
  addOns?: TakenAddOn[] | null;
  amountCents: number;
  /** Why it is that amount, by a price list. */
  priceLines?: Line[] | null;
  /** The VAT in it, where it is told. */
  vat?: VatCents[] | null;
  status: 'pending_payment' | 'confirmed';
  customerName: string;
  customerEmail: string;
  extra: Extra;
  locale: string;
  redirectUrl: string | null;
  idempotencyKey: string | null;
  source: 'online' | 'desk';
  /** What is to be paid online; its id is a UUID of its own. Null when nothing is. */
  payment: ({ id: string } & Owed) | null;
  /** What only this booking has, for its links. */
  nonce: Uint8Array<ArrayBuffer>;
  /** Whom it counts for; null for the venue's own, which are not counted. */
  countedBy: CountedBy | null;
  /** Who books, as the history tells it. */
  actor: string;
};

/** What the database gave a booking that was saved. */
export type Saved = { id: number; reference: string };

type Save = { booking: NewBooking; caps: Caps | null };

/**
 * Saves a booking, its reservation's outcome, its events, its mail and its Idempotency-Key in one statement,
 * with others that are saved at this moment. It is made again when a booking number that the database chose
 * is taken in the venue. Null when the reservation was declared void meanwhile, or the key's lease went to
 * another request: then nothing was written.
 * @param caps what its guest may hold of the venue, exactly, however many bookings come at once; null:
 * anything
 * @throws `too_many_holds`, `too_many_coming`: nothing was written
 */
export async function saveBooking(
  database: BookingDatabase,
  booking: NewBooking,
  caps: Caps | null = null,
): Promise<Saved | null> {
  const row = await saved(database, { booking, caps });
  if (row?.isFull) throw tooMany(booking.status);
  return row?.id && row.reference ? { id: Number(row.id), reference: row.reference } : null;
}

type Row = { n: number; id: bigint | null; reference: string | null; isFull: boolean };

/**
 * Two bookings of one guest are saved one behind the other, so that the second counts the first; one that the
 * database refuses is refused alone.
 */
const saved = gatheredWith(
  (database: BookingDatabase, saves: Save[]) =>
    retry(() => retryConflicts(() => insertBookings(database, saves)), {
      attempts: NUMBERS_TRIED,
      when: isUniqueViolation,
    }),
  { apart: guestsOf, alone: isDataFault },
);

function guestsOf({ booking, caps }: Save): string[] {
  const { venueId, countedBy } = booking;
  return caps && countedBy
    ? [`network ${venueId} ${countedBy.network}`, `mailbox ${venueId} ${countedBy.mailbox}`]
    : [];
}

/** What the statement reads of a booking: the columns of its step `wanted`. */
function rowOf({ booking, caps }: Save, n: number) {
  const { payment, countedBy, idempotencyKey: key, ...fields } = booking;
  const [perEmail, perAddress, perNetwork] = caps && countedBy ? capsFor(caps, booking.status) : [];
  return toRow({
    ...{ ...fields, ...countedBy, n, key, perEmail, perAddress, perNetwork },
    startsAt: new Date(booking.startsAt),
    endsAt: new Date(booking.endsAt),
    nonce: Buffer.from(booking.nonce).toString('hex'),
    paymentId: payment?.id,
    feeCents: payment?.feeCents,
    holdMinutes: payment?.holdMinutes,
    refundTiers: payment?.refundTiers,
  });
}

function insertBookings(database: BookingDatabase, saves: Save[]): Promise<Row[]> {
  const counted = saves.flatMap(({ booking, caps }) =>
    caps && booking.countedBy ? [{ venueId: booking.venueId, ...booking.countedBy }] : [],
  );
  // The hold of an unpaid booking ends when its slot starts, at the latest: nobody pays for what has begun.
  return database.$queryRaw<Row[]>`
    WITH wanted AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(saves.map(rowOf))}::jsonb) AS w(n integer, uid uuid, venue_id integer,
        facility_id integer, slot_id bigint, facility_name text, timezone text, starts_at timestamptz, ends_at timestamptz,
        people integer, amount_cents bigint, status text, customer_name text, customer_email text, extra jsonb, locale text,
        redirect_url text, key text, source text, nonce text, mailbox text, address text, network text,
        per_email integer, per_address integer, per_network integer, payment_id uuid, fee_cents bigint, hold_minutes integer,
        refund_tiers jsonb, actor text, price_lines jsonb, guests jsonb, vat jsonb, add_ons jsonb)
    ),
    held AS MATERIALIZED (
      SELECT w.uid FROM (SELECT * FROM wanted ORDER BY venue_id, key) w CROSS JOIN LATERAL (
        SELECT FROM booking.idempotency_key k WHERE (k.venue_id, k.key, k.owner) = (w.venue_id, w.key, w.uid)
        FOR UPDATE) k -- each by its key: see docs/decisions/0068
    ),
    locked AS MATERIALIZED (
      SELECT booking.lock_guests(${counted.map(({ venueId, network }) => `${venueId} ${network}`)}::text[],
        ${counted.map(({ venueId, mailbox }) => `${venueId} ${mailbox}`)}::text[])
    ),
    guest AS MATERIALIZED (
      SELECT w.*, coalesce(w.per_email, w.per_address, w.per_network) IS NULL OR booking.guest_has_room(w.venue_id, w.status,
        w.mailbox, w.address, w.network, w.per_email, w.per_address, w.per_network) AS has_room
      FROM locked, wanted w
    ),
    decided AS (
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT venue_id, uid, false FROM guest WHERE has_room AND (key IS NULL OR uid IN (SELECT uid FROM held))
      ON CONFLICT DO NOTHING
      RETURNING venue_id, booking_uid
    ),
    after AS (
      INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people,
        amount_cents, status, customer_name, customer_email, extra, locale, redirect_url, source, nonce,
        mailbox_hash, address_hash, network_hash, payment_id, payment_status, platform_fee_cents, refund_tiers, hold_until, grace_until,
        price_lines, guests, vat, add_ons)
      SELECT w.uid, w.venue_id, w.facility_id, w.slot_id, w.facility_name, w.timezone, w.starts_at, w.ends_at, w.people,
        w.amount_cents, w.status, w.customer_name, w.customer_email, w.extra, w.locale, w.redirect_url, w.source,
        decode(w.nonce, 'hex'), w.mailbox, w.address, w.network, w.payment_id,
        CASE WHEN w.payment_id IS NOT NULL THEN 'open' END, w.fee_cents, w.refund_tiers,
        CASE WHEN w.payment_id IS NOT NULL THEN least(now() + w.hold_minutes * interval '1 minute', w.starts_at) END,
        CASE WHEN w.payment_id IS NOT NULL THEN least(now() + 2 * w.hold_minutes * interval '1 minute', w.starts_at) END,
        w.price_lines, w.guests, w.vat, w.add_ons
      FROM decided d JOIN wanted w ON (w.venue_id, w.uid) = (d.venue_id, d.booking_uid)
      ORDER BY w.n
      RETURNING *
    ),
    ${announce('events.booking.booking_created')},
    requested AS (
      INSERT INTO booking.outbox (subject, payload)
      SELECT 'events.booking.payment_requested', jsonb_build_object(
        'venueId', venue_id, 'paymentId', payment_id, 'bookingId', id::text, 'amountCents', amount_cents::text,
        'feeCents', platform_fee_cents::text, 'holdUntil', (extract(epoch FROM hold_until) * 1000)::bigint::text,
        'description', facility_name || ' ' || reference, 'locale', locale)
      FROM after WHERE payment_id IS NOT NULL
    ),
    told AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action)
      SELECT after.venue_id, after.id, w.actor, 'created' FROM after JOIN wanted w ON w.uid = after.uid
    ),
    keyed AS (
      UPDATE booking.idempotency_key AS k SET booking_uid = after.uid
      FROM after JOIN wanted w ON w.uid = after.uid WHERE (k.venue_id, k.key) = (w.venue_id, w.key)
    )
    SELECT guest.n, after.id, after.reference, NOT guest.has_room AS "isFull"
    FROM guest LEFT JOIN after ON after.uid = guest.uid ORDER BY guest.n`;
}
