import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { texts } from '../texts/texts.ts';
import type { VenueData } from '../venueData.ts';
import { icon } from './textHtml.ts';

/** What guests should know before they book: paying, cancelling, terms. */
export function rulesSection({ page, locale, paysOnline }: VenueData): string {
  const t = texts[locale];
  const { cancel_until_hours: hours, refund_tiers: tiers, terms_url: terms } = page.site;
  const cancelling =
    hours === undefined
      ? tiers && t.cancelTiers
      : hours === 0
        ? t.cancelUntilStart
        : t.cancelUntil(t.hoursUnit(String(hours)));
  const isFree = page.site.facilities.every(({ price_eur, price }) => price_eur === 0 && !price);
  const paying = paysOnline === undefined || isFree ? undefined : paysOnline ? t.paysOnline : t.paysThere;
  const link =
    terms && /^https?:/i.test(terms)
      ? `<a href="${escapeHtml(terms)}" rel="noopener noreferrer">${t.terms}</a>`
      : undefined;
  const items = [paying, cancelling, t.changes, link].filter((item) => item !== undefined);
  return `<section aria-labelledby="rules"><h2 id="rules">${t.goodToKnow}</h2>
<ul class="rules">${items.map((item) => `<li>${icon('check')}<span>${item}</span></li>`).join('')}</ul></section>`;
}
