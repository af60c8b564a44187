import { gatheredWith } from '@venue-booking/kit/process/gathered';
import type { BookingField } from '@venue-booking/proto/bookingField';
import { CAP_DEFAULTS, type CapName, type Caps, capsOf } from '@venue-booking/proto/caps';
import type { EventOf } from '@venue-booking/proto/events';
import type { BookingDatabase, BookingTx } from '../database.ts';
import type { CountedBy } from '../limits/countedBy.ts';
import type { GuestCounts } from '../limits/guestCaps.ts';
import type { BookingTerms } from './bookingRules.ts';

type Row = Record<CapName, number | null> & {
  held: GuestCounts | null;
  timezone: string;
  live: boolean;
  redirect_origins: string[];
  uncapped: string[];
  proof_of_work: boolean;
  hold_minutes: number;
  name: string | null;
  active: boolean | null;
  min_people: number;
  max_people_per_booking: number;
  price_cents: number;
  fields: BookingField[] | null;
  provider: string | null;
  fee_basis_points: number;
  fee_fixed_cents: number;
};

/**
 * Terms as they are found: `facility: null` when the venue has no such facility; `held`: what the guest holds
 * of the venue already.
 */
type FoundTerms = Omit<BookingTerms, 'facility'> & {
  facility: BookingTerms['facility'] | null;
  held: GuestCounts | null;
};

type Asked = { venueId: number; facilityId: number; guest: CountedBy | null };

/**
 * What a booking of a facility stands under; null for an unknown venue.
 * @param asked.guest whose bookings are counted; null: nobody's
 */
export const findTerms = gatheredWith(
  async (database: BookingDatabase, asked: Asked[]): Promise<(FoundTerms | null)[]> => {
    const rows = await database.$queryRaw<(Row & { n: number })[]>`
      SELECT a.n::integer, v.timezone, v.live, v.redirect_origins, v.hold_minutes, v.max_open_holds_per_email,
        v.max_open_holds_per_address, v.max_open_holds_per_network, v.max_coming_bookings_per_email,
        v.max_coming_bookings_per_address, v.max_coming_bookings_per_network, v.uncapped, v.proof_of_work,
        booking.guest_counts(v.id, a.mailbox, a.address, a.network) AS held,
        f.name, f.active, f.min_people, f.max_people_per_booking, f.price_cents, vf.fields,
        p.provider, p.fee_basis_points, p.fee_fixed_cents
      FROM unnest(${asked.map(({ venueId }) => venueId)}::integer[], ${asked.map(({ facilityId }) => facilityId)}::integer[],
        ${asked.map(({ guest }) => guest?.mailbox ?? null)}::text[], ${asked.map(({ guest }) => guest?.address ?? null)}::text[],
        ${asked.map(({ guest }) => guest?.network ?? null)}::text[])
        WITH ORDINALITY AS a(venue_id, facility_id, mailbox, address, network, n)
      JOIN booking.venue v ON v.id = a.venue_id
      LEFT JOIN booking.facility f ON f.venue_id = v.id AND f.id = a.facility_id
      LEFT JOIN booking.venue_fields vf ON vf.venue_id = v.id
      LEFT JOIN booking.payment_terms p ON p.venue_id = v.id AND p.linked`;
    const found = new Map(rows.map((row) => [row.n, toTerms(row)]));
    return asked.map((_, at) => found.get(at + 1) ?? null);
  },
  { gatherMs: 0 },
);

function toTerms(row: Row): FoundTerms {
  const { name, active } = row;
  return {
    venue: {
      timezone: row.timezone,
      live: row.live,
      redirectOrigins: row.redirect_origins,
      holdMinutes: row.hold_minutes,
      caps: capsOf(row, row.uncapped),
      proofOfWork: row.proof_of_work,
    },
    held: row.held,
    facility:
      name === null || active === null
        ? null
        : {
            name,
            active,
            minPeople: row.min_people,
            maxPeoplePerBooking: row.max_people_per_booking,
            priceCents: row.price_cents,
          },
    fields: row.fields ?? [],
    payment:
      row.provider === null
        ? null
        : {
            provider: row.provider,
            feeBasisPoints: row.fee_basis_points,
            feeFixedCents: row.fee_fixed_cents,
          },
  };
}

/** How much one guest may hold of a venue. */
export async function venueCaps(database: BookingDatabase, venueId: number): Promise<Caps> {
  const [row] = await database.$queryRaw<(Record<CapName, number | null> & { uncapped: string[] })[]>`
    SELECT max_open_holds_per_email, max_open_holds_per_address, max_open_holds_per_network, max_coming_bookings_per_email,
      max_coming_bookings_per_address, max_coming_bookings_per_network, uncapped
    FROM booking.venue WHERE id = ${venueId}`;
  return row ? capsOf(row, row.uncapped) : CAP_DEFAULTS;
}

/** Keeps the newest copy: an event of an older revision changes nothing. */
export async function copyVenue(
  tx: BookingTx,
  event: EventOf<'events.catalog.venue_changed'>,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO booking.venue AS venue (id, timezone, live, redirect_origins, cancel_until_hours, retain_days,
      max_open_holds_per_address, max_open_holds_per_email, max_open_holds_per_network, max_coming_bookings_per_email,
      max_coming_bookings_per_address, max_coming_bookings_per_network, uncapped, proof_of_work, hold_minutes,
      check_in_from_hours, notify_new, notify_changed, notify_cancelled, notify_daily, revision)
    VALUES (${event.venueId}, ${event.timezone}, ${event.live}, ${event.redirectOrigins}, ${event.cancelUntilHours},
      ${event.retainDays}, ${event.maxOpenHoldsPerAddress}, ${event.maxOpenHoldsPerEmail}, ${event.maxOpenHoldsPerNetwork},
      ${event.maxComingBookingsPerEmail}, ${event.maxComingBookingsPerAddress}, ${event.maxComingBookingsPerNetwork},
      ${event.uncapped}, ${event.proofOfWork}, ${event.holdMinutes},
      coalesce(${event.checkInFromHours ?? null}::integer, 12), coalesce(${event.notifyNew ?? null}::boolean, true),
      coalesce(${event.notifyChanged ?? null}::boolean, true), coalesce(${event.notifyCancelled ?? null}::boolean, true),
      coalesce(${event.notifyDaily ?? null}::boolean, false), ${event.revision})
    ON CONFLICT (id) DO UPDATE SET (timezone, live, redirect_origins, cancel_until_hours, retain_days,
        max_open_holds_per_address, max_open_holds_per_email, max_open_holds_per_network, max_coming_bookings_per_email,
        max_coming_bookings_per_address, max_coming_bookings_per_network, uncapped, proof_of_work, hold_minutes,
        check_in_from_hours, notify_new, notify_changed, notify_cancelled, notify_daily, revision) =
      (excluded.timezone, excluded.live, excluded.redirect_origins, excluded.cancel_until_hours, excluded.retain_days,
        excluded.max_open_holds_per_address, excluded.max_open_holds_per_email, excluded.max_open_holds_per_network,
        excluded.max_coming_bookings_per_email, excluded.max_coming_bookings_per_address,
        excluded.max_coming_bookings_per_network, excluded.uncapped, excluded.proof_of_work, excluded.hold_minutes,
        coalesce(${event.checkInFromHours ?? null}, venue.check_in_from_hours),
        coalesce(${event.notifyNew ?? null}, venue.notify_new), coalesce(${event.notifyChanged ?? null}, venue.notify_changed),
        coalesce(${event.notifyCancelled ?? null}, venue.notify_cancelled),
        coalesce(${event.notifyDaily ?? null}, venue.notify_daily), excluded.revision)
    WHERE venue.revision < excluded.revision`;
}

/** Keeps the newest copy: an event of an older revision changes nothing. */
export async function copyFacility(
  tx: BookingTx,
  event: EventOf<'events.catalog.facility_changed'>,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO booking.facility (id, venue_id, name, min_people, max_people_per_booking, price_cents, active, revision)
    VALUES (${event.facilityId}, ${event.venueId}, ${event.name}, ${event.minPeople}, ${event.maxPeoplePerBooking},
      ${event.priceCents}, ${event.active}, ${event.revision})
    ON CONFLICT (id) DO UPDATE SET (name, min_people, max_people_per_booking, price_cents, active, revision) =
      (excluded.name, excluded.min_people, excluded.max_people_per_booking, excluded.price_cents, excluded.active,
       excluded.revision)
    WHERE facility.revision < excluded.revision`;
}

/** Keeps the newest copy: an event of an older revision changes nothing. */
export async function copyFields(
  tx: BookingTx,
  event: EventOf<'events.catalog.booking_fields_changed'>,
): Promise<void> {
  const fields = event.fields.map(({ key, label, type, required, options }) => ({
    key,
    label,
    type,
    required,
    ...(type === 'select' && { options }),
  }));
  await tx.$executeRaw`
    INSERT INTO booking.venue_fields (venue_id, fields, revision)
    VALUES (${event.venueId}, ${JSON.stringify(fields)}::jsonb, ${event.revision})
    ON CONFLICT (venue_id) DO UPDATE SET (fields, revision) = (excluded.fields, excluded.revision)
    WHERE venue_fields.revision < excluded.revision`;
}

/** Keeps the newest copy: an event of an older revision changes nothing. */
export async function copyPaymentTerms(
  tx: BookingTx,
  event: EventOf<'events.payment.account_changed'>,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO booking.payment_terms (venue_id, linked, provider, fee_basis_points, fee_fixed_cents, revision)
    VALUES (${event.venueId}, ${event.linked}, ${event.provider}, ${event.feeBasisPoints}, ${event.feeFixedCents},
      ${event.revision})
    ON CONFLICT (venue_id) DO UPDATE SET (linked, provider, fee_basis_points, fee_fixed_cents, revision) =
      (excluded.linked, excluded.provider, excluded.fee_basis_points, excluded.fee_fixed_cents, excluded.revision)
    WHERE payment_terms.revision < excluded.revision`;
}
