import type { Locale } from '@venue-booking/proto/primitives';
import type { Venue } from '@venue-booking/proto/venue/venue';

/** The technology of the website, which determines the snippet. */
export type Site = 'html' | 'vue' | 'nuxt' | 'react' | 'wordpress';
export type Variant = 'strip' | 'calendar' | 'timeline';

const tag = (name: string, ...rest: string[]) => `<${[name, ...rest].join(' ')}>`;

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{', '&#123;').replaceAll('}', '&#125;');

/**
 * Fallback content of the widget: how to book by phone or mail. Shown until the widget has loaded, and
 * whenever guests can't book with it.
 */
export function fallbackText({ locale, phone }: Pick<Venue, 'locale' | 'phone'>): string {
  const { byPhone, byMail } = fallbacks[locale];
  return `<p>${phone ? byPhone(escapeHtml(phone)) : byMail}</p>`;
}

/** In the language of the venue, whatever the dashboard's. */
const fallbacks: Record<Locale, { byPhone: (phone: string) => string; byMail: string }> = {
  nl: {
    byPhone: (phone) => `Boeken kan ook: bel ${phone}.`,
    byMail: 'Boeken kan ook: bel of mail ons.',
  },
  en: {
    byPhone: (phone) => `You can also call ${phone} to book.`,
    byMail: 'You can also call or mail us to book.',
  },
  de: {
    byPhone: (phone) => `Sie können auch telefonisch buchen: ${phone}.`,
    byMail: 'Sie können auch telefonisch oder per E-Mail buchen.',
  },
  fr: {
    byPhone: (phone) => `Vous pouvez aussi réserver par téléphone : ${phone}.`,
    byMail: 'Vous pouvez aussi réserver par téléphone ou par e-mail.',
  },
};

/**
 * The code snippet for a website.
 * @param to.api URL of the server, without a trailing slash
 * @param to.widget URL of the widget's files, without a trailing slash
 * @param to.instead see {@link fallbackText}
 */
export function snippetFor(
  site: Site,
  to: { tenant: string; api: string; widget: string; variant: Variant; instead: string },
): string {
  const { tenant, api, widget, variant, instead } = to;
  const attributes = `tenant="${tenant}" api="${api}" variant="${variant}"`;
  const texts: Record<Site, string[]> = {
    html: [
      `<venue-booking ${attributes}>`,
      `  ${instead}`,
      '</venue-booking>',
      `${tag('script', `src="${widget}/venue-booking.js"`, 'async')}</${'script'}>`,
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
