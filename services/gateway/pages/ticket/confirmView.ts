import { addOnsText, guestsText, vatRows } from '@venue-booking/domain/wording/bookingTexts';
import {
  formatDay,
  formatEuro,
  formatMoment,
  formatPrice,
  formatTimes,
} from '@venue-booking/domain/wording/formats';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Booking, Ticket } from '@venue-booking/proto/booking/booking';
import type { OwnChangeQuote } from '@venue-booking/proto/booking/quote';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { factList, sums } from '../guest/factList.ts';
import type { GuestPage } from '../guest/guestPage.ts';
import { labels } from '../guest/labels.ts';
import { inLanguage, venueBar } from '../guest/languageSwitch.ts';
import { priceRows } from '../guest/priceRows.ts';
import { changeLabels } from './changeLabels.ts';
import { tierList } from './ticketView.ts';

export type ToConfirm = {
  ticket: Ticket;
  contact: VenueContact;
  /** Path of the ticket. */
  path: string;
  language: Locale;
  /** The requested change, as a query. */
  query: URLSearchParams;
  quote: OwnChangeQuote;
  /** Whether the guest agreed before, but the booking or its price changed in the meantime. */
  isAgain?: boolean;
};

/** The page that shows what a change costs, for the guest to confirm. */
export function confirmView(shown: ToConfirm): GuestPage {
  const { ticket, contact, path, language, query, quote, isAgain } = shown;
  const text = changeLabels[language];
  const { booking, locale } = ticket;
  const to = (search: URLSearchParams) => escapeHtml(`${path}/change?${search}`);
  const chosen = new URLSearchParams([...query].filter(([name]) => name !== 'slot'));
  const now = { ...booking, total_eur: booking.amount_eur, lines: booking.price_lines ?? [] };
  const main = `<nav class="back"><a href="${inLanguage(path, language, locale)}">${text.back}</a></nav>
<h1>${text.confirm}</h1>
${isAgain ? `<p class="refusal" role="alert">${text.again}</p>` : ''}
<div class="versus">
<section><h2>${text.now}</h2>${facts(now, language)}</section>
<section><h2>${text.after}</h2>${facts(quote, language)}</section>
</div>
<p class="money">${moneyTexts(ticket, quote, language).join(' ')}</p>
${cancellingThen(quote, language)}
<form class="agree" method="post" action="${to(query)}"><input type="hidden" name="quote" value="${escapeHtml(quote.quote)}"><button class="pay">${text.agree}</button>
<a class="button" href="${to(chosen)}">${text.other}</a></form>`;
  const bar = venueBar(contact, `${path}/change`, language, query);
  return { language, title: `${text.confirm} – ${contact.name}`, bar, brand: contact.brand, main };
}

type Facts = Pick<
  OwnChangeQuote,
  'starts_at' | 'ends_at' | 'people' | 'guests' | 'total_eur' | 'lines' | 'vat'
> &
  Pick<Booking, 'add_ons'>;

function facts(of: Facts, language: Locale): string {
  const { when, people, addOns, amount } = labels[language];
  const { starts_at, ends_at, total_eur } = of;
  return factList([
    [when, `${formatDay(starts_at, language)},\n${formatTimes(starts_at, ends_at, language)}`],
    [people, guestsText(of, language)],
    [addOns, addOnsText(of, language), 'wide'],
    ...sums(priceRows(of, language)),
    [amount, formatPrice(total_eur, language), 'sum total'],
    ...sums(vatRows(of.vat, language)),
  ]);
}

/** Sentences about the price and about refunds or amounts left to pay. */
function moneyTexts(
  { paymentStatus }: Pick<Ticket, 'paymentStatus'>,
  { amount_eur, total_eur, refund_eur, open_eur, pays_online }: OwnChangeQuote,
  language: Locale,
): string[] {
  const text = changeLabels[language];
  const euro = (amount: number) => formatEuro(amount, language);
  const texts = [
    total_eur === amount_eur
      ? total_eur > 0 && text.samePrice(euro(total_eur))
      : text.otherPrice(euro(amount_eur), euro(total_eur)),
    refund_eur > 0 && text.goesBack(euro(refund_eur)),
    paymentStatus === null
      ? total_eur > 0 && text.payThere(euro(total_eur))
      : open_eur > 0 && (pays_online ? text.payOnline : text.leftToPay)(euro(open_eur)),
  ];
  return texts.filter((one) => one !== false);
}

function cancellingThen({ cancel_until: until, refund_tiers: tiers = [] }: OwnChangeQuote, language: Locale) {
  const text = changeLabels[language];
  if (until === null) return `<p class="soft">${text.cancelNever}</p>`;
  return `<p class="soft">${text.cancelUntil(formatMoment(until, language))}</p>${tierList(tiers, language)}`;
}
