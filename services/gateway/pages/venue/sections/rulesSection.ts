import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Site } from '@venue-booking/proto/venue/venue';
import { texts } from '../texts/texts.ts';
import type { VenueData } from '../venueData.ts';
import { icon } from './textHtml.ts';

/** What guests should know before they book: paying, cancelling, terms. */
export function rulesSection({ page, locale, paysOnline }: VenueData): string {
  const t = texts[locale];
  const { cancel_until_hours: hours, refund_tiers: tiers } = page.site;
  const cancelling = hours === undefined ? tiers && t.cancelTiers : cancelUntil(hours, locale);
  const isFree = page.site.facilities.every(({ price_eur, price }) => price_eur === 0 && !price);
  const paying = paysOnline === undefined || isFree ? undefined : paysOnline ? t.paysOnline : t.paysThere;
  const items = [paying, cancelling, t.changes, termsLink(page.site, locale)].filter(
    (item) => item !== undefined,
  );
  return `<section aria-labelledby="rules"><h2 id="rules">${t.goodToKnow}</h2>
<ul class="rules">${items.map((item) => `<li>${icon('check')}<span>${item}</span></li>`).join('')}</ul></section>`;
}

/** Until when guests can cancel, as a sentence. @param hours before the start */
export function cancelUntil(hours: number, locale: Locale): string {
  const t = texts[locale];
  return hours === 0 ? t.cancelUntilStart : t.cancelUntil(t.hoursUnit(String(hours)));
}

/** A link to the venue's terms, in a new tab; undefined without a page. */
export const termsLink = ({ terms_url: url }: Pick<Site, 'terms_url'>, locale: Locale): string | undefined =>
  url && /^https?:/i.test(url)
    ? `<a href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer">${texts[locale].terms}</a>`
    : undefined;
