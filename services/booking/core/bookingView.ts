import { payRestUntil } from '@venue-booking/domain/payment/restStep';
import { type Line, toPriceLine } from '@venue-booking/domain/price/priceOf';
import type { VatCents } from '@venue-booking/domain/price/vat';
import { vatShares } from '@venue-booking/domain/price/vatShares';
import { localAt } from '@venue-booking/domain/schedule/venueTime';
import type { AdminBooking } from '@venue-booking/proto/booking/adminBooking';
import type { Booking, Ticket } from '@venue-booking/proto/booking/booking';
import type { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { Quote } from '@venue-booking/proto/booking/quote';
import type { BookedAddOn } from '@venue-booking/proto/price/addOns';
import type { BookedGuests } from '@venue-booking/proto/price/guests';
import type { PriceLine } from '@venue-booking/proto/price/pricing';
import { toEuro } from '@venue-booking/proto/primitives';
import type { Booking as Row } from '../gen/prisma/client.ts';
import type { RestTerms } from './bookingRules.ts';
import { toReturnOf, unpaidOf } from './changedPrice.ts';
import { keptOf } from './keptMoney.ts';
import type { SeriesPlace } from './saveBooking.ts';

/** A booking's price lines for a response; no field without a price list. */
const priceLines = (lines: Line[] | null | undefined): { price_lines?: PriceLine[] } =>
  lines ? { price_lines: lines.map(toPriceLine) } : {};

/** A booking's guests by category for a response; no field without categories. */
export const bookedGuests = (guests: BookedGuests[] | null | undefined): { guests?: BookedGuests[] } =>
  guests ? { guests } : {};

/** A booking's add-ons for a response, without their terms. */
export const bookedAddOns = (addOns: BookedAddOn[] | null | undefined): { add_ons?: BookedAddOn[] } =>
  addOns ? { add_ons: addOns.map(({ key, name, count }) => ({ key, name, count })) } : {};

/**
 * The deposit of a price and its rest, for a response; no fields if the whole price is due. In cents.
 * @param rest.restUntil the deadline for paying the rest online
 */
export const depositTerms = (
  amountCents: number,
  dueCents: number,
  { restUntil }: Pick<Ticket, 'restUntil'>,
): Pick<Quote, 'deposit_eur' | 'rest_eur' | 'rest_until'> =>
  dueCents < amountCents
    ? {
        deposit_eur: toEuro(dueCents),
        rest_eur: toEuro(amountCents - dueCents),
        ...(restUntil && { rest_until: restUntil }),
      }
    : {};

/** The deadline for paying the rest of a deposit online; no field if it is paid at the venue. */
export function restUntilOf({
  restTerms,
  startsAt,
  timezone,
}: Pick<Row, 'restTerms' | 'startsAt' | 'timezone'>): Pick<Ticket, 'restUntil'> {
  const terms = restTerms as RestTerms | null;
  if (!terms) return {};
  const { untilHours, remindedAt = null } = terms;
  const until = payRestUntil({ startsAt: startsAt.getTime(), untilHours, remindedAt });
  return { restUntil: localAt(timezone, until) };
}

/** The columns that a guest sees. */
export type GuestBookingRow = Pick<
  Row,
  | 'id'
  | 'reference'
  | 'facilityName'
  | 'timezone'
  | 'startsAt'
  | 'endsAt'
  | 'people'
  | 'amountCents'
  | 'status'
  | 'customerName'
  | 'customerEmail'
> & { [Kept in 'guests' | 'addOns' | 'priceLines' | 'vat']?: unknown } & Partial<
    Pick<Row, 'clientReference'>
  >;

/** A booking as its guest sees it. Times are local, in the venue's zone at the time of booking. */
export const toBooking = (row: GuestBookingRow): Booking => ({
  id: Number(row.id),
  reference: row.reference,
  ...(row.clientReference && { client_reference: row.clientReference }),
  facility: row.facilityName,
  starts_at: localAt(row.timezone, row.startsAt.getTime()),
  ends_at: localAt(row.timezone, row.endsAt.getTime()),
  people: row.people,
  ...bookedGuests(row.guests as BookedGuests[] | null),
  ...bookedAddOns(row.addOns as BookedAddOn[] | null),
  amount_eur: toEuro(Number(row.amountCents)),
  ...priceLines(row.priceLines as Line[] | null),
  ...vatShares(row.vat as VatCents[] | null),
  status: row.status as BookingStatus,
  customer_name: row.customerName,
  customer_email: row.customerEmail,
});

/** The part of the price that is not paid yet; no field if that is zero. */
export const notPaidYet = (row: Parameters<typeof unpaidOf>[0]): Pick<AdminBooking, 'open_eur'> =>
  unpaidOf(row) > 0 ? { open_eur: toEuro(unpaidOf(row)) } : {};

/** The people of a booking who have come and who are absent, for a response; no field for nobody. */
export function arrivalsOf({
  status,
  people,
  arrived,
  restAbsent,
}: Pick<Row, 'status' | 'people' | 'arrived' | 'restAbsent'>): Pick<AdminBooking, 'arrived' | 'absent'> {
  if (status === 'no_show') return { absent: people };
  if (status !== 'checked_in') return {};
  const came = Math.min(arrived ?? people, people);
  return { arrived: came, ...(restAbsent && came < people && { absent: people - came }) };
}

/** The series of a booking, for a response; no field without one. */
function seriesOf({ seriesId, seriesPlace }: Row): Pick<AdminBooking, 'series'> {
  if (seriesId === null) return {};
  const { position, count, everyWeeks } = seriesPlace as SeriesPlace;
  return { series: { id: seriesId, position, count, every_weeks: everyWeeks } };
}

/** A booking as its venue sees it. */
export const toAdminBooking = (row: Row): AdminBooking => ({
  ...toBooking(row),
  facility_id: row.facilityId,
  slot_id: Number(row.slotId),
  extra: row.extra as AdminBooking['extra'],
  locale: row.locale as AdminBooking['locale'],
  source: row.source as AdminBooking['source'],
  created_at: row.createdAt.toISOString(),
  erased: row.erasedAt !== null,
  payment_status: row.paymentStatus as AdminBooking['payment_status'],
  ...arrivalsOf(row),
  ...seriesOf(row),
  note: row.note,
  ...notPaidYet(row),
  ...(row.deskCents > 0n && { desk_eur: toEuro(Number(row.deskCents)) }),
  ...(toReturnOf(row) > 0 && { to_return_eur: toEuro(toReturnOf(row)) }),
  ...(keptOf(row) > 0 && { kept_eur: toEuro(keptOf(row)) }),
});

/** The guest's deadline to cancel, ms since 1970. An unpaid hold can be cancelled until it starts. */
export const cancelDeadline = (
  {
    status,
    startsAt,
    freeChangeUntil,
  }: Pick<Row, 'status' | 'startsAt'> & Partial<Pick<Row, 'freeChangeUntil'>>,
  cancelUntilHours: number,
): number => {
  const start = startsAt.getTime();
  const usual = start - (status === 'pending_payment' ? 0 : cancelUntilHours * 3600_000);
  return Math.max(usual, Math.min(start, freeChangeUntil?.getTime() ?? usual));
};

/** The deadline to cancel once the booking is paid, in the venue's local time; null if it has passed. */
export function cancelUntilOncePaid(
  { startsAt, timezone }: Pick<Row, 'startsAt' | 'timezone'>,
  cancelUntilHours: number,
): string | null {
  const deadline = cancelDeadline({ status: 'confirmed', startsAt }, cancelUntilHours);
  return Date.now() < deadline ? localAt(timezone, deadline) : null;
}
