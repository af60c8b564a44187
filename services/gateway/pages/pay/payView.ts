import { localAt } from '@venue-booking/kit/venueTime';
import { escapeHtml, formatDay, formatEuro, formatTimes } from '@venue-booking/kit/wording';
import type { PayLink } from '@venue-booking/proto/booking';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue';
import { contactSection } from '../ticket/contactSection.ts';
import { labels } from '../ticket/labels.ts';
import { inLanguage, languageSwitch, venueBar } from '../ticket/languageSwitch.ts';
import { renewing, type TicketPage } from '../ticket/sendTicket.ts';
import { isOwnZone, placeOf } from '../ticket/zone.ts';
import { payLabels } from './payLabels.ts';

/** Where a guest stands who can't be sent on to a checkout or back. */
export type PayState = 'waiting' | 'failed' | 'closed' | 'refused';

type Shown = {
  state: PayState;
  link: PayLink;
  contact: VenueContact;
  language: Locale;
  /** ms since 1970. */
  now: number;
};

/** How a ticket looks that stands as this does. */
const LOOKS: Record<PayState, string> = {
  waiting: 'pending_payment',
  failed: 'problem',
  closed: 'expired',
  refused: 'problem',
};

/** What a guest sees who wants to pay and can't, or not yet. Its style is that of the ticket. */
export function payView(shown: Shown): TicketPage {
  const { state, link, contact, language, now } = shown;
  const text = payLabels[language];
  const reason = state === 'closed' ? whyClosed(shown) : state;
  const { title, text: meaning } = text[reason];
  const isHeld = (state === 'waiting' || state === 'failed') && now < link.holdUntil;
  const sentences = [
    meaning,
    isHeld &&
      text.held(
        localAt(contact.timezone, link.holdUntil).slice(11),
        isOwnZone(contact.timezone, language) ? null : escapeHtml(placeOf(contact.timezone)),
      ),
    state === 'waiting' && text.waitingMore,
  ].filter(Boolean);
  const main = `
<article class="ticket ${LOOKS[state]}">
${header(text[reason], sentences.join(' '), state === 'waiting')}
<div class="stub">${facts(link, language)}</div>
</article>
<section class="actions">
${links(shown)}
</section>
${contactSection(contact, labels[language])}`;
  return {
    language,
    title: `${title} – ${contact.name}`,
    // The address stays what it is: from the page of a failed payment, another one would make another
    // checkout.
    bar: venueBar(contact, '', language),
    main,
    ...(state === 'waiting' && { head: renewing() }),
  };
}

function whyClosed({ link, contact, now }: Shown): 'cancelled' | 'begun' | 'late' {
  if (link.bookingStatus === 'cancelled') return 'cancelled';
  return localAt(contact.timezone, now) >= link.starts_at ? 'begun' : 'late';
}

/** What a guest sees who comes back while nobody can say how the payment stands, or of which booking. */
export function checkingView(language: Locale): TicketPage {
  const { checking, waitingMore } = payLabels[language];
  const meaning = `${checking.text} ${waitingMore}`;
  const main = `<article class="ticket pending_payment">${header(checking, meaning, true)}</article>`;
  return { language, title: checking.title, bar: languageSwitch('', language), main, head: renewing() };
}

/** @param isNews whether it is read out as it comes */
const header = ({ word, title }: { word: string; title: string }, meaning: string, isNews: boolean) =>
  `<header>
<p class="status"><span class="unseen">Status: </span>${word}</p>
<h1>${title}</h1>
<p class="meaning"${isNews ? ' role="status"' : ''}>${meaning}</p>
</header>`;

function facts({ facility, starts_at, ends_at, amount_eur, reference }: PayLink, language: Locale): string {
  const { when, amount, number } = labels[language];
  const times = formatTimes(starts_at, ends_at, language);
  const rows = [
    [payLabels[language].what, escapeHtml(facility)],
    [
      when,
      `<time datetime="${starts_at}">${formatDay(starts_at, language)}, <span class="whole">${times}</span></time>`,
    ],
    [amount, formatEuro(amount_eur, language)],
    [number, reference],
  ];
  return `<dl class="lines">${rows.map(([label, html]) => `<div><dt>${label}</dt><dd dir="auto">${html}</dd></div>`).join('')}</dl>`;
}

/** What the guest can do now. The venue's website is known when an address to return to was given. */
function links({ state, link, language }: Shown): string {
  const { retry, booking, bookAgain, back } = payLabels[language];
  const { ticketUrl, redirectUrl, payUrl, locale } = link;
  const website = redirectUrl === ticketUrl ? null : redirectUrl;
  const again = inLanguage(payUrl, language, locale);
  return [
    (state === 'failed' || state === 'waiting') && button(again, retry, state === 'failed' ? ' pay' : ''),
    state === 'closed' && website && button(website, bookAgain, ' pay'),
    button(ticketUrl, booking),
    (state === 'failed' || state === 'refused') && website && button(website, back),
  ]
    .filter(Boolean)
    .join('\n');
}

const button = (address: string, text: string, kind = '') =>
  `<a class="button${kind}" href="${escapeHtml(address)}">${text}</a>`;
