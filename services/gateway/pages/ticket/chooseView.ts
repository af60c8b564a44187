import { addDays } from '@venue-booking/domain/schedule/venueTime';
import { partyText } from '@venue-booking/domain/wording/bookingTexts';
import { formatDay, formatPrice, formatTimes } from '@venue-booking/domain/wording/formats';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Booking } from '@venue-booking/proto/booking/booking';
import type { ChangeQuoteRequest } from '@venue-booking/proto/booking/quote';
import type { Facility } from '@venue-booking/proto/facility/facility';
import type { DaySlots, Slot } from '@venue-booking/proto/facility/slot';
import { type Failure, failureText } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { contactSection } from '../guest/contactSection.ts';
import type { GuestPage } from '../guest/guestPage.ts';
import { labels } from '../guest/labels.ts';
import { inLanguage, venueBar } from '../guest/languageSwitch.ts';
import { changeLabels, slotReasons } from './changeLabels.ts';
import { addOnFields, partyFields } from './partyFields.ts';

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
type Offered = { facility: Facility; day: DaySlots };

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
<p>${text.now}: ${nowText(shown)}</p>
${
  offered
    ? `<form class="choose" method="get" action="${path}/change#times">
${language === locale ? '' : `<input type="hidden" name="lang" value="${language}">`}
${partyFields(shown, offered.facility)}
${addOnFields(shown, offered.facility)}
${dayFields(offered.day, language)}
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

function dayFields({ date }: DaySlots, language: Locale): string {
  const { day, show, dayBefore, dayAfter } = changeLabels[language];
  const go = (to: string, name: string) => `<button name="go" value="${to}">${name}</button>`;
  return `<div class="day"><label>${day} <input type="date" name="date" value="${date}" required></label>
<button>${show}</button>
${go(addDays(date, -1), dayBefore)}${go(addDays(date, 1), dayAfter)}</div>`;
}

function times(
  { ownSlotId, booking, request, language, failure }: ToChoose,
  { facility: { mode }, day: { date, slots } }: Offered,
): string {
  const text = changeLabels[language];
  const { people = booking.people } = request;
  const full = mode === 'FULL' ? 'room_taken' : 'full';
  const noteOf = ({ id, bookable, reason = 'full', free }: Slot): string => {
    if (id === ownSlotId) return text.own;
    if (!bookable) return slotReasons[language][reason === 'full' ? full : reason];
    return free < people ? text.left(free) : '';
  };
  const lines = slots.map((slot) => {
    const { id, bookable, reason, starts_at, ends_at } = slot;
    const times = formatTimes(starts_at, ends_at, language);
    // The booking may have enough of a sold-out add-on itself; the quote decides.
    const canChoose = bookable || id === ownSlotId || reason === 'add_on_gone';
    const note = noteOf(slot);
    return `<li>${canChoose ? `<button name="slot" value="${id}">${times}</button>` : `<span class="taken">${times}</span>`}${note && ` <span class="soft">${note}</span>`}</li>`;
  });
  // The form links to this heading. After a failure the page starts at the top, where the reason is.
  return `<h2${failure ? '' : ' id="times" tabindex="-1"'}>${text.times(formatDay(`${date}T12:00`, language))}</h2>
${lines.length > 0 ? `<ul class="times">${lines.join('')}</ul>` : `<p>${text.noTimes}</p>`}`;
}
