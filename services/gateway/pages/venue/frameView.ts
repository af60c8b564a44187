import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { fill, readTemplate } from '../layout/html.ts';
import { bookSection, widgetHtml } from './sections/bookSection.ts';
import type { VenueData } from './venueData.ts';
import { assetsPath } from './venueLayout.ts';

const template = readTemplate('venue/frame.html');
/** Not an address, so that the widget sends guests to their ticket: they cannot return to a frame. */
const TO_TICKET = 'https://';

/** The widget alone, for a frame on another website. */
export function frameView(data: VenueData): string {
  const { page, locale, links } = data;
  return fill(template, {
    lang: locale,
    title: escapeHtml(page.contact.name),
    canonical: escapeHtml(links.home),
    assets: assetsPath,
    main: page.site.live ? widgetHtml(data, { redirect: TO_TICKET }) : bookSection(data),
  });
}
