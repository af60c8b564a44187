import { batchCallsWith } from '@venue-booking/kit/concurrency/batchCalls';
import { keepLatestRevision } from '@venue-booking/kit/events/keepLatestRevision';
import type { Sql } from '@venue-booking/kit/postgres/sql';
import type { EventOf } from '@venue-booking/proto/events';
import { fail } from '@venue-booking/proto/failures';
import type { InvoiceDetails } from '@venue-booking/proto/invoice/invoiceDetails';
import type { Deposit } from '@venue-booking/proto/payment/deposit';
import type { RefundTiers } from '@venue-booking/proto/payment/refundTiers';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import type { BookingField } from '@venue-booking/proto/venue/bookingField';
import { CAP_NAMES, type CapName, type Caps } from '@venue-booking/proto/venue/caps';
import type { PlanRules } from '@venue-booking/proto/venue/plan';
import type { BookingDatabase } from '../database.ts';
import { Prisma } from '../gen/prisma/client.ts';
import type { GuestHashes } from '../limits/guestHashes.ts';
import type { GuestCounts } from '../limits/guestLimits.ts';
import type { BookingTerms } from './bookingRules.ts';
import type { FacilityNames } from './facilityNames.ts';
import type { VisitInfo } from './visitInfo.ts';

/**
 * `facility`: null if the venue has no such facility. `held`: what the guest has booked at the venue so far.
 */
export type FoundTerms = Omit<BookingTerms, 'facility'> & {
  facility: BookingTerms['facility'] | null;
  held: GuestCounts | null;
};

/**
 * The terms if they allow a booking.
 * @param byVenue the venue books and need not be live
 * @throws `venue_not_live`, `slot_unknown`
 */
export function bookableTerms(
  found: FoundTerms | null,
  byVenue: boolean,
): BookingTerms & Pick<FoundTerms, 'held'> {
  if (!found || (!found.venue.live && !byVenue)) throw fail('venue_not_live');
  if (!found.facility?.active) throw fail('slot_unknown');
  return { ...found, facility: found.facility };
}

/** Terms for the `n`th query, with the venue's caps as columns. */
export type TermsRow = Omit<FoundTerms, 'venue'> &
  Record<CapName, number | null> & {
    n: number;
    venue: Omit<BookingTerms['venue'], 'caps'>;
  };

/**
 * `guest`: the hashes whose bookings are counted; null: no count. `day`: the booking day whose places are
 * counted, instants in ms.
 */
export type TermsRequest = {
  venueId: number;
  facilityId: number;
  guest: GuestHashes | null;
  day?: { startsAt: number; endsAt: number } | null;
};

const dateOf = (instant: number | undefined) => (instant === undefined ? null : new Date(instant));

/** The terms for a booking of a facility; null for an unknown venue. Concurrent calls share a statement. */
export const findTerms = batchCallsWith(async (database: BookingDatabase, requests: TermsRequest[]) => {
  const rows = await database.$queryRaw<TermsRow[]>(selectTerms(requests));
  const found = new Map(rows.map((row) => [row.n, toTerms(row)]));
  return requests.map((_, at) => found.get(at + 1) ?? null);
});

/** Selects a {@link TermsRow} for each query with a known venue. */
export const selectTerms = (requests: TermsRequest[]): Prisma.Sql => Prisma.sql`
  SELECT a.n::integer, json_build_object('timezone', v.timezone, 'live', v.live, 'redirectOrigins', v.redirect_origins,
      'holdMinutes', v.hold_minutes, 'refundTiers', v.refund_tiers, 'quoteMinutes', v.quote_minutes, 'proofOfWork', v.proof_of_work,
      'perDay', plan.per_day, 'isDayFull', plan.is_full) AS venue,
    v.max_open_holds_per_email, v.max_open_holds_per_address, v.max_open_holds_per_network, v.max_coming_bookings_per_email,
    v.max_coming_bookings_per_address, v.max_coming_bookings_per_network,
    booking.guest_held(v.id, a.mailbox, a.address, a.network, a.day_from, a.day_to) AS held,
    CASE WHEN f.id IS NOT NULL THEN json_build_object('name', f.name, 'names', f.names, 'active', f.active, 'minPeople', f.min_people,
      'maxPeoplePerBooking', f.max_people_per_booking, 'priceCents', f.price_cents, 'pricing', f.pricing,
      'vatBasisPoints', f.vat_basis_points, 'deposit', f.deposit,
      'waitingList', f.waiting_list, 'offerMinutes', f.offer_minutes) END AS facility,
    coalesce(vf.fields, '[]') AS fields,
    CASE WHEN p.linked THEN json_build_object('provider', p.provider, 'feeBasisPoints', p.fee_basis_points,
      'feeFixedCents', p.fee_fixed_cents) END AS payment
  FROM unnest(${requests.map(({ venueId }) => venueId)}::integer[], ${requests.map(({ facilityId }) => facilityId)}::integer[],
    ${requests.map(({ guest }) => guest?.mailbox ?? null)}::text[], ${requests.map(({ guest }) => guest?.address ?? null)}::text[],
    ${requests.map(({ guest }) => guest?.network ?? null)}::text[], ${requests.map(({ day }) => dateOf(day?.startsAt))}::timestamptz[],
    ${requests.map(({ day }) => dateOf(day?.endsAt))}::timestamptz[])
    WITH ORDINALITY AS a(venue_id, facility_id, mailbox, address, network, day_from, day_to, n)
  JOIN booking.venue v ON v.id = a.venue_id
  LEFT JOIN LATERAL (
    SELECT per_day, booking.booked_online_within_day(v.id, per_day) >= per_day AS is_full
    FROM (SELECT (v.plan_rules #>> '{limits,bookings_per_day}')::integer AS per_day) limited WHERE per_day IS NOT NULL
  ) plan ON v.plan_rules IS NOT NULL
  LEFT JOIN booking.facility f ON f.venue_id = v.id AND f.id = a.facility_id
  LEFT JOIN booking.venue_fields vf ON vf.venue_id = v.id
  LEFT JOIN booking.payment_terms p ON p.venue_id = v.id AND p.linked`;

export const toTerms = ({ venue, facility, fields, payment, held, ...row }: TermsRow): FoundTerms => ({
  venue: { ...venue, caps: Object.fromEntries(CAP_NAMES.map((name) => [name, row[name]])) as Caps },
  ...{ facility, fields, payment, held },
});

type VenueChanged = EventOf<'events.catalog.venue_changed'>;

type CopiedVenue = Omit<VenueChanged, 'invoicing' | 'visitInfo' | 'planRules'> & {
  planRules: PlanRules | null;
  visitInfo: VisitInfo;
  refundTiers: RefundTiers | undefined;
  invoicing: InvoiceDetails | null;
};

const storeVenue = keepLatestRevision<CopiedVenue>('booking.venue', {
  key: { id: 'venueId' },
  fields: [
    'slug',
    'name',
    'primaryDomain',
    'timezone',
    'live',
    'redirectOrigins',
    'cancelUntilHours',
    'retainDays',
    'maxOpenHoldsPerEmail',
    'maxOpenHoldsPerAddress',
    'maxOpenHoldsPerNetwork',
    'maxComingBookingsPerEmail',
    'maxComingBookingsPerAddress',
    'maxComingBookingsPerNetwork',
    'uncapped',
    'proofOfWork',
    'holdMinutes',
    'changeUntilHours',
    'checkInFromHours',
    'refundTiers',
    'notifyNew',
    'notifyChanged',
    'notifyCancelled',
    'notifyDaily',
    'quoteMinutes',
    'invoicing',
    'reminderHours',
    'followUpHours',
    'visitInfo',
    'reviewUrl',
    'smsReminders',
    'smsOffers',
    'smsCountryCode',
    'planRules',
  ],
});

/** Stores a copy of a venue's settings. */
export const storeVenueCopy = (
  tx: Sql,
  {
    changeUntilHours: hours,
    refundRules: rules,
    invoicing = 'null',
    visitInfo = 'null',
    planRules = 'null',
    ...event
  }: VenueChanged,
) =>
  storeVenue(tx, {
    ...event,
    changeUntilHours: hours === -1 ? undefined : hours,
    invoicing: JSON.parse(invoicing),
    visitInfo: JSON.parse(visitInfo),
    planRules: JSON.parse(planRules),
    refundTiers: rules?.tiered
      ? rules.tiers.map(({ untilHours: until_hours, percent }) => ({ until_hours, percent }))
      : undefined,
  });

type FacilityChanged = EventOf<'events.catalog.facility_changed'>;
type CopiedFacility = Omit<FacilityChanged, 'pricing' | 'names' | 'deposit' | 'visitInfo'> & {
  waitingList: boolean;
  offerMinutes: number;
  pricing: Pricing | null;
  deposit: Deposit | null;
  names: FacilityNames;
  visitInfo: VisitInfo;
};

const storeFacility = keepLatestRevision<CopiedFacility>('booking.facility', {
  key: { id: 'facilityId' },
  fields: [
    'venueId',
    'name',
    'minPeople',
    'maxPeoplePerBooking',
    'priceCents',
    'active',
    'pricing',
    'vatBasisPoints',
    'deposit',
    'names',
    'reminderHours',
    'visitInfo',
    'waitingList',
    'offerMinutes',
  ],
});

export const copyFacility = (
  tx: Sql,
  {
    pricing = 'null',
    names = 'null',
    deposit = 'null',
    visitInfo = 'null',
    vatBasisPoints: vat,
    reminderHours,
    ...event
  }: FacilityChanged,
) =>
  storeFacility(tx, {
    ...event,
    // Absent from a catalog service of the previous release.
    waitingList: event.waitingList ?? false,
    offerMinutes: event.offerMinutes ?? 60,
    pricing: JSON.parse(pricing),
    deposit: JSON.parse(deposit),
    names: JSON.parse(names),
    visitInfo: JSON.parse(visitInfo),
    reminderHours: reminderHours === -1 ? undefined : reminderHours,
    vatBasisPoints: vat === -1 ? undefined : vat,
  });

const storeFields = keepLatestRevision<{ venueId: number; fields: BookingField[]; revision: bigint }>(
  'booking.venue_fields',
  { key: { venue_id: 'venueId' }, fields: ['fields'] },
);

export const copyFields = (tx: Sql, event: EventOf<'events.catalog.booking_fields_changed'>) =>
  storeFields(tx, {
    ...event,
    fields: event.fields.map(({ key, label, type, required, options, translations }) => ({
      key,
      label,
      type,
      required,
      ...(type === 'select' && { options }),
      ...(translations && { translations: JSON.parse(translations) }),
    })) as BookingField[],
  });

export const copyPaymentTerms = keepLatestRevision<EventOf<'events.payment.account_changed'>>(
  'booking.payment_terms',
  { key: { venue_id: 'venueId' }, fields: ['linked', 'provider', 'feeBasisPoints', 'feeFixedCents'] },
);
