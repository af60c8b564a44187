import { withColon } from '@venue-booking/domain/wording/bookingTexts';
import { formatDay, formatPrice, formatTimes } from '@venue-booking/domain/wording/formats';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { ChangeQuoteRequest } from '@venue-booking/proto/booking/quote';
import type { GuestSeries, GuestSeriesPreview } from '@venue-booking/proto/booking/seriesCode';
import type { Facility } from '@venue-booking/proto/facility/facility';
import { type Failure, failureText } from '@venue-booking/proto/failures';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Site, VenueContact } from '@venue-booking/proto/venue/venue';
import { contactSection } from '../guest/contactSection.ts';
import { factList } from '../guest/factList.ts';
import type { GuestPage } from '../guest/guestPage.ts';
import { labels } from '../guest/labels.ts';
import { inLanguage, venueBar } from '../guest/languageSwitch.ts';
import { de } from '../texts/de/series.ts';
import { en } from '../texts/en/series.ts';
import { fr } from '../texts/fr/series.ts';
import { nl, type SeriesTexts } from '../texts/nl/series.ts';
import { changeLabels, slotReasons } from '../ticket/changeLabels.ts';
import { dayFields, type Offered, times } from '../ticket/chooseView.ts';
import { addOnFields, newParty, partyFields } from '../ticket/partyFields.ts';
import { cancelUntil, termsLink } from '../venue/sections/rulesSection.ts';
import { extraFields } from './extraFields.ts';

const texts: Record<Locale, SeriesTexts> = { nl, en, de, fr };

export type SeriesShown = {
  contact: VenueContact;
  /** Path of the page. */
  path: string;
  publicUrl: string;
  language: Locale;
  /** Absent while it is not bookable. */
  facility: Facility | undefined;
  /** The questions of the venue, and its terms. */
  site: Pick<Site, 'fields' | 'cancel_until_hours' | 'refund_tiers' | 'terms_url'>;
  /** How many more dates can be booked with the code. */
  datesLeft: number;
  /** The guest's choices so far. */
  values: URLSearchParams;
  failure: Failure | undefined;
};

/** Number of dates that the form suggests. */
const USUAL_DATES = 10;

function page(shown: SeriesShown, { title, main }: { title: string; main: string }): GuestPage {
  const { contact, path, language, values, failure, facility } = shown;
  const name = facility && (facility.translations?.[language]?.name ?? facility.name);
  // What the guest typed is not part of an address.
  const query = new URLSearchParams([...values].filter(([key]) => CHOICES.test(key)));
  return {
    language,
    title: `${title} – ${contact.name}`,
    bar: venueBar(contact, path, language, query),
    brand: contact.brand,
    main: `${failure ? `<p class="refusal" role="alert">${escapeHtml(failureText(failure.code, failure.params, language))}</p>` : ''}
<h1>${title}</h1>
${name ? `<p dir="auto"><b>${escapeHtml(name)}</b></p>` : ''}
${main}
${contactSection(contact, labels[language])}`,
  };
}

/** The values of the first form, which the second one repeats. */
const CHOICES = /^(date|go|slot|weeks|count|people|guests\.|add_ons\.)/;

/** The page where a guest chooses the party, how the dates repeat, and the first date. */
export function chooseSeriesView(
  shown: SeriesShown,
  { offered, request }: { offered: Offered | undefined; request: ChangeQuoteRequest },
): GuestPage {
  const { path, language, publicUrl, values, datesLeft, contact } = shown;
  const text = texts[language];
  if (!offered || datesLeft < 2) {
    const reason = offered ? text.noneLeft : changeLabels[language].notOffered;
    return page(shown, { title: text.title, main: `<p class="note">${reason}</p>` });
  }
  const { facility } = offered;
  const form = { booking: newParty(facility), request, language, publicUrl };
  const number = (name: string, label: string, [value, least, most]: [number, number, number]) =>
    `<label>${label} <input type="number" name="${name}" value="${Number(values.get(name)) || value}" min="${least}" max="${most}" step="1" required inputmode="numeric"></label>`;
  const main = `<p>${text.intro.replace('{left}', String(datesLeft))}</p>
<form class="choose" method="get" action="${path}#times">
${language === contact.locale ? '' : `<input type="hidden" name="lang" value="${language}">`}
${partyFields(form, facility)}
${addOnFields(form, facility)}
<fieldset><legend>${text.repeat}</legend>${number('weeks', text.weeks, [1, 1, 52])}${number('count', text.count, [Math.min(USUAL_DATES, datesLeft), 2, datesLeft])}</fieldset>
${dayFields(offered, language)}
<p class="soft">${text.first}</p>
${times({ ...form, ownSlotId: 0, failure: shown.failure }, offered)}
</form>`;
  return page(shown, { title: text.title, main });
}

/** The page with all dates, their prices and conflicts, where the guest enters the contact details. */
export function datesView(
  shown: SeriesShown,
  { preview, key }: { preview: GuestSeriesPreview; key: string },
): GuestPage {
  const { path, language, values, site, contact } = shown;
  const text = texts[language];
  const choices = [...values].filter(([name]) => CHOICES.test(name) && name !== 'slot');
  const hidden = ([name, value]: readonly [string, string]) =>
    `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
  const kept = [...choices, ['first', values.get('slot') ?? ''], ['key', key]] as const;
  const back = new URLSearchParams([
    ...choices,
    ...(language === contact.locale ? [] : [['lang', language] as [string, string]]),
  ]);
  const typed = (name: string) => escapeHtml(values.get(name) ?? '');
  const main = `<p class="back"><a href="${escapeHtml(`${path}?${back}`)}">${text.back}</a></p>
<form class="fields" method="post" action="${inLanguage(path, language, contact.locale)}">
${kept.map(hidden).join('')}
<fieldset class="wide dates"><legend>${text.dates}</legend><p class="soft">${text.datesMore}</p>${preview.dates.map((date) => dateField(date, language)).join('')}</fieldset>
<p class="wide money">${withColon(text.total, language)} <b>${formatPrice(preview.total_eur, language)}</b></p>
<label class="wide">${text.name} <input name="name" value="${typed('name')}" autocomplete="name" maxlength="200" required></label>
<label class="wide">${text.email} <input type="email" name="email" value="${typed('email')}" autocomplete="email" maxlength="254" required></label>
${extraFields(site.fields, { values, language })}
<p class="wide soft">${bookingTerms(site, language)}</p>
<button class="pay">${text.book}</button>
</form>`;
  return page(shown, { title: text.title, main });
}

/** What applies once the guest presses the button, as the widget says it above its own. */
function bookingTerms(site: SeriesShown['site'], language: Locale): string {
  const hours = site.cancel_until_hours ?? site.refund_tiers?.at(-1)?.until_hours;
  const cancelling = hours === undefined ? '' : cancelUntil(hours, language);
  return [texts[language].payThere, cancelling, termsLink(site, language)].filter(Boolean).join(' ');
}

type SeriesDate = GuestSeriesPreview['dates'][number];

/** A free date is a checked checkbox; another one a list of other times of that day, if there are any. */
function dateField({ slot_id, starts_at, amount_eur, ...date }: SeriesDate, language: Locale): string {
  const text = texts[language];
  const day = formatDay(starts_at, language);
  const price = formatPrice(amount_eur, language);
  if (!date.conflict)
    return `<label class="check"><input type="checkbox" name="slot" value="${slot_id}" checked> <span>${day}, <b>${starts_at.slice(11)}</b> <small>${price}</small></span></label>`;
  const reason =
    date.conflict === 'short'
      ? changeLabels[language].left(date.free)
      : slotReasons[language][date.conflict === 'past' ? 'notice' : date.conflict];
  const line = `${day}, <b>${starts_at.slice(11)}</b> <small>${reason}</small>`;
  if (!date.others?.length) return `<p class="taken">${line}</p>`;
  const others = date.others.map(
    (other) =>
      `<option value="${other.slot_id}">${other.starts_at.slice(11)} · ${formatPrice(other.amount_eur, language)}</option>`,
  );
  return `<label class="wide">${line} <select name="slot"><option value="">${text.skip}</option>${others.join('')}</select></label>`;
}

/** The page after booking: every date with its ticket. */
export function bookedView(shown: SeriesShown, { dates, total_eur }: GuestSeries): GuestPage {
  const { language } = shown;
  const text = texts[language];
  const rows = dates.map(
    ({ booking: { starts_at, ends_at, amount_eur }, ticket_url }) =>
      `<li><a href="${escapeHtml(ticket_url)}">${formatDay(starts_at, language)}, <b>${formatTimes(starts_at, ends_at, language)}</b></a> <small>${formatPrice(amount_eur, language)}</small></li>`,
  );
  const main = `<p>${text.bookedMore}</p>
<ul class="dates">${rows.join('')}</ul>
${factList([[labels[language].amount, formatPrice(total_eur, language), 'sum total']])}
<p class="soft">${text.payThere}</p>`;
  return page({ ...shown, values: new URLSearchParams() }, { title: text.booked, main });
}
