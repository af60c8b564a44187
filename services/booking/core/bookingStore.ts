import type { Caps } from '@venue-booking/proto/caps';
import type { BookingDatabase, BookingTx } from '../database.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import type { CountedBy } from '../limits/countedBy.ts';
import { capsFor, tooMany } from '../limits/guestCaps.ts';
import { announce } from './announce.ts';
import type { Owed } from './bookingRules.ts';
import { referenceOf } from './bookingView.ts';
import { untilFree } from './untilFree.ts';

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
  people: number;
  amountCents: number;
  status: 'pending_payment' | 'confirmed';
  customerName: string;
  customerEmail: string;
  extra: Record<string, string | boolean>;
  locale: string;
  redirectUrl: string | null;
  idempotencyKey: string | null;
  source: 'online' | 'desk';
  /** What is to be paid online; its id is a UUID of its own. Null when nothing is. */
  payment: ({ id: string } & Owed) | null;
  /** Whom an unpaid hold counts for in the release before; null when nothing is due. */
  client: string | null;
  /** What only this booking has, for its links. */
  nonce: Uint8Array<ArrayBuffer>;
  /** Whom it counts for; null for the venue's own, which are not counted. */
  countedBy: CountedBy | null;
  /** Who books, as the history tells it. */
  actor: string;
};

/** What the database gave a booking that was saved. */
export type Saved = { id: number; reference: string };

/**
 * Saves a booking, its reservation's outcome, its events, its mail and its Idempotency-Key in one statement,
 * which is made again when the booking number that the database chose is taken in the venue. Null when the
 * reservation was declared void meanwhile, or the key's lease went to another request: then nothing was
 * written.
 * @param caps what its guest may hold of the venue, exactly, however many bookings come at once; null:
 * anything
 * @throws `too_many_holds`, `too_many_coming`: nothing was written
 */
export const saveBooking = (
  database: BookingTx,
  booking: NewBooking,
  caps: Caps | null = null,
): Promise<Saved | null> => untilFree(() => insertBooking(database, booking, caps));

async function insertBooking(
  database: BookingTx,
  booking: NewBooking,
  caps: Caps | null,
): Promise<Saved | null> {
  const { payment, countedBy } = booking;
  const [perEmail = null, perAddress = null, perNetwork = null] =
    caps && countedBy ? capsFor(caps, booking.status) : [];
  const isCapped = perEmail !== null || perAddress !== null || perNetwork !== null;
  // The hold of an unpaid booking ends when its slot starts, at the latest: nobody pays for what has begun.
  const startsAt = new Date(booking.startsAt);
  const [row] = await database.$queryRaw<{ id: bigint | null; reference: string | null; isFull: boolean }[]>`
    WITH held AS (
      SELECT FROM booking.idempotency_key
      WHERE venue_id = ${booking.venueId} AND key = ${booking.idempotencyKey} AND owner = ${booking.uid}::uuid
      FOR UPDATE
    ),
    guest AS MATERIALIZED (
      SELECT NOT ${isCapped} OR booking.guest_has_room(${booking.venueId}, ${booking.status}, ${countedBy?.mailbox},
        ${countedBy?.address}, ${countedBy?.network}, ${perEmail}, ${perAddress}, ${perNetwork}) AS has_room
    ),
    decided AS (
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT ${booking.venueId}, ${booking.uid}::uuid, false FROM guest
      WHERE has_room AND (${booking.idempotencyKey}::text IS NULL OR EXISTS (SELECT FROM held))
      ON CONFLICT DO NOTHING
      RETURNING booking_uid
    ),
    after AS (
      INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people,
        amount_cents, status, customer_name, customer_email, extra, locale, redirect_url, source, client, nonce,
        mailbox_hash, address_hash, network_hash,
        payment_id, payment_status, platform_fee_cents, hold_until, grace_until)
      SELECT booking_uid, ${booking.venueId}, ${booking.facilityId}, ${booking.slotId}, ${booking.facilityName}, ${booking.timezone},
        ${startsAt}, ${new Date(booking.endsAt)}, ${booking.people}, ${booking.amountCents},
        ${booking.status}, ${booking.customerName}, ${booking.customerEmail}, ${JSON.stringify(booking.extra)}::jsonb,
        ${booking.locale}, ${booking.redirectUrl}, ${booking.source}, ${booking.client}, ${booking.nonce},
        ${countedBy?.mailbox}, ${countedBy?.address}, ${countedBy?.network},
        ${payment?.id}::uuid, ${payment && 'open'}::text, ${payment?.feeCents}::bigint,
        CASE WHEN ${payment !== null} THEN least(now() + hold.length, ${startsAt}) END,
        CASE WHEN ${payment !== null} THEN least(now() + 2 * hold.length, ${startsAt}) END
      FROM decided, LATERAL (SELECT ${payment?.holdMinutes}::integer * interval '1 minute' AS length) hold
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
      SELECT venue_id, id, ${booking.actor}, 'created' FROM after
    ),
    keyed AS (
      UPDATE booking.idempotency_key AS k SET booking_uid = after.uid
      FROM after WHERE k.venue_id = after.venue_id AND k.key = ${booking.idempotencyKey}
    )
    SELECT after.id, after.reference, NOT guest.has_room AS "isFull" FROM guest LEFT JOIN after ON true`;
  if (row?.isFull) throw tooMany(booking.status);
  return row?.id ? { id: Number(row.id), reference: referenceOf({ ...row, id: row.id }) } : null;
}

/** Places that are held under the uid that a booking of the venue has or will have. */
export type Reservation = { venueId: number; bookingUid: string };

/**
 * Declares reservations void unless a booking was saved under them. Answers which are void and which were
 * saved.
 */
export async function voidReservations(
  database: BookingDatabase,
  reservations: readonly Reservation[],
): Promise<{ void: Reservation[]; saved: Reservation[] }> {
  const venueIds = reservations.map(({ venueId }) => venueId);
  const uids = reservations.map(({ bookingUid }) => bookingUid);
  await database.$executeRaw`
    INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
    SELECT venue_id, uid, true FROM unnest(${venueIds}::integer[], ${uids}::uuid[]) AS r(venue_id, uid)
    ON CONFLICT DO NOTHING`;
  const rows = await database.$queryRaw<(Reservation & { void: boolean })[]>`
    SELECT venue_id AS "venueId", booking_uid::text AS "bookingUid", void FROM booking.reservation_outcome
    WHERE (venue_id, booking_uid) IN (SELECT * FROM unnest(${venueIds}::integer[], ${uids}::uuid[]))`;
  const those = (isVoid: boolean) =>
    rows.filter((row) => row.void === isVoid).map(({ venueId, bookingUid }) => ({ venueId, bookingUid }));
  return { void: those(true), saved: those(false) };
}

/**
 * A booking of a venue by its number or by the uid that it holds its places under. Null when there is none.
 */
export const findBooking = (
  database: BookingTx,
  { venueId, ...by }: { venueId: number } & ({ id: number } | { uid: string }),
): Promise<Row | null> =>
  database.booking.findUnique({
    where:
      'id' in by ? { venueId_id: { venueId, id: BigInt(by.id) } } : { venueId_uid: { venueId, uid: by.uid } },
  });
