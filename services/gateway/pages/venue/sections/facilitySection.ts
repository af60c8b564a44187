import { addDays, localAt } from '@venue-booking/domain/schedule/venueTime';
import { formatEuro } from '@venue-booking/domain/wording/formats';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Facility } from '@venue-booking/proto/facility/facility';
import type { Locale } from '@venue-booking/proto/primitives';
import { lengthText, shortDate } from '../pageFormats.ts';
import { texts } from '../texts/texts.ts';
import { imagesOf, shownFacilities, textsOf, type VenueData } from '../venueData.ts';
import { imageTag } from '../venueImages.ts';
import { pathIn } from '../venueLinks.ts';
import { icon, linesHtml } from './textHtml.ts';

/** The facilities as cards, with their price and next available time. */
export function facilitySection(data: VenueData): string {
  const t = texts[data.locale];
  const facilities = shownFacilities(data);
  if (facilities.length === 0) return `<p class="empty">${t.noFacilities}</p>`;
  const hasPictures = facilities.some((facility) => imagesOf(data, facility).length > 0);
  const cards = facilities.map((facility) => `<li>${card(data, facility, hasPictures)}</li>`);
  return `<section aria-labelledby="facilities"><h2 id="facilities">${t.facilities}</h2>
<ul class="cards${facilities.length === 1 ? ' single' : ''}">${cards.join('\n')}</ul></section>`;
}

function card(data: VenueData, facility: Facility, hasPictures: boolean): string {
  const { locale, page, links } = data;
  const t = texts[locale];
  const { id, mode, duration_minutes, max_people_per_booking, capacity } = facility;
  const { name, nameLang, description, descriptionLang } = textsOf(data, facility);
  const [picture] = imagesOf(data, facility);
  const kind = mode === 'FULL' ? t.privatePlace(max_people_per_booking) : t.sharedPlace(capacity);
  const price = priceOf(facility, locale);
  const next = page.site.live ? nextTime(data, id) : undefined;
  const href = `${pathIn(links, links.path, {
    'vb-facility': String(id),
    ...(next && { 'vb-date': next.date }),
  })}#book`;
  const more = next ? t.next(next.text) : data.next && page.site.live ? t.nothingFree : '';
  return `<article class="card">
${hasPictures ? `<div class="thumb">${picture ? imageTag(picture, { sizes: '(min-width: 700px) 360px, 100vw' }) : icon('people')}</div>` : ''}
<div class="about">
<header><h3 dir="auto"${nameLang}>${escapeHtml(name)}</h3><p class="price">${price}</p></header>
<p class="meta">${lengthText(duration_minutes, locale)} · ${kind}</p>
${description.trim() && `<p class="text" dir="auto"${descriptionLang}>${linesHtml(description)}</p>`}
<footer>${more && `<p class="next">${escapeHtml(more)}</p>`}
${next ? `<a class="more" href="${escapeHtml(href)}" data-facility="${id}" data-date="${next.date}" aria-label="${escapeHtml(t.bookWhat(name))}">${t.bookThis}${icon('arrow')}</a>` : ''}</footer>
</div>
</article>`;
}

/** `from <b>€12.50</b> <small>per person</small>`, as HTML. */
function priceOf({ price, price_eur }: Facility, locale: Locale): string {
  const t = texts[locale];
  const isEach = !price || price.per === 'person';
  const amount = isEach ? price_eur : price.from_eur;
  if (!amount && !price?.varies) return `<b>${t.free}</b>`;
  const text = `<b>${escapeHtml(formatEuro(amount, locale))}</b>`;
  return `${price?.varies ? t.from(text) : text} <small>${isEach ? t.perPerson : t.perBooking}</small>`;
}

function nextTime({ next, page, locale }: VenueData, facility: number) {
  const slot = next?.find(({ facility_id }) => facility_id === facility);
  if (!slot) return undefined;
  const [day = '', time] = slot.starts_at.split('T');
  // The calendar day, as in `starts_at`: after midnight, the booking day may still be that of yesterday.
  const today = localAt(page.site.timezone, Date.now()).slice(0, 10);
  const { today: todayWord, tomorrow } = texts[locale];
  const dayText =
    day === today ? todayWord.toLowerCase() : day === addDays(today, 1) ? tomorrow : shortDate(day, locale);
  return { date: slot.date, text: `${dayText} ${time}` };
}
