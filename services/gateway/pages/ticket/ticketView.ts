import { releasesPlaces } from '@venue-booking/domain/booking/statusTransitions';
import { venueOrigin } from '@venue-booking/domain/venue/venueOrigin';
import { addOnsText, guestsText, vatRows, withColon } from '@venue-booking/domain/wording/bookingTexts';
import {
  formatDay,
  formatEuro,
  formatMoment,
  formatNight,
  formatPrice,
  formatTimes,
} from '@venue-booking/domain/wording/formats';
import { refundWording } from '@venue-booking/domain/wording/refundWording';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import { type Failure, failureText } from '@venue-booking/proto/failures';
import { type Locale, toCents, toEuro } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { renderSVG } from 'uqr';
import { contactSection, contactText } from '../guest/contactSection.ts';
import { factList, sums } from '../guest/factList.ts';
import type { GuestPage } from '../guest/guestPage.ts';
import { labels, statuses } from '../guest/labels.ts';
import { venueBar } from '../guest/languageSwitch.ts';
import { priceRows } from '../guest/priceRows.ts';
import { isReloading, nextReloadTag } from '../guest/reload.ts';
import { statusLine } from '../guest/statusLine.ts';
import { isOwnZone, placeOf } from '../guest/zone.ts';
import { changeLabels } from './changeLabels.ts';
import { changeSection } from './changeSection.ts';
import { invoiceSection, receiptLink } from './invoiceSection.ts';
import { refundOf, type TicketMoney } from './ticketMoney.ts';

type Shown = {
  ticket: Ticket;
  contact: VenueContact;
  /** Null when nothing was paid online, or when that is unknown. */
  money: TicketMoney | null;
  token: string;
  publicUrl: string;
  language: Locale;
  /** Why the booking could not be cancelled just now. */
  failure: Failure | undefined;
  /** Whether the guest has just changed the booking. */
  changed?: boolean;
  /** Number of reloads since the guest returned from the checkout. */
  returned?: number;
};

/** The ticket page. */
export function ticketView(shown: Shown): GuestPage {
  const { ticket, contact, token, publicUrl, language, failure, changed, returned = 0 } = shown;
  const { facility, starts_at, ends_at, status } = ticket.booking;
  const { word, meaning } = statuses[language][status];
  const { payLate, checking } = labels[language];
  const isChecked = isPaymentChecked(shown);
  const { changed: isChanged, changedWord } = changeLabels[language];
  const over = releasesPlaces(status);
  const titled = over ? word : changed && status === 'confirmed' ? changedWord : '';
  const path = `/tickets/${encodeURIComponent(token)}`;
  const says = { ...(changed && { changed: '1' }), ...(isChecked && { returned: String(returned) }) };
  const main = `
${failure ? `<p class="refusal" role="alert">${textOfFailure(shown, failure)}</p>` : ''}
${titled === changedWord ? `<p class="done" role="status">${isChanged}</p>` : ''}
<article class="ticket ${status}">
<header>
${statusLine(word, language)}
<h1 dir="auto"${facility.length > 60 ? ' class="long"' : ''}>${escapeHtml(facility)}</h1>
<p class="when"><time datetime="${starts_at}">${formatDay(starts_at, language)}<br><b>${formatTimes(starts_at, ends_at, language)}</b></time>${nightNote(shown, language)}${zoneNote(ticket, language)}</p>
${meaning || isChecked ? `<p class="meaning"${isChecked ? ' role="status"' : ''}>${[isPayLate(ticket) ? payLate : isChecked ? checking : meaning, ...(over ? refundTexts(shown) : [])].join(' ')}</p>` : ''}
${payment(ticket, language)}${isChecked ? '' : openPayment(ticket, language)}
</header>
<div class="stub">
${facts(shown)}
${over ? '' : code(ticket, `${venueOrigin(publicUrl, contact.primaryDomain)}${path}`, language)}
</div>
</article>
${actions(shown, path)}
${contactSection(contact, labels[language])}`;
  return {
    language,
    title: `${titled && `${withColon(titled, language)} `}${facility} – ${contact.name}`,
    bar: venueBar(contact, path, language, new URLSearchParams(says)),
    brand: contact.brand,
    main,
    ...(isChecked && { head: nextReloadTag(new URLSearchParams({ lang: language, ...says })) }),
  };
}

/** What happens to the payment of a cancelled or expired booking. */
function refundTexts({ ticket, money, language }: Shown): string[] {
  const { paymentStatus, refundFailed, moneyKept, keptCents, backCents } = ticket;
  const { goesBack, wentBack, failedBack, partlyBack, restKept, moneyKept: kept } = labels[language];
  if (refundFailed) return [failedBack];
  const back = toEuro(backCents);
  if (paymentStatus === 'refunded') return back > 0 ? [wentBack] : [];
  if (paymentStatus !== 'paid') return [];
  // The bank has reversed a chargeback after the cancellation: the venue has to handle that money.
  const paid = money?.paidEur ?? onlineEur(ticket);
  if (back === 0 && !moneyKept) return [failedBack];
  if (back === 0) {
    const isRest = (money?.refundedEur ?? 0) > 0 && keptCents < toCents(paid);
    return [isRest ? restKept(formatEuro(toEuro(keptCents), language)) : kept];
  }
  // If a change raised the price, the amount exceeds what was paid.
  return [back < paid ? partlyBack(formatEuro(back, language)) : goesBack];
}

/** Whether the page reloads, as the guest may have paid. */
const isPaymentChecked = ({ ticket, returned = 0 }: Shown): boolean =>
  isReloading(returned) && (isUnpaid(ticket) || ticket.payOpen !== undefined);

const isUnpaid = ({ booking }: Ticket): boolean => booking.status === 'pending_payment';

/** The short time between the end of the hold and the final status of the booking. */
const isPayLate = (ticket: Ticket): boolean => isUnpaid(ticket) && ticket.checkoutUrl === null;

/** The part of the price that is paid online. A booking service of the previous release sends none. */
const onlineEur = ({ onlineCents, openCents, booking }: Ticket): number =>
  onlineCents === undefined ? booking.amount_eur - toEuro(openCents) : toEuro(onlineCents);

/** What an unpaid booking with a deposit costs now and later. */
function depositRows(ticket: Ticket, language: Locale): [string, string][] {
  const restCents = toCents(ticket.booking.amount_eur) - toCents(onlineEur(ticket));
  if (!isUnpaid(ticket) || restCents <= 0) return [];
  const { payNow, payLater, payLaterOnline } = labels[language];
  return [
    [payNow, formatEuro(onlineEur(ticket), language)],
    [ticket.restUntil ? payLaterOnline : payLater, formatEuro(toEuro(restCents), language)],
  ];
}

/** The payment link while payment is due, and how paying changes cancellation. */
function payment(ticket: Ticket, language: Locale): string {
  const { checkoutUrl, payUntil, cancelUntilOncePaid: until } = ticket;
  if (checkoutUrl === null || payUntil === null) return '';
  const { held, pay, oncePaid, oncePaidTiers, oncePaidNever } = labels[language];
  const onceIs = ticket.refundTiers.length > 0 ? oncePaidTiers : oncePaid;
  const cancelling = until === null ? oncePaidNever : until && onceIs(formatMoment(until, language));
  return `<p class="due">${held(formatMoment(payUntil, language))}</p>
${cancelling ? `<p class="due">${cancelling}</p>` : ''}${until ? tierList(ticket.refundTiers, language) : ''}
<a class="button pay" href="${escapeHtml(checkoutUrl)}">${pay(formatEuro(onlineEur(ticket), language))}</a>`;
}

/** The payment link of an open amount. The booking is valid whether it is paid or not. */
const openPayment = ({ payOpen }: Ticket, language: Locale): string =>
  payOpen
    ? `<a class="button pay" href="${escapeHtml(payOpen.url)}">${labels[language].payOpen(formatEuro(toEuro(payOpen.cents), language))}</a>`
    : '';

function facts({ ticket, money, language }: Shown): string {
  const { booking, paymentStatus, payOpen, deskCents = 0, returnCents = 0 } = ticket;
  const openCents = payOpen?.cents ?? ticket.openCents;
  const { people, addOns, amount, name, number, paid, refunded, toReturn } = labels[language];
  const { open, openOnline, payLaterOnline, payBy } = labels[language];
  // A booking of the desk may have been paid by a link.
  const isPaidOnline = paymentStatus === 'paid' || paymentStatus === 'refunded' || money !== null;
  const onlineCents = isPaidOnline ? toCents(money?.paidEur ?? onlineEur(ticket)) : 0;
  const paidCents = onlineCents + deskCents;
  const deposit = depositRows(ticket, language);
  const dueBy = openCents > 0 || deposit.length > 0 ? ticket.restUntil : undefined;
  return factList([
    [name, booking.customer_name, 'wide'],
    [people, guestsText(booking, language)],
    [addOns, addOnsText(booking, language), 'wide'],
    ...sums(priceRows({ ...booking, lines: booking.price_lines }, language)),
    [amount, formatPrice(booking.amount_eur, language), 'sum total'],
    ...sums(vatRows(booking.vat, language)),
    ...sums(deposit),
    // The amount paid is also known while the payment service is unavailable.
    ...sums([
      [paid, isPaidOnline || deskCents > 0 ? formatEuro(toEuro(paidCents), language) : ''],
      [refunded, money?.refundedEur ? formatEuro(money.refundedEur, language) : ''],
      [toReturn, returnCents > 0 ? formatEuro(toEuro(returnCents), language) : ''],
    ]),
    [
      payOpen ? openOnline : ticket.restUntil ? payLaterOnline : open,
      openCents > 0 ? formatEuro(toEuro(openCents), language) : '',
      'sum total',
    ],
    [payBy, dueBy ? formatMoment(dueBy, language) : '', 'sum moment'],
    [number, booking.reference],
  ]);
}

/**
 * Names the time zone if readers may expect another one, and the UTC offset if the local time is ambiguous.
 */
function zoneNote({ timezone, utcOffsets }: Ticket, language: Locale): string {
  if (isOwnZone(timezone, language) && !utcOffsets) return '';
  const offsets = utcOffsets && ` (${[...new Set(utcOffsets.map(offsetName))].join(' – ')})`;
  return `<span class="zone">${escapeHtml(labels[language].timesIn(placeOf(timezone)))}${offsets ?? ''}</span>`;
}

/** The night of a time after midnight that belongs to the booking day before. */
function nightNote({ ticket, contact }: Shown, language: Locale): string {
  const night = formatNight(ticket.booking.starts_at, contact.dayStart ?? '00:00', language);
  return night && `<span class="zone">${night}</span>`;
}

/** `UTC+2`, `UTC−3:30`. */
function offsetName(minutes: number): string {
  const rest = Math.abs(minutes) % 60;
  const hours = Math.floor(Math.abs(minutes) / 60);
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

/**
 * The QR code of a ticket's URL, as SVG. Black on white in any colour scheme, with the margin that scanners
 * need.
 */
export const ticketCode = (url: string): string => renderSVG(url, { ecc: 'M', border: 4, pixelSize: 1 });

/** The QR code for the entrance. Unpaid bookings have none. */
function code(ticket: Ticket, address: string, language: Locale): string {
  const { qr, show, showOncePaid } = labels[language];
  if (isPayLate(ticket)) return '';
  if (isUnpaid(ticket)) return `<p class="later">${showOncePaid}</p>`;
  const toShow = ticket.booking.status === 'confirmed' ? `<figcaption>${show}</figcaption>` : '';
  return `<figure><div class="qr" role="img" aria-label="${qr}">${ticketCode(address)}</div>${toShow}</figure>`;
}

function actions(shown: Shown, path: string): string {
  const { ticket, language } = shown;
  const { addToCalendar, updateCalendar, noInvoice } = labels[language];
  const { status, vat } = ticket.booking;
  const calendar = releasesPlaces(status) ? updateCalendar : status === 'confirmed' ? addToCalendar : '';
  return `<section class="actions">
${calendar && `<a class="button" href="${path}/booking.ics" download="booking.ics">${calendar} <small>.ics</small></a>`}
${changeSection(ticket, path, language)}
${isPaymentChecked(shown) ? '' : cancelling(shown, path)}
${receiptLink(ticket, path, language)}
${invoiceSection(ticket, path, language)}
${vat?.length && !ticket.invoices ? `<p class="note">${noInvoice}</p>` : ''}
</section>`;
}

/**
 * The cancellation form, below its terms. It needs two steps: opening the details, then pressing the button.
 */
function cancelling(shown: Shown, path: string): string {
  const { ticket, contact, language, failure } = shown;
  const { cancellable, neverCancellable, cancelUntil, locale, paymentStatus } = ticket;
  const text = labels[language];
  const moment = cancelUntil && formatMoment(cancelUntil, language);
  if (!moment) return `<p class="note">${text.questions}</p>`;
  if (neverCancellable) return `<p class="note">${text.notOnline(contactText(contact))}</p>`;
  if (!cancellable) return `<p class="note">${text.cancelledUntil(moment)} ${text.changes}</p>`;
  // The first payment may be refunded, and a later one not.
  const hasMoney = paymentStatus === 'paid' || (paymentStatus === 'refunded' && (ticket.heldCents ?? 0) > 0);
  const [tier] = hasMoney ? ticket.refundTiers : [];
  // Send the shown terms along, so that the guest has to confirm again if the refund has decreased.
  const query = new URLSearchParams({
    ...(language !== locale && { lang: language }),
    ...(tier && { kept_eur: String(toEuro(tier.keptCents)) }),
  }).toString();
  const action = `${path}/cancel${query && `?${query.replaceAll('&', '&amp;')}`}`;
  const back = hasMoney ? refundNow(shown, tier) : '';
  const terms = [
    // Cancelling an unpaid booking has a later deadline.
    isUnpaid(ticket) ? !isPayLate(ticket) && text.cancelUnpaid : text.cancelUntil(moment),
    back,
  ].filter(Boolean);
  return `${terms.length > 0 ? `<p class="note">${terms.join(' ')}</p>` : ''}${tier ? tierList(ticket.refundTiers, language) : ''}
<details${failure?.code === 'refund_changed' ? ' open' : ''}>
<summary>${text.cancel}</summary>
<p>${[text.cancelWhat, tier && back].filter(Boolean).join(' ')}</p>
<form method="post" action="${action}"><button>${text.confirmCancel}</button></form>
</details>`;
}

/** The refund when the guest cancels now. @param tier the current tier; undefined: a full refund */
function refundNow({ ticket, money, language }: Shown, tier: Tier | undefined): string {
  const text = labels[language];
  if (!money && !tier?.keptCents) return text.cancelGivesAllBack;
  const paid = money ?? { paidEur: onlineEur(ticket), refundedEur: 0 };
  const left = refundOf(paid, ticket, tier?.keptCents);
  if (left > 0) return (tier ? text.cancelNowGivesBack : text.cancelGivesBack)(formatEuro(left, language));
  return tier ? text.cancelNowGivesNothing : '';
}

type Tier = Ticket['refundTiers'][number];

/** The refund tiers with their deadlines. */
export function tierList(tiers: Parameters<typeof refundWording>[0], language: Locale): string {
  if (tiers.length === 0) return '';
  const { lead, lines } = refundWording(tiers, language);
  return `<div class="note">${lead}<ul>${lines.map((line) => `<li>${line}</li>`).join('')}</ul></div>`;
}

/** The text of a failure as HTML. */
function textOfFailure({ ticket, contact, language }: Shown, { code, params }: Failure): string {
  if (code === 'cancel_too_late' && ticket.neverCancellable)
    return labels[language].notOnline(contactText(contact));
  return escapeHtml(failureText(code, params, language));
}
