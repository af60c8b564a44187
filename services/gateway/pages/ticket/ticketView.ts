import { refundWording } from '@venue-booking/kit/refundWording';
import {
  addOnsText,
  escapeHtml,
  formatDay,
  formatEuro,
  formatMoment,
  formatPrice,
  formatTimes,
  guestsText,
  vatRows,
} from '@venue-booking/kit/wording';
import type { Ticket } from '@venue-booking/proto/booking';
import { givesPlacesBack } from '@venue-booking/proto/bookingStatus';
import { type Failure, failureStatus, failureText } from '@venue-booking/proto/failures';
import { type Locale, toEuro } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue';
import { renderSVG } from 'uqr';
import { changeLabels } from './changeLabels.ts';
import { changing } from './changing.ts';
import { contactSection, whomToAsk } from './contactSection.ts';
import { factList, sums } from './factList.ts';
import { labels, statuses } from './labels.ts';
import { languageSwitch, venueBar } from './languageSwitch.ts';
import { priceRows } from './priceRows.ts';
import { renewing, type TicketPage } from './sendTicket.ts';
import { leftOf, type TicketMoney } from './ticketMoney.ts';
import { isOwnZone, placeOf } from './zone.ts';

type Shown = {
  ticket: Ticket;
  contact: VenueContact;
  /** Null where nothing was paid online, and while that is not known. */
  money: TicketMoney | null;
  token: string;
  publicUrl: string;
  language: Locale;
  /** Why the booking was not cancelled, when that was just tried. */
  refusal: Failure | undefined;
  /** Whether it has just been changed by its guest. */
  changed?: boolean;
  /** How often it was looked at since its guest came from paying. */
  returned?: number;
};

/** How often a ticket that waits for a payment loads itself anew, every 5 s. */
const MOST_LOOKS = 24;

/** A ticket for people. */
export function ticketView(shown: Shown): TicketPage {
  const { ticket, contact, token, publicUrl, language, refusal, changed, returned = 0 } = shown;
  const { facility, starts_at, ends_at, status } = ticket.booking;
  const { word, meaning } = statuses[language][status];
  const { payLate, checking } = labels[language];
  const isChecked = isPaymentChecked(shown);
  const { changed: isChanged, changedWord } = changeLabels[language];
  const over = givesPlacesBack(status);
  const titled = over ? word : changed && status === 'confirmed' ? changedWord : '';
  const path = `/tickets/${encodeURIComponent(token)}`;
  const says = { ...(changed && { changed: '1' }), ...(isChecked && { returned: String(returned) }) };
  const main = `
${refusal ? `<p class="refusal" role="alert">${refusalText(shown, refusal)}</p>` : ''}
${titled === changedWord ? `<p class="done" role="status">${isChanged}</p>` : ''}
<article class="ticket ${status}">
<header>
<p class="status"><span class="unseen">Status: </span>${word}</p>
<h1 dir="auto"${facility.length > 60 ? ' class="long"' : ''}>${escapeHtml(facility)}</h1>
<p class="when"><time datetime="${starts_at}">${formatDay(starts_at, language)}<br><b>${formatTimes(starts_at, ends_at, language)}</b></time>${zoneNote(ticket, language)}</p>
${meaning && `<p class="meaning"${isChecked ? ' role="status"' : ''}>${[isPayLate(ticket) ? payLate : isChecked ? checking : meaning, ...(over ? moneyBack(shown) : [])].join(' ')}</p>`}
${payment(ticket, language)}
</header>
<div class="stub">
${facts(shown)}
${over ? '' : code(ticket, `${publicUrl}${path}`, language)}
</div>
</article>
${actions(shown, path)}
${contactSection(contact, labels[language])}`;
  return {
    language,
    title: `${titled && `${titled}: `}${facility} – ${contact.name}`,
    bar: venueBar(contact, path, language, new URLSearchParams(says)),
    main,
    ...(isChecked && { head: lookingAgain(new URLSearchParams({ lang: language, ...says })) }),
  };
}

/** A page that says what is the matter, and shows nothing else. */
export function problemView(title: string, text: string, language: Locale): TicketPage {
  const main = `<article class="ticket problem"><header><h1>${title}</h1><p class="meaning">${escapeHtml(text)}</p></header></article>`;
  return { language, title, bar: languageSwitch('', language), main };
}

/**
 * What went wrong, in the visitor's language. It says nothing of the link, so that no two bad links are
 * answered differently. What may pass is looked at again for a guest who waits to see that they have paid:
 * who is told so need not try again.
 * @param query what the address says
 */
export function problemPage({ code, params }: Failure, language: Locale, query = new URLSearchParams()) {
  const { expired, unknown, unknownMore, problem, tryingAgain, checking } = labels[language];
  const isUnknown = code === 'ticket_not_found' || code === 'pay_link_not_found';
  const text = isUnknown ? unknownMore : failureText(code, params, language);
  const looks = failureStatus(code) >= 500 && isLooking(Number(query.get('returned')));
  const said = code === 'ticket_expired' ? expired : looks ? tryingAgain : problem;
  const title = isUnknown ? unknown : said;
  const page = problemView(title, looks ? checking : text, language);
  const bar = languageSwitch('', language, query);
  return { ...page, bar, ...(looks && { head: lookingAgain(query) }) };
}

/** What becomes of the money of a booking that is over. */
function moneyBack({ ticket, money, language }: Shown): string[] {
  const { booking, paymentStatus, refundFailed, moneyKept, backCents } = ticket;
  const { goesBack, wentBack, failedBack, partlyBack, moneyKept: kept } = labels[language];
  if (refundFailed) return [failedBack];
  const back = toEuro(backCents);
  if (paymentStatus === 'refunded') return back > 0 ? [wentBack] : [];
  if (paymentStatus !== 'paid') return [];
  // What the venue does not keep, and what did not go back, the payer's bank had: the venue sorts it out.
  if (back === 0) return [moneyKept ? kept : failedBack];
  // The amount is more than was paid where it became dearer.
  return [back < (money?.paidEur ?? booking.amount_eur) ? partlyBack(formatEuro(back, language)) : goesBack];
}

/** Whether the page loads itself anew, as its guest may have paid. */
const isPaymentChecked = ({ ticket, returned = 0 }: Shown): boolean =>
  isLooking(returned) && isUnpaid(ticket);

const isLooking = (returned: number): boolean => returned > 0 && returned <= MOST_LOOKS;

/** In the head of a page that looks for a payment. @param query what its address says */
function lookingAgain(query: URLSearchParams): string {
  const next = new URLSearchParams(query);
  next.set('returned', String(Number(query.get('returned')) + 1));
  return renewing(escapeHtml(`?${next}`));
}

const isUnpaid = ({ booking }: Ticket): boolean => booking.status === 'pending_payment';

/** True for the moments between the end of a hold and what becomes of the booking. */
const isPayLate = (ticket: Ticket): boolean => isUnpaid(ticket) && ticket.checkoutUrl === null;

/** Where to pay, while that is due, and what paying changes. */
function payment(ticket: Ticket, language: Locale): string {
  const { checkoutUrl, payUntil, cancelUntilOncePaid: until, booking } = ticket;
  if (checkoutUrl === null || payUntil === null) return '';
  const { held, pay, oncePaid, oncePaidTiers, oncePaidNever } = labels[language];
  const onceIs = ticket.refundTiers.length > 0 ? oncePaidTiers : oncePaid;
  const cancelling = until === null ? oncePaidNever : until && onceIs(formatMoment(until, language));
  return `<p class="due">${held(formatMoment(payUntil, language))}</p>
${cancelling ? `<p class="due">${cancelling}</p>` : ''}${until ? tierList(ticket.refundTiers, language) : ''}
<a class="button pay" href="${escapeHtml(checkoutUrl)}">${pay(formatEuro(booking.amount_eur, language))}</a>`;
}

function facts({ ticket: { booking, paymentStatus, openCents }, money, language }: Shown): string {
  const { people, addOns, amount, name, number, paid, refunded, open } = labels[language];
  const isPaid = paymentStatus === 'paid' || paymentStatus === 'refunded';
  return factList([
    [name, booking.customer_name, 'wide'],
    [people, guestsText(booking, language)],
    [addOns, addOnsText(booking, language), 'wide'],
    ...sums(priceRows({ ...booking, lines: booking.price_lines }, language)),
    [amount, formatPrice(booking.amount_eur, language), 'sum total'],
    ...sums(vatRows(booking.vat, language)),
    // What is paid is the amount but for what is left to pay: also while payments can't be looked up.
    ...sums([
      [paid, isPaid ? formatEuro(money?.paidEur ?? booking.amount_eur - toEuro(openCents), language) : ''],
      [refunded, money?.refundedEur ? formatEuro(money.refundedEur, language) : ''],
    ]),
    [open, openCents > 0 ? formatEuro(toEuro(openCents), language) : '', 'sum total'],
    [number, booking.reference],
  ]);
}

/** Named where readers may think of another zone, with its offset where the clock alone is not clear. */
function zoneNote({ timezone, utcOffsets }: Ticket, language: Locale): string {
  if (isOwnZone(timezone, language) && !utcOffsets) return '';
  const offsets = utcOffsets && ` (${[...new Set(utcOffsets.map(offsetName))].join(' – ')})`;
  return `<span class="zone">${escapeHtml(labels[language].timesIn(placeOf(timezone)))}${offsets ?? ''}</span>`;
}

/** `UTC+2`, `UTC−3:30`. */
function offsetName(minutes: number): string {
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

/**
 * What is shown at the door, black on white whatever the page's colours are, with the quiet margin that
 * scanners need. An unpaid booking lets nobody in.
 */
function code(ticket: Ticket, address: string, language: Locale): string {
  const { qr, show, showOncePaid } = labels[language];
  if (isPayLate(ticket)) return '';
  if (isUnpaid(ticket)) return `<p class="later">${showOncePaid}</p>`;
  const svg = renderSVG(address, { ecc: 'M', border: 4, pixelSize: 1 });
  const toShow = ticket.booking.status === 'confirmed' ? `<figcaption>${show}</figcaption>` : '';
  return `<figure><div class="qr" role="img" aria-label="${qr}">${svg}</div>${toShow}</figure>`;
}

function actions(shown: Shown, path: string): string {
  const { ticket, language } = shown;
  const { addToCalendar, updateCalendar, noInvoice } = labels[language];
  const { status, vat } = ticket.booking;
  const calendar = givesPlacesBack(status) ? updateCalendar : status === 'confirmed' ? addToCalendar : '';
  return `<section class="actions">
${calendar && `<a class="button" href="${path}/booking.ics" download="booking.ics">${calendar} <small>.ics</small></a>`}
${changing(ticket, path, language)}
${isPaymentChecked(shown) ? '' : cancelling(shown, path)}
${vat?.length ? `<p class="note">${noInvoice}</p>` : ''}
</section>`;
}

/**
 * What cancelling comes to stands before it can be begun. Opening the details is the first half of the
 * confirmation, the button the second.
 */
function cancelling(shown: Shown, path: string): string {
  const { ticket, contact, language, refusal } = shown;
  const { cancellable, neverCancellable, cancelUntil, locale, paymentStatus } = ticket;
  const text = labels[language];
  const moment = cancelUntil && formatMoment(cancelUntil, language);
  if (!moment) return `<p class="note">${text.questions}</p>`;
  if (neverCancellable) return `<p class="note">${text.notOnline(whomToAsk(contact))}</p>`;
  if (!cancellable) return `<p class="note">${text.cancelledUntil(moment)} ${text.changes}</p>`;
  const [tier] = paymentStatus === 'paid' ? ticket.refundTiers : [];
  // What is shown here of the money, so that it is asked once more should that have become less.
  const query = new URLSearchParams({
    ...(language !== locale && { lang: language }),
    ...(tier && { kept_eur: String(toEuro(tier.keptCents)) }),
  }).toString();
  const action = `${path}/cancel${query && `?${query.replaceAll('&', '&amp;')}`}`;
  const back = paymentStatus === 'paid' ? givenBack(shown, tier) : '';
  const terms = [
    // Until it is paid it may be cancelled for longer than after that.
    isUnpaid(ticket) ? !isPayLate(ticket) && text.cancelUnpaid : text.cancelUntil(moment),
    back,
  ].filter(Boolean);
  return `${terms.length > 0 ? `<p class="note">${terms.join(' ')}</p>` : ''}${tier ? tierList(ticket.refundTiers, language) : ''}
<details${refusal?.code === 'refund_changed' ? ' open' : ''}>
<summary>${text.cancel}</summary>
<p>${[text.cancelWhat, tier && back].filter(Boolean).join(' ')}</p>
<form method="post" action="${action}"><button>${text.confirmCancel}</button></form>
</details>`;
}

/** What a guest who cancels gets back. @param tier the one that holds now; absent: all comes back */
function givenBack({ ticket, money, language }: Shown, tier: Tier | undefined): string {
  const text = labels[language];
  if (!money && !tier?.keptCents) return text.cancelGivesAllBack;
  const paid = money ?? { paidEur: ticket.booking.amount_eur, refundedEur: 0 };
  const left = leftOf(paid, ticket, tier?.keptCents);
  if (left > 0) return (tier ? text.cancelNowGivesBack : text.cancelGivesBack)(formatEuro(left, language));
  return tier ? text.cancelNowGivesNothing : '';
}

type Tier = Ticket['refundTiers'][number];

/** What comes back until when, where that changes. */
export function tierList(tiers: Parameters<typeof refundWording>[0], language: Locale): string {
  if (tiers.length === 0) return '';
  const { lead, lines } = refundWording(tiers, language);
  return `<div class="note">${lead}<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul></div>`;
}

/** The failure's text as HTML, with a moment as people say it. */
function refusalText({ ticket, contact, language }: Shown, { code, params }: Failure): string {
  if (code === 'cancel_too_late' && ticket.neverCancellable)
    return labels[language].notOnline(whomToAsk(contact));
  const until = params.until === undefined ? undefined : String(params.until).replace(' ', 'T');
  const told = { ...params, ...(until && { until: formatMoment(until, language) }) };
  return escapeHtml(failureText(code, told, language));
}
