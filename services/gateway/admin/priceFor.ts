import { guestParty } from '@venue-booking/domain/price/guestParty';
import { priceOf, toPriceLine } from '@venue-booking/domain/price/priceOf';
import { toBasisPoints, vatShares } from '@venue-booking/domain/price/vatShares';
import type { PricePreview, PricePreviewRequest } from '@venue-booking/proto/price/pricePreview';
import { toEuro } from '@venue-booking/proto/primitives';

/** The price of a party, whether or not it may book. @throws as {@link guestParty} */
export function priceFor({
  pricing,
  date,
  time,
  people,
  guests,
  add_ons,
  hours_ahead: hoursAhead = 0,
  vat_percent = null,
  locale = 'nl',
}: PricePreviewRequest): PricePreview {
  const party = guestParty(pricing, { people, guests, add_ons }, { byVenue: true });
  const { totalCents, lines, vat } = priceOf(pricing, {
    ...{ startsAt: `${date}T${time}`, hoursAhead, people: party.people, guests, locale },
    addOns: party.addOns,
    vatBasisPoints: toBasisPoints(vat_percent),
  });
  return { total_eur: toEuro(totalCents), lines: lines.map(toPriceLine), ...vatShares(vat) };
}
