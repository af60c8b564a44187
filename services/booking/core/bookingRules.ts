import { type FeeTerms, platformFee } from '@venue-booking/domain/payment/platformFee';
import { type GuestParty, guestParty, type PartyRequest } from '@venue-booking/domain/price/guestParty';
import { type Line, type Party, priceOf } from '@venue-booking/domain/price/priceOf';
import type { VatCents } from '@venue-booking/domain/price/vat';
import { redirectOrigin } from '@venue-booking/domain/venue/redirectOrigin';
import { fail, inEachLanguage } from '@venue-booking/proto/failures';
import type { Deposit } from '@venue-booking/proto/payment/deposit';
import type { RefundTiers } from '@venue-booking/proto/payment/refundTiers';
import type { AddOnCounts } from '@venue-booking/proto/price/addOns';
import type { Guests } from '@venue-booking/proto/price/guests';
import type { Pricing } from '@venue-booking/proto/price/pricing';
import { guestLine, isInvisible, multiLine, toEuro } from '@venue-booking/proto/primitives';
import type { BookingField } from '@venue-booking/proto/venue/bookingField';
import type { Caps } from '@venue-booking/proto/venue/caps';
import type { FacilityNames } from './facilityNames.ts';

/** The settings by which a booking of a facility is checked and priced. */
export type BookingTerms = {
  venue: {
    timezone: string;
    live: boolean;
    redirectOrigins: string[];
    /** How long an unpaid booking holds its places. */
    holdMinutes: number;
    /** Refund tiers for a cancellation by the guest; null: a full refund. */
    refundTiers: RefundTiers | null;
    /** How long a quote is valid. */
    quoteMinutes: number;
    /** Maximum numbers of holds and coming bookings per guest. */
    caps: Caps;
    /** Whether every online booking needs a proof of work. */
    proofOfWork: boolean;
    /** The plan's limit of online bookings within a day, and whether it is reached; null: no limit. */
    perDay?: number | null;
    isDayFull?: boolean | null;
  };
  facility: {
    name: string;
    /** Names in other languages, by language; null: none. */
    names: FacilityNames;
    active: boolean;
    minPeople: number;
    maxPeoplePerBooking: number;
    /** Per person; used when the facility has no price list. */
    priceCents: number;
    pricing: Pricing | null;
    /** VAT included in prices, in hundredths of a percent; null: not shown. */
    vatBasisPoints: number | null;
    /** What guests pay online to book; null: the whole price. */
    deposit: Deposit | null;
    /** Whether guests can join a waiting list; absent in the terms of quotes under test. */
    waitingList?: boolean;
    /** How many minutes a place is offered to a guest of the waiting list. */
    offerMinutes?: number;
  };
  fields: BookingField[];
  /** The platform fee; null if the venue has not linked a payment provider. */
  payment: FeeTerms | null;
};

/** Terms of a booking that must be paid online. `depositCents`: null or absent if the whole price is due. */
export type Owed = {
  feeCents: number;
  holdMinutes: number;
  refundTiers: RefundTiers | null;
  depositCents?: number | null;
  /** How the rest of a deposit is paid online; null or absent: at the venue. */
  restTerms?: RestTerms | null;
};

/** How the rest of a deposit is paid online, as stored. `remindedAt`: ms since 1970. */
export type RestTerms = { untilHours: number; unpaid: 'keep' | 'cancel'; remindedAt?: number | undefined };

/** Values of the extra fields as stored. */
export type Extra = Record<string, string | boolean>;

/**
 * The people of a booking and its add-ons.
 * @param options.byVenue the venue books: the facility's minimum and maximum do not apply
 * @throws the failures of {@link guestParty} and {@link checkPeople}
 */
export function partyFor(
  terms: Pick<BookingTerms, 'facility'>,
  request: PartyRequest,
  { byVenue = false } = {},
): GuestParty {
  const party = guestParty(terms.facility.pricing, request, { byVenue });
  if (!byVenue) checkPeople(terms, party.people);
  return party;
}

/** Checks the facility's minimum and maximum of people. @throws `people_too_few`, `people_too_many` */
export function checkPeople({ facility }: Pick<BookingTerms, 'facility'>, people: number): void {
  if (people < facility.minPeople) throw fail('people_too_few', { min: facility.minPeople });
  if (people > facility.maxPeoplePerBooking)
    throw fail('people_too_many', { max: facility.maxPeoplePerBooking });
}

/**
 * The number of people that need places, all guests by category (if the facility has categories), and the
 * add-ons.
 */
export type PricedParty = Omit<Party, 'guests'> & Omit<GuestParty, 'people'>;

/** A price in cents, with the price list's `lines` and the included `vat`, each null where there is none. */
export type Amount = { amountCents: number; lines: Line[] | null; vat: VatCents[] | null };

/** The price of a booking. Without a price list it is per person, also for a private booking (FULL). */
export function amountOf(
  { facility: { pricing, priceCents, vatBasisPoints } }: Pick<BookingTerms, 'facility'>,
  { guests, ...party }: PricedParty,
): Amount {
  const list = pricing ?? plainPrice(priceCents);
  const { totalCents, lines, vat } = priceOf(list, { ...party, guests: countsOf(guests), vatBasisPoints });
  return { amountCents: totalCents, lines: pricing && lines, vat };
}

/** A price per person in the form of a price list. */
export const plainPrice = (priceCents: number): Pricing => ({
  per: 'person',
  eur: toEuro(priceCents),
  rules: [],
});

/** Counts by key, of guests by category or of add-ons; undefined for null. */
export const countsOf = (
  items: readonly { key: string; count: number }[] | null,
): (Guests & AddOnCounts) | undefined =>
  items ? Object.fromEntries(items.map(({ key, count }) => [key, count])) : undefined;

/** What a guest must pay online to book; null if nothing. */
export const owedFor = (
  { payment, venue }: Pick<BookingTerms, 'payment' | 'venue'>,
  {
    amountCents,
    dueCents,
    restTerms,
  }: { amountCents: number; dueCents: number; restTerms: RestTerms | null },
): Owed | null =>
  payment === null || amountCents === 0
    ? null
    : {
        // The fee is part of this payment, so it is computed from this payment.
        feeCents: platformFee(payment, dueCents),
        holdMinutes: venue.holdMinutes,
        refundTiers: venue.refundTiers,
        ...(dueCents < amountCents
          ? { depositCents: dueCents, restTerms }
          : { depositCents: null, restTerms: null }),
      };

/** How the rest of a deposit is paid online, for a new booking; null: at the venue. */
export const restTermsOf = (deposit: Deposit | null): RestTerms | null =>
  deposit?.rest_until_hours === undefined
    ? null
    : { untilHours: deposit.rest_until_hours, unpaid: deposit.unpaid ?? 'keep' };

/**
 * Checks a guest's values against the venue's extra fields. Keys must be declared, a select's value must be
 * one of its options, a checkbox is a boolean, other values are strings. Required fields must be filled in (a
 * checkbox: true). Empty optional values are dropped.
 * @param options.byVenue the venue enters the values, so nothing is required
 * @throws `extra_unknown`, `extra_required`, `extra_invalid`
 */
export function checkExtra(
  fields: readonly BookingField[],
  given: Record<string, unknown>,
  { byVenue = false } = {},
): Extra {
  const declared = new Set(fields.map(({ key }) => key));
  const unknown = Object.keys(given).find((key) => !declared.has(key));
  if (unknown !== undefined) throw fail('extra_unknown', { key: unknown });
  const extra: Extra = {};
  for (const field of fields) {
    const value = Object.hasOwn(given, field.key) ? given[field.key] : undefined;
    const label = inEachLanguage('label', (language) => field.translations?.[language]?.label ?? field.label);
    const isRequired = field.required && !byVenue;
    if (isRequired && (value === undefined || value === '' || value === false))
      throw fail('extra_required', label);
    if (value === undefined) continue;
    const accepted = acceptedValue(field, value);
    if (accepted === null) throw fail('extra_invalid', label);
    const isBlank =
      accepted === '' || (typeof accepted === 'string' && field.type !== 'select' && isInvisible(accepted));
    if (isBlank && isRequired) throw fail('extra_required', label);
    if (!isBlank) extra[field.key] = accepted;
  }
  return extra;
}

/** Maximum size of all values of a booking as JSON; the same as one request can carry. */
const MAX_EXTRA_KB = 64;
const bytesOf = (extra: Extra): number => Buffer.byteLength(JSON.stringify(extra));

/**
 * A booking's values after the venue corrected some: empty ones are removed, values of former fields stay.
 * @throws the failures of {@link checkExtra}, `extra_too_long`
 */
export function correctedExtra(
  fields: readonly BookingField[],
  before: Extra,
  given: Record<string, unknown>,
): Extra {
  const checked = checkExtra(fields, given, { byVenue: true });
  const others = Object.entries(before).filter(([key]) => !Object.hasOwn(given, key));
  const corrected = { ...Object.fromEntries(others), ...checked };
  const bytes = bytesOf(corrected);
  if (bytes > MAX_EXTRA_KB * 1024 && bytes > bytesOf(before))
    throw fail('extra_too_long', { limit: `${MAX_EXTRA_KB} kB`, label: Object.keys(given).join(', ') });
  return corrected;
}

const line = guestLine(1000, 0);
const telephone = guestLine(50, 0);
const lines = multiLine(10_000);

/** The value to store, which may be empty; null if the field does not accept it. */
function acceptedValue({ type, options = [] }: BookingField, value: unknown): string | boolean | null {
  if (type === 'checkbox') return typeof value === 'boolean' ? value : null;
  if (type === 'select') return typeof value === 'string' && ['', ...options].includes(value) ? value : null;
  const schema = { text: line, tel: telephone, textarea: lines }[type];
  return schema.safeParse(value).data ?? null;
}

/**
 * Whether a guest may be redirected to an address after paying.
 * @param allowed the gateway's decision, which considers all websites of the venue. It is undefined from a
 * gateway of the previous release; then the venue's list decides, and an empty list allows any website
 */
export function isRedirectAllowed({ venue }: BookingTerms, address: string, allowed?: boolean): boolean {
  const origin = redirectOrigin(address);
  if (origin === null) return false;
  return allowed ?? (venue.redirectOrigins.length === 0 || venue.redirectOrigins.includes(origin));
}
