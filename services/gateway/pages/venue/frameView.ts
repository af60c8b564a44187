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

/** Maximum length of the list of websites, because proxies limit the length of headers. */
const MAX_ANCESTORS = 4000;
/** An origin that cannot end the directive; policies have no IPv6 addresses. */
const PLAIN = /^https?:\/\/[\w.:-]+$/;

/** The CSP sources that may show the frame, of the origins of a venue's websites. */
export function frameAncestors(origins: readonly string[]): string[] {
  let length = 0;
  return origins
    .filter((origin) => PLAIN.test(origin))
    .filter((origin) => {
      length += origin.length + 1;
      return length <= MAX_ANCESTORS;
    });
}
