/** How the widget is put on a website, by what the website is made with. */
export type Site = 'html' | 'vue' | 'nuxt' | 'react' | 'wordpress';
export type Variant = 'strip' | 'calendar' | 'timeline';

const tag = (name: string, ...rest: string[]) => `<${[name, ...rest].join(' ')}>`;

/**
 * What to paste.
 * @param to.api address of the server, without a slash at its end
 */
export function snippetFor(site: Site, to: { tenant: string; api: string; variant: Variant }): string {
  const { tenant, api, variant } = to;
  const attributes = `tenant="${tenant}" api="${api}" variant="${variant}"`;
  const texts: Record<Site, string[]> = {
    html: [
      `<venue-booking tenant="${tenant}" variant="${variant}"></venue-booking>`,
      `${tag('script', `src="${api}/widget/venue-booking.js"`, 'async')}</${'script'}>`,
    ],
    vue: [
      tag('script', 'setup'),
      "import { VenueBooking } from '@venue-booking/vue';",
      `</${'script'}>`,
      '',
      '<template>',
      `  <VenueBooking ${attributes} />`,
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
      `<VenueBooking variant="${variant}" />`,
    ],
    react: [
      "import { VenueBooking } from '@venue-booking/react';",
      '',
      'export default function Page() {',
      `  return <VenueBooking ${attributes} />;`,
      '}',
    ],
    wordpress: [`[venue tenant="${tenant}" variant="${variant}"]`],
  };
  return texts[site].join('\n');
}
