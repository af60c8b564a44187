import type { AddOnCounts } from '@venue-booking/proto/addOns';
import type { BookingField } from '@venue-booking/proto/bookingField';
import type { Caps } from '@venue-booking/proto/caps';
import { fail } from '@venue-booking/proto/failures';
import type { Guests } from '@venue-booking/proto/guests';
import { type FeeTerms, platformFee } from '@venue-booking/proto/payment';
import { type GuestParty, guestParty, type PartyWish } from '@venue-booking/proto/price/guestParty';
import { type Line, type Party, priceOf } from '@venue-booking/proto/price/priceOf';
import type { VatCents } from '@venue-booking/proto/price/vatOf';
import type { Pricing } from '@venue-booking/proto/pricing';
import { guestLine, isUnseen, multiLine, toEuro } from '@venue-booking/proto/primitives';
import { redirectOrigin } from '@venue-booking/proto/redirectUrl';
import type { RefundTiers } from '@venue-booking/proto/refundRules';

/** What a booking of a facility is checked and priced by. */
export type BookingTerms = {
  venue: {
    timezone: string;
    live: boolean;
    redirectOrigins: string[];
    /** How long the places of an unpaid booking are held. */
    holdMinutes: number;
    /** What comes back of what was paid to who cancels; null: all of it. */
    refundTiers: RefundTiers | null;
    /** How long a price holds that a guest was told. */
    quoteMinutes: number;
    /** How much one guest may hold. */
    caps: Caps;
    /** Whether a guest's browser has to work for a booking. */
    proofOfWork: boolean;
  };
  facility: {
    name: string;
    active: boolean;
    minPeople: number;
    maxPeoplePerBooking: number;
    /** Per person, where there is no price list. */
    priceCents: number;
    pricing: Pricing | null;
    /** VAT that prices include, in hundredths of a percent; null: none is told. */
    vatBasisPoints: number | null;
  };
  fields: BookingField[];
  /** What the platform keeps of payments; null for a venue that has linked no provider. */
  payment: FeeTerms | null;
};

/** That a booking is to be paid online. */
export type Owed = { feeCents: number; holdMinutes: number; refundTiers: RefundTiers | null };

/** Values of the extra fields as they are kept. */
export type Extra = Record<string, string | boolean>;

/**
 * Whom a booking is for, and what it takes along.
 * @param options.byVenue the venue books: no least or most holds
 * @throws what {@link guestParty} and {@link checkPeople} refuse with
 */
export function partyFor(
  terms: Pick<BookingTerms, 'facility'>,
  wish: PartyWish,
  { byVenue = false } = {},
): GuestParty {
  const party = guestParty(terms.facility.pricing, wish, { byVenue });
  if (!byVenue) checkPeople(terms, party.people);
  return party;
}

/** Refuses so many people who can't book. @throws `people_too_few`, `people_too_many` */
export function checkPeople({ facility }: Pick<BookingTerms, 'facility'>, people: number): void {
  if (people < facility.minPeople) throw fail('people_too_few', { min: facility.minPeople });
  if (people > facility.maxPeoplePerBooking)
    throw fail('people_too_many', { max: facility.maxPeoplePerBooking });
}

/** How many take places, all by category where a facility has any, and what they take along. */
export type PricedParty = Omit<Party, 'guests'> & Omit<GuestParty, 'people'>;

/** What a booking costs, in cents; `lines`: why, by a price list; `vat`: the VAT in it, where it is told. */
export type Amount = { amountCents: number; lines: Line[] | null; vat: VatCents[] | null };

/** What a booking costs. Without a price list it is a price per person, for FULL as well. */
export function amountOf(
  { facility: { pricing, priceCents, vatBasisPoints } }: Pick<BookingTerms, 'facility'>,
  { guests, ...party }: PricedParty,
): Amount {
  const list = pricing ?? plainPrice(priceCents);
  const { totalCents, lines, vat } = priceOf(list, { ...party, guests: countsOf(guests), vatBasisPoints });
  return { amountCents: totalCents, lines: pricing && lines, vat };
}

/** A price per person, in the words of a price list. */
export const plainPrice = (priceCents: number): Pricing => ({
  per: 'person',
  eur: toEuro(priceCents),
  rules: [],
});

/** Guests by category, or add-ons, by key; undefined where there are none. */
export const countsOf = (
  items: readonly { key: string; count: number }[] | null,
): (Guests & AddOnCounts) | undefined =>
  items ? Object.fromEntries(items.map(({ key, count }) => [key, count])) : undefined;

/** What an amount in cents makes a guest owe; null when nothing is to be paid online. */
export const owedFor = (
  { payment, venue }: Pick<BookingTerms, 'payment' | 'venue'>,
  amountCents: number,
): Owed | null =>
  payment === null || amountCents === 0
    ? null
    : {
        feeCents: platformFee(payment, amountCents),
        holdMinutes: venue.holdMinutes,
        refundTiers: venue.refundTiers,
      };

/**
 * Checks a guest's values against the venue's extra fields: no undeclared keys, strings (a checkbox is a
 * boolean), a select one of its options, required ones filled in (a checkbox: true). Optional ones left empty
 * are dropped.
 * @param options.byVenue the venue fills it in, so nothing is required
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
    const { label } = field;
    const isRequired = field.required && !byVenue;
    if (isRequired && (value === undefined || value === '' || value === false))
      throw fail('extra_required', { label });
    if (value === undefined) continue;
    const kept = acceptedValue(field, value);
    if (kept === null) throw fail('extra_invalid', { label });
    const isBlank = kept === '' || (typeof kept === 'string' && field.type !== 'select' && isUnseen(kept));
    if (isBlank && isRequired) throw fail('extra_required', { label });
    if (!isBlank) extra[field.key] = kept;
  }
  return extra;
}

/** All values of a booking, as JSON: as much as a guest can send at once. */
const MOST_EXTRA_KB = 64;
const bytesOf = (extra: Extra): number => Buffer.byteLength(JSON.stringify(extra));

/**
 * The values of a booking when the venue corrects some: an empty one goes, those of former fields stay.
 * @throws what {@link checkExtra} refuses with, `extra_too_long`
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
  if (bytes > MOST_EXTRA_KB * 1024 && bytes > bytesOf(before))
    throw fail('extra_too_long', { limit: `${MOST_EXTRA_KB} kB`, label: Object.keys(given).join(', ') });
  return corrected;
}

const line = guestLine(1000, 0);
const telephone = guestLine(50, 0);
const lines = multiLine(10_000);

/** A value as it is kept, which may be empty; null for one that the field does not take. */
function acceptedValue({ type, options = [] }: BookingField, value: unknown): string | boolean | null {
  if (type === 'checkbox') return typeof value === 'boolean' ? value : null;
  if (type === 'select') return typeof value === 'string' && ['', ...options].includes(value) ? value : null;
  const schema = { text: line, tel: telephone, textarea: lines }[type];
  return schema.safeParse(value).data ?? null;
}

/**
 * Whether a guest may be sent to an address after paying.
 * @param allowed what the gateway decided, which knows all websites of the venue; undefined from a gateway of
 * the release before, where the venue's list decides and an empty one allows any website
 */
export function isRedirectAllowed({ venue }: BookingTerms, address: string, allowed?: boolean): boolean {
  const origin = redirectOrigin(address);
  if (origin === null) return false;
  return allowed ?? (venue.redirectOrigins.length === 0 || venue.redirectOrigins.includes(origin));
}
