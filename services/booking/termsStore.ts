import type { BookingField } from '@venue-booking/proto/bookingField';
import type { EventOf } from '@venue-booking/proto/events';
import type { ProviderName } from '@venue-booking/proto/payment';
import type { BookingTerms } from './bookingRules.ts';
import type { BookingDatabase, BookingTx } from './database.ts';

type Row = {
  timezone: string;
  live: boolean;
  redirect_origins: string[];
  max_open_holds_per_address: number | null;
  max_open_holds_per_email: number | null;
  hold_minutes: number;
  name: string | null;
  active: boolean | null;
  min_people: number;
  max_people_per_booking: number;
  price_cents: number;
  fields: BookingField[] | null;
  provider: ProviderName | null;
  fee_basis_points: number;
  fee_fixed_cents: number;
};

/** What a booking of a facility stands under. `facility: null` when the venue has no such facility; null for an unknown venue. */
export async function findTerms(
  database: BookingDatabase,
  venueId: number,
  facilityId: number,
): Promise<(Omit<BookingTerms, 'facility'> & { facility: BookingTerms['facility'] | null }) | null> {
  const [row] = await database.$queryRaw<Row[]>`
    SELECT v.timezone, v.live, v.redirect_origins, v.max_open_holds_per_address, v.max_open_holds_per_email, v.hold_minutes,
      f.name, f.active, f.min_people, f.max_people_per_booking, f.price_cents, vf.fields,
      p.provider, p.fee_basis_points, p.fee_fixed_cents
    FROM booking.venue v
    LEFT JOIN booking.facility f ON f.venue_id = v.id AND f.id = ${facilityId}
    LEFT JOIN booking.venue_fields vf ON vf.venue_id = v.id
    LEFT JOIN booking.payment_terms p ON p.venue_id = v.id AND p.linked
    WHERE v.id = ${venueId}`;
  if (!row) return null;
  const { name, active } = row;
  return {
    venue: {
      timezone: row.timezone,
      live: row.live,
      redirectOrigins: row.redirect_origins,
      holdMinutes: row.hold_minutes,
      holdCaps: { perAddress: row.max_open_holds_per_address, perEmail: row.max_open_holds_per_email },
    },
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
    payment: row.provider && {
      provider: row.provider,
      feeBasisPoints: row.fee_basis_points,
      feeFixedCents: row.fee_fixed_cents,
    },
  };
}

/** Keeps the newest copy: an event of an older revision changes nothing. */
export async function copyVenue(
  tx: BookingTx,
  event: EventOf<'events.catalog.venue_changed'>,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO booking.venue AS venue (id, timezone, live, redirect_origins, cancel_until_hours, retain_days,
      max_open_holds_per_address, max_open_holds_per_email, hold_minutes, revision)
    VALUES (${event.venueId}, ${event.timezone}, ${event.live}, ${event.redirectOrigins}, ${event.cancelUntilHours},
      ${event.retainDays}, ${event.maxOpenHoldsPerAddress ?? null}, ${event.maxOpenHoldsPerEmail ?? null},
      ${event.holdMinutes}, ${event.revision})
    ON CONFLICT (id) DO UPDATE SET (timezone, live, redirect_origins, cancel_until_hours, retain_days,
        max_open_holds_per_address, max_open_holds_per_email, hold_minutes, revision) =
      (excluded.timezone, excluded.live, excluded.redirect_origins, excluded.cancel_until_hours, excluded.retain_days,
        excluded.max_open_holds_per_address, excluded.max_open_holds_per_email, excluded.hold_minutes, excluded.revision)
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
