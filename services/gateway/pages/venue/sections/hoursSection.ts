import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueDay } from '@venue-booking/proto/venue/venuePage';
import { hoursText, shortDate, weekdayText } from '../pageFormats.ts';
import { texts } from '../texts/texts.ts';
import type { VenueData } from '../venueData.ts';

const WEEK = 7;
/** Unusual days to list after the week. */
const MAX_LATER = 8;

/** The hours of seven days from today, and unusual days after them. */
export function hoursSection({ page, locale }: VenueData): string {
  const t = texts[locale];
  if (page.site.facilities.length === 0) return '';
  const rows = page.days.slice(0, WEEK).map((day, index) => weekRow(day, locale, index === 0));
  const later = page.days.slice(WEEK, WEEK + MAX_LATER).map((day) => laterRow(day, locale));
  return `<section aria-labelledby="hours"><h2 id="hours">${t.hours}</h2>
<table class="hours"><tbody>${rows.join('')}</tbody></table>
${later.length > 0 ? `<h3>${t.specialDays}</h3><table class="hours"><tbody>${later.join('')}</tbody></table>` : ''}
${page.site.facilities.length > 1 ? `<p class="hint">${t.hoursHint}</p>` : ''}</section>`;
}

export const isSpecial = ({ hours, usual }: VenueDay): boolean =>
  JSON.stringify(hours) !== JSON.stringify(usual);

function weekRow(day: VenueDay, locale: Locale, isToday: boolean): string {
  const t = texts[locale];
  const now = isToday ? ` <span class="badge now">${t.today}</span>` : '';
  const badge = isSpecial(day) ? ` <span class="badge">${t.special}</span>` : '';
  return `<tr${isToday ? ' class="today"' : ''}><th scope="row">${weekdayText(day.date, locale)}${now}${badge}</th><td>${timesHtml(day, locale)}</td></tr>`;
}

const laterRow = (day: VenueDay, locale: Locale): string =>
  `<tr><th scope="row"><time datetime="${day.date}">${shortDate(day.date, locale)}</time></th><td>${timesHtml(day, locale)}</td></tr>`;

function timesHtml({ hours }: VenueDay, locale: Locale): string {
  const text = hoursText(hours, locale);
  return text ? escapeHtml(text) : `<span class="closed">${texts[locale].closed}</span>`;
}
