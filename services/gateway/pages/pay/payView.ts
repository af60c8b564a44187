import { localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatDay, formatEuro, formatMoment, formatTimes } from '@venue-booking/domain/wording/formats';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { PayLink } from '@venue-booking/proto/booking/booking';
import { type Locale, toCents, toEuro } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { contactSection } from '../guest/contactSection.ts';
import type { GuestPage } from '../guest/guestPage.ts';
import { labels } from '../guest/labels.ts';
import { inLanguage, languageSwitch, venueBar } from '../guest/languageSwitch.ts';
import { reloadTag } from '../guest/reload.ts';
import { statusLine } from '../guest/statusLine.ts';
import { isOwnZone, placeOf } from '../guest/zone.ts';
import { payLabels } from './payLabels.ts';

/** The state of a payment that cannot continue at a checkout. */
export type PayState = 'waiting' | 'blocked' | 'failed' | 'closed' | 'refused';

/** Whether the page reloads, because a later try may lead to a checkout. */
export const isRetried = (state: PayState): boolean => state === 'waiting' || state === 'blocked';

type Shown = {
  state: PayState;
  link: PayLink;
  contact: VenueContact;
  language: Locale;
  /** ms since 1970. */
  now: number;
};

/** Ticket styles by state. */
const TICKET_STYLES: Record<PayState, string> = {
  waiting: 'pending_payment',
  blocked: 'pending_payment',
  failed: 'problem',
  closed: 'expired',
  refused: 'problem',
};

/** The page for a guest who cannot pay, or not yet. It uses the ticket's styles. */
export function payView(shown: Shown): GuestPage {
  const { state, link, contact, language, now } = shown;
  const text = payLabels[language];
  const reason = state === 'closed' ? closedReason(shown) : state;
  const { title, text: meaning } = text[reason];
  const mayRetry = isRetried(state) || state === 'failed';
  const isHeld = !link.isLater && mayRetry && now < link.holdUntil;
  const sentences = [
    meaning,
    isHeld &&
      text.held(
        localAt(contact.timezone, link.holdUntil).slice(11),
        isOwnZone(contact.timezone, language) ? null : escapeHtml(placeOf(contact.timezone)),
      ),
    link.isLater && mayRetry && text.stands,
    isRetried(state) && text.waitingMore,
  ].filter(Boolean);
  const main = `
<article class="ticket ${TICKET_STYLES[state]}">
${header(text[reason], sentences.join(' '), { isNews: isRetried(state), language })}
<div class="stub">${facts(link, language)}</div>
</article>
<section class="actions">
${links(shown)}
</section>
${contactSection(contact, labels[language])}`;
  return {
    language,
    title: `${title} – ${contact.name}`,
    // Keep the current path: after a failed payment, the payment link would create another checkout.
    bar: venueBar(contact, '', language),
    brand: contact.brand,
    main,
    ...(isRetried(state) && { head: reloadTag() }),
  };
}

function closedReason({ link, contact, now }: Shown): 'cancelled' | 'later' | 'begun' | 'late' {
  if (link.bookingStatus === 'cancelled') return 'cancelled';
  if (link.isLater) return 'later';
  return localAt(contact.timezone, now) >= link.starts_at ? 'begun' : 'late';
}

/** The page for a returning guest while the payment service, and so the booking, is unavailable. */
export function checkingView(language: Locale): GuestPage {
  const { checking, waitingMore } = payLabels[language];
  const meaning = `${checking.text} ${waitingMore}`;
  const main = `<article class="ticket pending_payment">${header(checking, meaning, { isNews: true, language })}</article>`;
  return { language, title: checking.title, bar: languageSwitch('', language), main, head: reloadTag() };
}

/** @param isNews whether screen readers announce the text */
const header = (
  { word, title }: { word: string; title: string },
  meaning: string,
  { isNews, language }: { isNews: boolean; language: Locale },
) =>
  `<header>
${statusLine(word, language)}
<h1>${title}</h1>
<p class="meaning"${isNews ? ' role="status"' : ''}>${meaning}</p>
</header>`;

function facts(link: PayLink, language: Locale): string {
  const { facility, starts_at, ends_at, amount_eur, reference, bookingStatus, order, restUntil } = link;
  const dueCents = order?.amountCents ?? 0;
  const restCents = toCents(amount_eur) - dueCents;
  const hasDeposit = bookingStatus === 'pending_payment' && dueCents > 0 && restCents > 0;
  const { when, amount, number, payNow, payLater, payLaterOnline, payBy } = labels[language];
  const times = formatTimes(starts_at, ends_at, language);
  const rows = [
    [payLabels[language].what, escapeHtml(facility)],
    [
      when,
      `<time datetime="${starts_at}">${formatDay(starts_at, language)}, <span class="whole">${times}</span></time>`,
    ],
    [amount, formatEuro(amount_eur, language)],
    ...(hasDeposit
      ? [
          [payNow, formatEuro(toEuro(dueCents), language)],
          [restUntil ? payLaterOnline : payLater, formatEuro(toEuro(restCents), language)],
          ...(restUntil ? [[payBy, formatMoment(restUntil, language)]] : []),
        ]
      : []),
    [number, reference],
  ];
  return `<dl class="lines">${rows.map(([label, html]) => `<div><dt>${label}</dt><dd dir="auto">${html}</dd></div>`).join('')}</dl>`;
}

/** The guest's options. The venue's website is known only if the booking has a return URL. */
function links({ state, link, language }: Shown): string {
  const { retry, booking, bookAgain, back } = payLabels[language];
  const { ticketUrl, redirectUrl, payUrl, locale } = link;
  const website = redirectUrl === ticketUrl ? null : redirectUrl;
  const again = inLanguage(payUrl, language, locale);
  return [
    (state === 'failed' || isRetried(state)) && button(again, retry, state === 'failed' ? ' pay' : ''),
    state === 'closed' && website && button(website, bookAgain, ' pay'),
    button(ticketUrl, booking),
    (state === 'failed' || state === 'refused') && website && button(website, back),
  ]
    .filter(Boolean)
    .join('\n');
}

const button = (address: string, text: string, kind = '') =>
  `<a class="button${kind}" href="${escapeHtml(address)}">${text}</a>`;
