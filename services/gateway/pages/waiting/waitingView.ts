import { addOnsText, guestsText, vatRows } from '@venue-booking/domain/wording/bookingTexts';
import {
  formatDay,
  formatEuro,
  formatMoment,
  formatPrice,
  formatTimes,
} from '@venue-booking/domain/wording/formats';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { WaitingPage } from '@venue-booking/proto/booking/waitingList';
import { type Failure, failureText } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { contactSection } from '../guest/contactSection.ts';
import { factList, sums } from '../guest/factList.ts';
import type { GuestPage } from '../guest/guestPage.ts';
import { labels } from '../guest/labels.ts';
import { inLanguage, venueBar } from '../guest/languageSwitch.ts';
import { priceRows } from '../guest/priceRows.ts';
import { statusLine } from '../guest/statusLine.ts';
import { waiting as de } from '../texts/de/waiting.ts';
import { waiting as en } from '../texts/en/waiting.ts';
import { waiting as fr } from '../texts/fr/waiting.ts';
import { waiting as nl, type WaitingTexts } from '../texts/nl/waiting.ts';

const texts: Record<Locale, WaitingTexts> = { nl, en, de, fr };

/** Colours of the statuses, which the ticket's style sheet names by those of a booking. */
const TONE: Record<WaitingPage['status'], string> = {
  unconfirmed: 'pending_payment',
  waiting: 'pending_payment',
  offered: 'confirmed',
  booked: 'confirmed',
  left: 'cancelled',
  expired: 'expired',
};

type Shown = {
  entry: WaitingPage;
  contact: VenueContact;
  /** Path of the page. */
  path: string;
  language: Locale;
  /** Why the last request failed. */
  failure: Failure | undefined;
};

/** Whether accepting the offer may lead to a payment page. */
export const mayPay = ({ offer, paysOnline }: WaitingPage): boolean =>
  paysOnline && (offer?.quote?.total_eur ?? 0) > 0;

/** The page of an entry on a waiting list: to confirm or leave it, and to answer an offer. */
export function waitingView({ entry, contact, path, language, failure }: Shown): GuestPage {
  const { status, facility, offer, slot, date } = entry;
  const text = texts[language];
  const { word, meaning } = text.statuses[status];
  const until = offer ? formatMoment(offer.until, language) : '';
  const says = status === 'offered' && !offer ? text.offeredElsewhere : meaning.replace('{until}', until);
  const day = formatDay(slot?.starts_at ?? `${date}T00:00`, language);
  const main = `
${failure ? `<p class="refusal" role="alert">${escapeHtml(failureText(failure.code, failure.params, language))}</p>` : ''}
<article class="ticket ${TONE[status]}">
<header>
${statusLine(word, language)}
<h1 dir="auto"${facility.length > 60 ? ' class="long"' : ''}>${escapeHtml(facility)}</h1>
<p class="when"><time datetime="${slot?.starts_at ?? date}">${day}<br><b>${timesOf(entry, language)}</b></time></p>
<p class="meaning">${escapeHtml(says)}</p>
${answer({ entry, path, language })}
</header>
<div class="stub">
${facts(entry, language)}
</div>
</article>
<section class="actions">
${leaving({ entry, path, language })}
</section>
${contactSection(contact, labels[language])}`;
  return {
    language,
    title: `${word} – ${facility} – ${contact.name}`,
    bar: venueBar(contact, path, language),
    brand: contact.brand,
    main,
  };
}

function timesOf({ slot }: WaitingPage, language: Locale): string {
  if (!slot) return texts[language].wholeDay;
  return slot.ends_at ? formatTimes(slot.starts_at, slot.ends_at, language) : slot.starts_at.slice(11, 16);
}

type Answered = Pick<Shown, 'entry' | 'path' | 'language'>;

/** The button that the guest came for: to confirm, to book, or to see the booking. */
function answer({ entry, path, language }: Answered): string {
  const { status, byMail, offer, locale, ticketUrl } = entry;
  const text = texts[language];
  const to = (address: string) => escapeHtml(inLanguage(address, language, locale));
  if (ticketUrl) return `<a class="button pay" href="${to(ticketUrl)}">${text.ticket}</a>`;
  if (status === 'unconfirmed')
    return byMail
      ? `<form method="post" action="${to(`${path}/confirm`)}"><button class="pay">${text.confirm}</button></form>`
      : `<p class="due">${text.byMail}</p>`;
  if (!offer) return '';
  if (!offer.quote) return `<p class="due">${text.noPrice}</p>`;
  const { total_eur, deposit_eur, quote } = offer.quote;
  const due = deposit_eur ?? total_eur;
  const button =
    entry.paysOnline && due > 0 ? text.acceptPay.replace('{amount}', formatEuro(due, language)) : text.accept;
  return `<form method="post" action="${to(`${path}/accept`)}">
<input type="hidden" name="offer" value="${escapeHtml(offer.id)}"><input type="hidden" name="quote" value="${escapeHtml(quote)}">
<button class="pay">${escapeHtml(button)}</button></form>`;
}

function facts(entry: WaitingPage, language: Locale): string {
  const { people, addOns, amount } = labels[language];
  const quote = entry.offer?.quote;
  return factList([
    [people, guestsText(entry, language)],
    [addOns, addOnsText(entry, language), 'wide'],
    ...(quote
      ? [
          ...sums(priceRows({ ...entry, lines: quote.lines }, language)),
          ...sums([[amount, formatPrice(quote.total_eur, language)]]).map(
            ([label, value]): [string, string, 'sum total'] => [label, value, 'sum total'],
          ),
          ...sums(vatRows(quote.vat, language)),
        ]
      : []),
  ]);
}

/** Leaving takes two steps: opening the details, then pressing the button. */
function leaving({ entry, path, language }: Answered): string {
  const { status, locale, offer } = entry;
  if (status !== 'unconfirmed' && status !== 'waiting' && status !== 'offered') return '';
  const text = texts[language];
  const [what, more, confirm] = offer
    ? [text.decline, text.declineWhat, text.confirmDecline]
    : [text.leave, text.leaveWhat, text.confirmLeave];
  return `<details>
<summary>${what}</summary>
<p>${more}</p>
<form method="post" action="${escapeHtml(inLanguage(`${path}/leave`, language, locale))}"><button>${confirm}</button></form>
</details>`;
}
