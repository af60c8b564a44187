import type { Venue } from '@venue-booking/proto/venue';

/** How the widget is put on a website, by what the website is made with. */
export type Site = 'html' | 'vue' | 'nuxt' | 'react' | 'wordpress';
export type Variant = 'strip' | 'calendar' | 'timeline';

const tag = (name: string, ...rest: string[]) => `<${[name, ...rest].join(' ')}>`;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{', '&#123;').replaceAll('}', '&#125;');

/** What is shown until the widget has come, and where it can't: how to book in another way. */
export function insteadOf({ locale, phone }: Pick<Venue, 'locale' | 'phone'>): string {
  const call = escapeHtml(phone ?? '');
  if (locale === 'nl')
    return `<p>${call ? `Boeken kan ook: bel ${call}.` : 'Boeken kan ook: bel of mail ons.'}</p>`;
  return `<p>${call ? `You can also call ${call} to book.` : 'You can also call or mail us to book.'}</p>`;
}

/**
 * What to paste.
 * @param to.api address of the server, without a slash at its end
 * @param to.instead see {@link insteadOf}
 */
export function snippetFor(
  site: Site,
  to: { tenant: string; api: string; variant: Variant; instead: string },
): string {
  const { tenant, api, variant, instead } = to;
  const attributes = `tenant="${tenant}" api="${api}" variant="${variant}"`;
  const texts: Record<Site, string[]> = {
    html: [
      `<venue-booking tenant="${tenant}" variant="${variant}">`,
      `  ${instead}`,
      '</venue-booking>',
      `${tag('script', `src="${api}/widget/venue-booking.js"`, 'async')}</${'script'}>`,
    ],
    vue: [
      tag('script', 'setup'),
      "import { VenueBooking } from '@venue-booking/vue';",
      `</${'script'}>`,
      '',
      '<template>',
      `  <VenueBooking ${attributes}>`,
      `    ${instead}`,
      '  </VenueBooking>',
      '</template>',
    ],
    nuxt: [
      '// nuxt.config.ts',
      'export default defineNuxtConfig({',
      "  modules: ['@venue-booking/nuxt'],",
      `  venueBooking: { tenant: '${tenant}', api: '${api}' },`,
      '});',
      '',
      '// in a page',
      `<VenueBooking variant="${variant}">`,
      `  ${instead}`,
      '</VenueBooking>',
    ],
    react: [
      "import { VenueBooking } from '@venue-booking/react';",
      '',
      'export default function Page() {',
      '  return (',
      `    <VenueBooking ${attributes}>`,
      `      ${instead}`,
      '    </VenueBooking>',
      '  );',
      '}',
    ],
    wordpress: [`[venue tenant="${tenant}" variant="${variant}"]`],
  };
  return texts[site].join('\n');
}
