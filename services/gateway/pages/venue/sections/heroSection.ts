import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { phoneUrl } from '../../guest/contactSection.ts';
import { hoursText } from '../pageFormats.ts';
import { texts } from '../texts/texts.ts';
import { leadOf, pictureOf, type VenueData, venueText } from '../venueData.ts';
import { imageTag } from '../venueImages.ts';
import { icon } from './textHtml.ts';

/** The picture, name, opening hours of today and the way to the booking. */
export function heroSection(data: VenueData): string {
  const { page, locale } = data;
  const t = texts[locale];
  const { name, address, phone } = page.contact;
  const picture = pictureOf(data);
  const { text: description, lang } = venueText(data, 'description');
  const lead = leadOf(description);
  const facts = [
    page.site.facilities.length > 0 && `<li class="now">${icon('clock')}<span>${todayText(data)}</span></li>`,
    address &&
      `<li>${icon('pin')}<a href="#contact" dir="auto">${escapeHtml(address.trim().replace(/\s*\n\s*/g, ', '))}</a></li>`,
    phone && phoneFact(phone),
  ].filter(Boolean);
  return `<section class="hero${picture ? '' : ' plain'}">
${picture ? `<div class="picture"${focusOf(page.contact)}>${imageTag(picture, { sizes: '(min-width: 1200px) 1152px, 100vw', eager: true })}</div>` : ''}
<div class="headline">
<div><h1 dir="auto">${escapeHtml(name)}</h1>${lead && `<p class="lead" dir="auto"${lang}>${escapeHtml(lead)}</p>`}
<ul class="facts">${facts.join('')}</ul></div>
${page.site.live && page.site.facilities.length > 0 ? `<a class="button" href="#${page.site.facilities.length > 1 ? 'facilities' : 'book'}">${t.book}</a>` : ''}
</div>
</section>`;
}

/** The focus point of the brand's picture in tenths, see the end of venue.css. */
function focusOf({ brand }: VenueData['page']['contact']): string {
  const { picture, focus } = brand ?? {};
  return picture && focus
    ? ` data-focus-x="${Math.round(focus.x * 10)}" data-focus-y="${Math.round(focus.y * 10)}"`
    : '';
}

function phoneFact(phone: string): string {
  const url = phoneUrl(phone);
  const text = `<bdi>${escapeHtml(phone)}</bdi>`;
  return `<li>${icon('phone')}${url ? `<a href="${url}">${text}</a>` : `<span>${text}</span>`}</li>`;
}

/** `Open today 10:00–22:00`. */
export function todayText({ page, locale }: Pick<VenueData, 'page' | 'locale'>): string {
  const t = texts[locale];
  const hours = hoursText(page.days[0]?.hours ?? [], locale);
  return hours ? t.openToday(hours) : t.closedToday;
}
