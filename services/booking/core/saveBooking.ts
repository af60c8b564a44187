import type { ChosenAddOn } from '@venue-booking/domain/price/chosenAddOns';
import type { Line } from '@venue-booking/domain/price/priceOf';
import type { VatCents } from '@venue-booking/domain/price/vat';
import { batchCallsWith } from '@venue-booking/kit/concurrency/batchCalls';
import { retry } from '@venue-booking/kit/concurrency/retry';
import { toRow } from '@venue-booking/kit/postgres/columns';
import { isDataError, isUniqueViolation, retryConflicts } from '@venue-booking/kit/postgres/sql';
import { currentTraceparent } from '@venue-booking/kit/tracing/spans';
import { fail } from '@venue-booking/proto/failures';
import type { BookedGuests } from '@venue-booking/proto/price/guests';
import type { BookingDatabase, BookingTx } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import type { GuestHashes } from '../limits/guestHashes.ts';
import { type GuestCountName, type GuestLimits, limitFailure } from '../limits/guestLimits.ts';
import type { Extra, Owed } from './bookingRules.ts';
import { type ChangeDetails, type Publish, TOGETHER } from './publish.ts';

/** Attempts with a random booking number; each is taken with a probability below one in a million. */
const NUMBER_ATTEMPTS = 3;

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
  /** People who need places. */
  people: number;
  /** All guests by category, if the facility has categories. */
  guests?: BookedGuests[] | null;
  /** The party's add-ons. */
  addOns?: ChosenAddOn[] | null;
  amountCents: number;
  /** Lines of the price, if the facility has a price list. */
  priceLines?: Line[] | null;
  /** The included VAT, if it is shown. */
  vat?: VatCents[] | null;
  status: 'pending_payment' | 'confirmed';
  customerName: string;
  customerEmail: string;
  extra: Extra;
  locale: string;
  redirectUrl: string | null;
  /** The text with which the website marked the booking. */
  clientReference?: string | null;
  idempotencyKey: string | null;
  source: 'online' | 'desk';
  /** Terms of the online payment and its UUID; null if nothing must be paid online. */
  payment: ({ id: string } & Owed) | null;
  /** Random bytes that make the booking's links unique. */
  nonce: Uint8Array<ArrayBuffer>;
  /** Hashes that the booking counts for; null for the venue's own bookings, which are not counted. */
  guestHashes: GuestHashes | null;
  /** Places of a private booking, which takes the whole slot; null: as many as people. */
  privatePlaces?: number | null;
  /** The booking day on which its places count, instants in ms; null: none. */
  day?: { startsAt: number; endsAt: number } | null;
  /** The series that it belongs to, and its place there; absent: none. */
  seriesId?: string;
  seriesPlace?: SeriesPlace;
  /** The actor for the history. */
  actor: string;
  /** False: the guest gets no mail about the new booking; absent: they do. */
  isGuestTold?: boolean;
};

/** The place of a booking in its series, as it was made. */
export type SeriesPlace = { position: number; count: number; everyWeeks: number };

/** Values that the database assigned to a saved booking. */
export type Saved = { id: number; reference: string };

/**
 * The guest's limits and the proof of work in the request. `perDay`: the plan's limit of online bookings
 * within a day; null: no limit. The limits are exact under concurrent bookings.
 */
type AppliedLimits = { limits: GuestLimits; work: number; perDay?: number | null };

const DAY_FULL = 'bookings_per_day';

/**
 * `together`: how many bookings are saved all or none, and count for the plan's limit at once.
 * `traceparent`: of the request, because a batch runs in the call of one of them.
 */
type Save = {
  booking: NewBooking;
  held: AppliedLimits | null;
  together: number;
  publish: Publish;
  traceparent: string | null;
};

/** Whether the guest of a booking `f` of a batch gets a mail. */
const isTold = (saves: readonly Save[]): Prisma.Sql => {
  const untold = saves
    .filter(({ booking }) => booking.isGuestTold === false)
    .map(({ booking }) => booking.uid);
  return Prisma.sql`f.uid <> ALL (${untold}::uuid[])`;
};

/** The trace of each booking of a batch, in a step of the statement. */
const traceIn = (step: 'facts' | 'after') =>
  Prisma.sql`(SELECT w.traceparent FROM requested w WHERE w.uid = ${Prisma.raw(step)}.uid)`;

/**
 * Saves a booking, its reservation's outcome, events, mail and Idempotency-Key in one statement, batched with
 * concurrent bookings. If a random booking number is taken in the venue, the statement is retried. Returns
 * null with nothing written if the reservation is void, another request owns the key by now, or the venue has
 * another time zone by now.
 * @param held null: no limits apply
 * @throws `too_many_holds`, `too_many_coming`, `proof_needed`, `venue_day_full`: nothing was written
 */
export async function saveBooking(
  { database, publish }: { database: BookingDatabase; publish: Publish },
  booking: NewBooking,
  held: AppliedLimits | null = null,
): Promise<Saved | null> {
  const traceparent = currentTraceparent();
  const row = await saved(database, { booking, held, together: 1, publish, traceparent });
  if (row?.over === DAY_FULL) throw fail('venue_day_full');
  if (row?.over) throw limitFailure(row.over, held?.work ?? 0);
  return row?.id && row.reference ? { id: Number(row.id), reference: row.reference } : null;
}

type Row = {
  n: number;
  id: bigint | null;
  reference: string | null;
  over: GuestCountName | typeof DAY_FULL | null;
};

/**
 * Saves bookings of one network, or of one venue with a limit per day, one after the other, so that the
 * second counts the first. A booking that the database rejects fails alone.
 */
const saved = batchCallsWith(
  (database: BookingDatabase, saves: Save[]) =>
    retry(() => retryConflicts(() => insertBookings(database, saves)), {
      attempts: NUMBER_ATTEMPTS,
      when: isUniqueViolation,
    }),
  { keysOf: lockedBy, retryAlone: isDataError },
);

/**
 * Saves bookings that belong together in one transaction: all of them or none. `queueEffects` adds statements
 * to it, such as the one mail about all of them; the bookings themselves queue neither mail nor notices.
 * Returns null with nothing written in the cases of {@link saveBooking}.
 * @param perDay the plan's limit of online bookings within a day; null: no limit
 * @throws `venue_day_full`: nothing was written
 */
export async function saveTogether(
  { database, publish }: { database: BookingDatabase; publish: Publish },
  { bookings, perDay }: { bookings: NewBooking[]; perDay: number | null },
  queueEffects: (tx: BookingTx, saved: Saved[]) => Promise<void>,
): Promise<Saved[] | null> {
  const saves = bookings.map((booking) => ({
    booking,
    held: { limits: {}, work: 0, perDay },
    together: bookings.length,
    publish,
    traceparent: currentTraceparent(),
  }));
  const save = async (tx: BookingTx) => {
    const rows = await insertBookings(tx, saves, TOGETHER);
    if (rows.some(({ over }) => over === DAY_FULL)) throw fail('venue_day_full');
    const saved = rows.flatMap(({ id, reference }) =>
      id && reference ? [{ id: Number(id), reference }] : [],
    );
    if (saved.length < bookings.length) throw new NotAllSaved();
    await queueEffects(tx, saved);
    return saved;
  };
  return retry(() => retryConflicts(() => database.raw.$transaction(save)), {
    attempts: NUMBER_ATTEMPTS,
    when: isUniqueViolation,
  }).catch((error: unknown) => {
    if (error instanceof NotAllSaved) return null;
    throw error;
  });
}

/** Rolls a transaction back. */
class NotAllSaved extends Error {}

/** The hashes to count for, if a limit applies. */
const countedOf = ({ booking: { guestHashes: countedBy }, held }: Save) =>
  held && Object.keys(held.limits).length > 0 ? countedBy : null;

function lockedBy(save: Save): string[] {
  const { venueId } = save.booking;
  const counted = countedOf(save);
  return [
    ...(counted ? [`${venueId} ${counted.network}`] : []),
    ...(typeof save.held?.perDay === 'number' ? [`${venueId}`] : []),
  ];
}

/** The statement's input for a booking: the columns of its step `requested`. */
function rowOf(save: Save, n: number) {
  const { booking, held } = save;
  const { payment, guestHashes: countedBy, idempotencyKey: key, day, ...fields } = booking;
  return toRow({
    ...{ ...fields, ...countedBy, n, key, limits: countedOf(save) && held?.limits, perDay: held?.perDay },
    together: save.together,
    dayFrom: day && new Date(day.startsAt),
    dayTo: day && new Date(day.endsAt),
    startsAt: new Date(booking.startsAt),
    endsAt: new Date(booking.endsAt),
    nonce: Buffer.from(booking.nonce).toString('hex'),
    paymentId: payment?.id,
    feeCents: payment?.feeCents,
    holdMinutes: payment?.holdMinutes,
    refundTiers: payment?.refundTiers,
    depositCents: payment?.depositCents,
    restTerms: payment?.restTerms,
    // The sweep computes the first step.
    restDueAt: payment?.restTerms && new Date(),
    traceparent: save.traceparent,
  });
}

function insertBookings(database: BookingTx, saves: Save[], details: ChangeDetails = {}): Promise<Row[]> {
  const [{ publish }] = saves as [Save, ...Save[]]; // the same for all saves of a process
  // An unpaid booking's hold ends at the latest when its slot starts.
  return database.$queryRaw<Row[]>`
    WITH requested AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(saves.map(rowOf))}::jsonb) AS w(n integer, uid uuid, venue_id integer,
        facility_id integer, slot_id bigint, facility_name text, timezone text, starts_at timestamptz, ends_at timestamptz,
        people integer, amount_cents bigint, status text, customer_name text, customer_email text, extra jsonb, locale text,
        redirect_url text, client_reference text, key text, source text, nonce text, mailbox text, address text, network text,
        private_places integer, day_from timestamptz, day_to timestamptz, limits jsonb, per_day integer, together integer, payment_id uuid, fee_cents bigint, hold_minutes integer,
        refund_tiers jsonb, deposit_cents bigint, rest_terms jsonb, rest_due_at timestamptz, actor text, price_lines jsonb, guests jsonb, vat jsonb, add_ons jsonb, series_id uuid, series_place jsonb, traceparent text)
    ),
    held AS MATERIALIZED (
      SELECT w.uid FROM (SELECT * FROM requested ORDER BY venue_id, key) w CROSS JOIN LATERAL (
        SELECT FROM booking.idempotency_key k WHERE (k.venue_id, k.key, k.owner) = (w.venue_id, w.key, w.uid)
        FOR UPDATE) k -- look up by the unique key: see docs/decisions/0068
    ),
    zoned AS MATERIALIZED (
      -- Only in the venue's current zone: a change of the zone moves the bookings that it finds. It locks the venue.
      SELECT w.uid FROM (SELECT * FROM requested ORDER BY venue_id) w CROSS JOIN LATERAL (
        SELECT FROM booking.venue v WHERE v.id = w.venue_id AND v.timezone = w.timezone
        FOR KEY SHARE) v
    ),
    locked AS MATERIALIZED (
      -- Locking the network covers its addresses. Mailboxes need no lock: they count opened and paid bookings
      -- only.
      SELECT booking.lock_guests(${saves.flatMap(lockedBy)}::text[], '{}')
    ),
    guest AS MATERIALIZED (
      SELECT w.*, CASE WHEN booking.booked_online_within_day(w.venue_id, w.per_day) + w.together > w.per_day THEN ${DAY_FULL}
        WHEN w.limits IS NOT NULL THEN booking.guest_over(w.venue_id, w.mailbox, w.address, w.network,
        w.day_from, w.day_to, w.limits) END AS over_limit
      FROM locked, requested w
    ),
    decided AS (
      INSERT INTO booking.reservation_outcome (venue_id, booking_uid, void)
      SELECT venue_id, uid, false FROM guest WHERE over_limit IS NULL AND uid IN (SELECT uid FROM zoned) AND (key IS NULL OR uid IN (SELECT uid FROM held))
      ON CONFLICT DO NOTHING
      RETURNING venue_id, booking_uid
    ),
    after AS (
      INSERT INTO booking.booking (uid, venue_id, facility_id, slot_id, facility_name, timezone, starts_at, ends_at, people,
        amount_cents, status, customer_name, customer_email, extra, locale, redirect_url, client_reference, source, nonce,
        mailbox_hash, address_hash, network_hash, payment_id, payment_status, platform_fee_cents, refund_tiers, hold_until, grace_until,
        price_lines, guests, vat, add_ons, private_places, paid_cents,
        rest_terms, rest_due_at, series_id, series_place, visit_mail_at)
      SELECT w.uid, w.venue_id, w.facility_id, w.slot_id, w.facility_name, w.timezone, w.starts_at, w.ends_at, w.people,
        w.amount_cents, w.status, w.customer_name, w.customer_email, w.extra, w.locale, w.redirect_url, w.client_reference, w.source,
        decode(w.nonce, 'hex'), w.mailbox, w.address, w.network, w.payment_id,
        CASE WHEN w.payment_id IS NOT NULL THEN 'open' END, w.fee_cents, w.refund_tiers,
        CASE WHEN w.payment_id IS NOT NULL THEN least(now() + w.hold_minutes * interval '1 minute', w.starts_at) END,
        CASE WHEN w.payment_id IS NOT NULL THEN least(now() + 2 * w.hold_minutes * interval '1 minute', w.starts_at) END,
        w.price_lines, w.guests, w.vat, w.add_ons, w.private_places, w.deposit_cents, w.rest_terms, w.rest_due_at, w.series_id, w.series_place, booking.first_visit_mail(w.starts_at)
      FROM decided d JOIN requested w ON (w.venue_id, w.uid) = (d.venue_id, d.booking_uid)
      ORDER BY w.n
      RETURNING *
    ),
    ${publish('events.booking.booking_created', { notifyGuest: isTold(saves), ...details, trace: traceIn('facts') })},
    payment_requested AS (
      INSERT INTO booking.outbox (subject, payload, traceparent)
      SELECT 'events.booking.payment_requested', jsonb_build_object(
        'venueId', venue_id, 'paymentId', payment_id, 'bookingId', id::text,
        'amountCents', coalesce(paid_cents, amount_cents)::text,
        'feeCents', platform_fee_cents::text, 'holdUntil', (extract(epoch FROM hold_until) * 1000)::bigint::text,
        'description', facility_name || ' ' || reference, 'locale', locale), ${traceIn('after')}
      FROM after WHERE payment_id IS NOT NULL
    ),
    recorded AS (
      INSERT INTO booking.history (venue_id, booking_id, actor, action)
      SELECT after.venue_id, after.id, w.actor, 'created' FROM after JOIN requested w ON w.uid = after.uid
    ),
    keyed AS (
      UPDATE booking.idempotency_key AS k SET booking_uid = after.uid
      FROM after JOIN requested w ON w.uid = after.uid WHERE (k.venue_id, k.key) = (w.venue_id, w.key)
    )
    SELECT guest.n, after.id, after.reference, guest.over_limit AS over
    FROM guest LEFT JOIN after ON after.uid = guest.uid ORDER BY guest.n`;
}
