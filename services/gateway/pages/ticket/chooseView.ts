import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { partyText, withColon } from '@venue-booking/domain/wording/bookingTexts';
import { formatDay, formatPrice, formatTimes } from '@venue-booking/domain/wording/formats';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Booking } from '@venue-booking/proto/booking/booking';
import type { ChangeQuoteRequest } from '@venue-booking/proto/booking/quote';
import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Availability, DaySlots, Slot } from '@venue-booking/proto/facility/slot';
import { type Failure, failureText } from '@venue-booking/proto/failures';
import { type Locale, toCents, toEuro } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { contactSection } from '../guest/contactSection.ts';
import type { GuestPage } from '../guest/guestPage.ts';
import { labels } from '../guest/labels.ts';
import { inLanguage, venueBar } from '../guest/languageSwitch.ts';
import { changeLabels, slotReasons } from './changeLabels.ts';
import { addOnFields, type BookedParty, partyFields } from './partyFields.ts';

export type ToChoose = {
  booking: Booking;
  contact: VenueContact;
  /** Path of the ticket. */
  path: string;
  /** The platform's URL, whose images may be shown. */
  publicUrl: string;
  language: Locale;
  /** Locale of the booking: URLs name the language only if it differs. */
  locale: Locale;
  /** Query of the request. */
  query: URLSearchParams;
  /** The guest's choices so far. */
  request: ChangeQuoteRequest;
  /** The current slot of the booking. */
  ownSlotId: number;
  /** Null while the facility is not bookable. */
  offered: Offered | null;
  failure?: Failure | undefined;
};
type Chosen = Pick<ToChoose, 'ownSlotId' | 'request' | 'language' | 'failure'> & { booking: BookedParty };
/** `days`: the days around the day shown. */
export type Offered = { facility: Facility; day: DaySlots; days: Availability['days'] };

/**
 * The page where a guest chooses another time, party or add-ons. It is a single form, so that every button
 * submits all input. Enter submits the first button, which shows the times of the day.
 */
export function chooseView(shown: ToChoose): GuestPage {
  const { contact, path, language, locale, query, failure, offered } = shown;
  const text = changeLabels[language];
  const main = `<nav class="back"><a href="${inLanguage(path, language, locale)}">${text.back}</a></nav>
<h1>${text.change}</h1>
${failure ? `<p class="refusal" role="alert">${escapeHtml(failureText(failure.code, failure.params, language))}</p>` : ''}
<p>${withColon(text.now, language)} ${nowText(shown)}</p>
${
  offered
    ? `<form class="choose" method="get" action="${path}/change#times">
${language === locale ? '' : `<input type="hidden" name="lang" value="${language}">`}
${partyFields(shown, offered.facility)}
${addOnFields(shown, offered.facility)}
${dayFields(offered, language)}
<p class="soft">${text.look}</p>
${times(shown, offered)}
</form>`
    : `<p class="note">${text.notOffered}</p>`
}
${contactSection(contact, labels[language])}`;
  const bar = venueBar(contact, `${path}/change`, language, query);
  return { language, title: `${text.change} – ${contact.name}`, bar, brand: contact.brand, main };
}

function nowText({ booking, language }: ToChoose): string {
  const { starts_at, ends_at, amount_eur } = booking;
  return `<b>${formatDay(starts_at, language)},</b> <b class="whole">${formatTimes(starts_at, ends_at, language)}</b>, ${escapeHtml(partyText(booking, language))} (${formatPrice(amount_eur, language)})`;
}

/**
 * The day shown among the days around it, each a button, and a field for any other day. The first button
 * belongs to the field, because Enter submits it.
 */
export function dayFields({ day: { date }, days }: Offered, language: Locale): string {
  const { day, show, weekBefore, weekAfter } = changeLabels[language];
  const go = (to: string, name: string) => `<button name="go" value="${to}">${name}</button>`;
  const part = (of: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(new Date(`${of}T00:00Z`));
  const shown = days.map(({ date: of, bookable }) => {
    const current = of === date ? ' aria-current="date"' : '';
    const full = bookable ? '' : ' class="none"';
    const [weekday, month] = [part(of, { weekday: 'short' }), part(of, { month: 'short' })];
    return `<button name="go" value="${of}"${full}${current}><small>${weekday}</small> <b>${Number(of.slice(8))}</b> <small>${month}</small></button>`;
  });
  return `<div class="day"><label>${day} <input type="date" name="date" value="${date}" required></label>
<button>${show}</button>
${go(addDays(date, -DAYS_SHOWN), weekBefore)}${go(addDays(date, DAYS_SHOWN), weekAfter)}</div>
<div class="week">${shown.join('')}</div>`;
}

/** The range of days around a day: a week, with the day in the middle. */
export const daysAround = (date: string): { from: string; to: string } => ({
  from: addDays(date, -Math.floor(DAYS_SHOWN / 2)),
  to: addDays(date, Math.floor(DAYS_SHOWN / 2)),
});
const DAYS_SHOWN = 7;

/** The times of the day shown. @param shown.ownSlotId 0 for a guest without a booking */
export function times(
  { ownSlotId, booking, request, language, failure }: Chosen,
  { facility, day: { date, slots } }: Offered,
): string {
  const text = changeLabels[language];
  const { people = booking.people } = request;
  const full = facility.mode === 'FULL' ? 'room_taken' : 'full';
  const noteOf = ({ id, bookable, reason = 'full', free }: Slot): string => {
    if (id === ownSlotId) return text.own;
    if (!bookable) return slotReasons[language][reason === 'full' ? full : reason];
    return free < people ? text.left(free) : '';
  };
  const lines = slots.map((slot) => {
    const { id, bookable, reason, starts_at, ends_at } = slot;
    const times = `<b>${formatTimes(starts_at, ends_at, language)}</b>`;
    // The booking may have enough of a sold-out add-on itself; the quote decides.
    const canChoose = bookable || id === ownSlotId || reason === 'add_on_gone';
    const price = canChoose ? priceOf(slot, facility, { booking, request }) : undefined;
    const facts = [price === undefined ? '' : formatPrice(price, language), noteOf(slot)].filter(Boolean);
    const line = facts.length > 0 ? ` <small>${facts.join(' · ')}</small>` : '';
    return `<li>${canChoose ? `<button name="slot" value="${id}">${times}${line}</button>` : `<span class="taken${reason === 'closed' || reason === 'blocked' ? ' closed' : ''}">${times}${line}</span>`}</li>`;
  });
  // The form links to this heading. After a failure the page starts at the top, where the reason is.
  return `<h2${failure ? '' : ' id="times" tabindex="-1"'}>${text.times(formatDay(`${date}T12:00`, language))}</h2>
${lines.length > 0 ? `<ul class="times">${lines.join('')}</ul>` : `<p>${text.noTimes}</p>`}`;
}

/**
 * Price of a slot for the party, in euros, without optional add-ons. Undefined if the list of times does not
 * cover the party: it has guests of several categories, or is too large. The quote then shows the price.
 */
function priceOf(
  { price: listed }: Slot,
  { price, price_eur }: Facility,
  { booking, request }: Pick<Chosen, 'booking' | 'request'>,
): number | undefined {
  const [first] = price?.categories ?? [];
  const booked = booking.guests?.map(({ key, count }) => [key, count] as const);
  const guests = new Map(request.guests ? Object.entries(request.guests) : booked);
  const others = [...guests].some(([key, count]) => key !== first?.key && count > 0);
  const people = first && guests.size > 0 ? guests.get(first.key) : (request.people ?? booking.people);
  if (others || !people) return;
  return price ? listed?.totals_eur[people - 1] : toEuro(toCents(price_eur) * people);
}
