import { escapeHtml, formatDay, formatEuro, formatTimes } from '@venue-booking/kit/wording';
import type { Ticket } from '@venue-booking/proto/booking';
import { givesPlacesBack } from '@venue-booking/proto/bookingStatus';
import { type Failure, failureText } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue';
import { renderSVG } from 'uqr';
import { contactSection } from './contactSection.ts';
import { labels, statuses } from './labels.ts';
import { languageSwitch } from './languageSwitch.ts';
import type { TicketPage } from './sendTicket.ts';
import { isOwnZone, placeOf } from './zone.ts';

type Shown = {
  ticket: Ticket;
  contact: VenueContact;
  token: string;
  publicUrl: string;
  language: Locale;
  /** Why the booking was not cancelled, when that was just tried. */
  refusal: Failure | undefined;
};

/** A ticket for people. */
export function ticketView(shown: Shown): TicketPage {
  const { ticket, contact, token, publicUrl, language, refusal } = shown;
  const { facility, starts_at, ends_at, status } = ticket.booking;
  const { word, meaning } = statuses[language][status];
  const over = givesPlacesBack(status);
  const path = `/tickets/${encodeURIComponent(token)}`;
  const main = `
${refusal ? `<p class="refusal" role="alert">${escapeHtml(refusalText(refusal, language))}</p>` : ''}
<article class="ticket ${status}">
<header>
<p class="status"><span class="unseen">Status: </span>${word}</p>
<h1 dir="auto"${facility.length > 60 ? ' class="long"' : ''}>${escapeHtml(facility)}</h1>
<p class="when"><time datetime="${starts_at}">${formatDay(starts_at, language)}<br><b>${formatTimes(starts_at, ends_at, language)}</b></time>${zoneNote(ticket, language)}</p>
${meaning && `<p class="meaning">${[meaning, ...(over ? moneyBack(ticket, language) : [])].join(' ')}</p>`}
${payment(ticket, language)}
</header>
<div class="stub">
${facts(ticket, language)}
${over ? '' : qrFigure(`${publicUrl}${path}`, language)}
</div>
</article>
${actions(shown, path)}
${contactSection(contact, labels[language])}`;
  return {
    language,
    title: `${over ? `${word}: ` : ''}${facility} – ${contact.name}`,
    bar: `<p class="venue" dir="auto">${escapeHtml(contact.name)}</p>${languageSwitch(path, language)}`,
    main,
  };
}

/**
 * What went wrong, in the visitor's language. It says nothing of the link, so that no two bad links are
 * answered differently.
 */
export function problemPage({ code, params }: Failure, language: Locale): TicketPage {
  const { unknown, unknownMore, problem } = labels[language];
  const isUnknown = code === 'ticket_not_found' || code === 'pay_link_not_found';
  const title = isUnknown ? unknown : problem;
  const text = isUnknown ? unknownMore : failureText(code, params, language);
  const main = `<article class="ticket problem"><header><h1>${title}</h1><p class="meaning">${escapeHtml(text)}</p></header></article>`;
  return { language, title, bar: languageSwitch('', language), main };
}

/** What becomes of the money of a booking that is over. */
function moneyBack({ paymentStatus, refundFailed, moneyKept }: Ticket, language: Locale): string[] {
  const { goesBack, wentBack, failedBack, moneyKept: kept } = labels[language];
  if (refundFailed) return [failedBack];
  if (moneyKept && paymentStatus === 'paid') return [kept];
  return paymentStatus === 'paid' ? [goesBack] : paymentStatus === 'refunded' ? [wentBack] : [];
}

/** Where to pay, while that is due. */
function payment({ checkoutUrl, payUntil }: Ticket, language: Locale): string {
  if (checkoutUrl === null || payUntil === null) return '';
  const { held, pay } = labels[language];
  return `<p class="due">${held(momentText(payUntil, language))}</p>
<a class="button pay" href="${escapeHtml(checkoutUrl)}">${pay}</a>`;
}

function facts({ booking }: Ticket, language: Locale): string {
  const { people, amount, name, id } = labels[language];
  const rows = [
    [name, booking.customer_name],
    [people, String(booking.people)],
    [amount, formatEuro(booking.amount_eur, language)],
    [id, String(booking.id)],
  ] as const;
  const shown = rows.filter(([, value]) => value !== '');
  return `<dl>${shown.map(([label, value]) => `<div><dt>${label}</dt><dd dir="auto">${escapeHtml(value)}</dd></div>`).join('')}</dl>`;
}

/**
 * Named wherever a reader may think of another zone than the venue's, and with its offset where the clock
 * alone is not clear.
 */
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

/** Black on white whatever the page's colours are, with the quiet margin that scanners need. */
function qrFigure(address: string, language: Locale): string {
  const { qr, show } = labels[language];
  const svg = renderSVG(address, { ecc: 'M', border: 4, pixelSize: 1 });
  return `<figure><div class="qr" role="img" aria-label="${qr}">${svg}</div><figcaption>${show}</figcaption></figure>`;
}

function actions({ ticket, language }: Shown, path: string): string {
  const { addToCalendar, updateCalendar } = labels[language];
  const calendar = givesPlacesBack(ticket.booking.status) ? updateCalendar : addToCalendar;
  return `<section class="actions">
<a class="button" href="${path}/booking.ics" download="booking.ics">${calendar} <small>.ics</small></a>
${cancelling(ticket, language, path)}
</section>`;
}

/** Opening the details is the first half of the confirmation, the button the second. */
function cancelling({ cancellable, cancelUntil, locale }: Ticket, language: Locale, path: string): string {
  const text = labels[language];
  const moment = cancelUntil && momentText(cancelUntil, language);
  if (!cancellable || !moment)
    return `<p class="note">${moment ? `${text.cancelledUntil(moment)} ${text.changes}` : text.questions}</p>`;
  const action = `${path}/cancel${language === locale ? '' : `?lang=${language}`}`;
  return `<details>
<summary>${text.cancel}</summary>
<p>${text.cancelUntil(moment)} ${text.cancelWhat}</p>
<form method="post" action="${action}"><button>${text.confirmCancel}</button></form>
</details>`;
}

const momentText = (local: string, language: Locale) => `${formatDay(local, language)}, ${local.slice(11)}`;

/** The failure's text, with a moment as people say it. */
function refusalText({ code, params }: Failure, language: Locale): string {
  const until = params.until === undefined ? undefined : String(params.until).replace(' ', 'T');
  return failureText(code, { ...params, ...(until && { until: momentText(until, language) }) }, language);
}
