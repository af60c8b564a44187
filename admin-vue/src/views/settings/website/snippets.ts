import type { Locale } from '@venue-booking/proto/primitives';
import type { Venue } from '@venue-booking/proto/venue/venue';
import { fileOf } from './share.ts';

/** The technology of the website, which determines the snippet. `page`: an HTML file of its own. */
export type Site = 'html' | 'page' | 'vue' | 'nuxt' | 'react' | 'wordpress';
export type Variant = 'strip' | 'calendar' | 'timeline';
/** Where guests book: in the page, in a dialog behind the widget's button, or behind a link of the page. */
export type Mode = 'inline' | 'button' | 'dialog';

/** The owner's choices for a snippet. `label`: text of the button or link; empty: the usual one. */
export type Choices = { variant: Variant; mode: Mode; facility: number | null; label: string };

/** Addresses: of the API and of the widget's files, without a trailing slash, and of the venue's page. */
export type Addresses = { api: string; widget: string; page: string };

type OfVenue = Pick<Venue, 'slug' | 'name' | 'locale' | 'phone'>;

const ENTITIES: Record<string, string> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' },
  ...{ '{': '&#123;', '}': '&#125;', '[': '&#91;', ']': '&#93;' },
};
/** For HTML, for templates, where braces have a meaning, and for WordPress, where brackets have one. */
const escaped = (text: string) => text.replace(/[&<>"{}[\]]/g, (character) => ENTITIES[character] ?? '');

type Texts = { book: string; byPhone: (phone: string) => string; byMail: string };

/** In the language of the venue, whatever the dashboard's. */
const texts: Record<Locale, Texts> = {
  nl: {
    book: 'Boek nu',
    byPhone: (phone) => `Boeken kan ook: bel ${phone}.`,
    byMail: 'Boeken kan ook: bel of mail ons.',
  },
  en: {
    book: 'Book now',
    byPhone: (phone) => `You can also call ${phone} to book.`,
    byMail: 'You can also call or mail us to book.',
  },
  de: {
    book: 'Jetzt buchen',
    byPhone: (phone) => `Sie können auch telefonisch buchen: ${phone}.`,
    byMail: 'Sie können auch telefonisch oder per E-Mail buchen.',
  },
  fr: {
    book: 'Réserver',
    byPhone: (phone) => `Vous pouvez aussi réserver par téléphone : ${phone}.`,
    byMail: 'Vous pouvez aussi réserver par téléphone ou par e-mail.',
  },
};

/** Text of the button or link that opens the dialog. */
export const openingText = ({ locale }: Pick<Venue, 'locale'>, { label }: Pick<Choices, 'label'>): string =>
  label.trim() || texts[locale].book;

/** How to book without the widget. Shown until it has loaded, and whenever guests can't book with it. */
const fallback = ({ locale, phone }: OfVenue): string =>
  `<p>${escaped(phone ? texts[locale].byPhone(phone) : texts[locale].byMail)}</p>`;

type Snippet = { venue: OfVenue; to: Addresses; choices: Choices };

/** The code for a website: a complete page, or what to paste into one (`html`, `wordpress`). */
export function snippetFor(site: Site, snippet: Snippet): string {
  const { venue, to } = snippet;
  const pasted = () => [
    ...elementOf('venue-booking', snippet),
    `<script src="${to.widget}/venue-booking.js" async></script>`,
  ];
  const parts: Record<Site, () => string[]> = {
    html: pasted,
    page: () => htmlPage(snippet, pasted()),
    vue: () => [
      '<script setup>',
      "import { VenueBooking } from '@venue-booking/vue';",
      '</script>',
      '',
      ...vuePage(venue, elementOf('VenueBooking', snippet)),
    ],
    nuxt: () => [
      '// nuxt.config.ts',
      'export default defineNuxtConfig({',
      "  modules: ['@venue-booking/nuxt'],",
      `  venueBooking: { tenant: '${venue.slug}', api: '${to.api}' },`,
      '});',
      '',
      '<!-- app/pages/book.vue -->',
      ...vuePage(venue, elementOf('VenueBooking', snippet, { isConfigured: true })),
    ],
    react: () => [
      "import { VenueBooking } from '@venue-booking/react';",
      '',
      'export default function Page() {',
      '  return (',
      "    <main style={{ maxWidth: '46rem', margin: '0 auto', padding: '1.5rem 1rem' }}>",
      `      <h1>${escaped(venue.name)}</h1>`,
      ...indented(6, elementOf('VenueBooking', snippet)),
      '    </main>',
      '  );',
      '}',
    ],
    wordpress: () => [
      ...linkOf(snippet),
      `[venue ${[`tenant="${venue.slug}"`, ...optionsOf(snippet, forShortcode)].join(' ')}]`,
    ],
  };
  return parts[site]().join('\n');
}

const indented = (by: number, lines: string[]) =>
  lines.map((line) => (line ? `${' '.repeat(by)}${line}` : line));

/** A shortcode has no way to escape these characters. */
const forShortcode = (text: string) => text.replace(/["[\]<>\\]/g, '');

const optionsOf = ({ venue, choices }: Snippet, safe: (text: string) => string) => [
  `variant="${choices.variant}"`,
  ...(choices.mode === 'inline' ? [] : [`mode="${choices.mode}"`]),
  ...(choices.mode === 'button' ? [`label="${safe(openingText(venue, choices))}"`] : []),
  ...(choices.facility === null ? [] : [`facility="${choices.facility}"`]),
];

/** The link that opens the dialog; without scripts it leads to the venue's page. None for other modes. */
function linkOf({ venue, to, choices }: Snippet): string[] {
  if (choices.mode !== 'dialog') return [];
  const href = fileOf(to.page, { facility: String(choices.facility ?? ''), date: '' });
  return [`<a href="${href}" data-venue-booking-open>${escaped(openingText(venue, choices))}</a>`];
}

/** @param more.isConfigured whether the app names the venue and the API for all its widgets */
function elementOf(
  tag: 'venue-booking' | 'VenueBooking',
  snippet: Snippet,
  { isConfigured = false } = {},
): string[] {
  const { venue, to, choices } = snippet;
  const names = isConfigured ? [] : [`tenant="${venue.slug}"`, `api="${to.api}"`];
  const start = `<${[tag, ...names, ...optionsOf(snippet, escaped)].join(' ')}>`;
  // A dialog has the link instead.
  if (choices.mode === 'dialog') return [...linkOf(snippet), `${start}</${tag}>`];
  return [start, `  ${fallback(venue)}`, `</${tag}>`];
}

const vuePage = ({ name }: OfVenue, lines: string[]) => [
  '<template>',
  '  <main style="max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem">',
  `    <h1>${escaped(name)}</h1>`,
  ...indented(4, lines),
  '  </main>',
  '</template>',
];

function htmlPage({ venue: { locale, name }, choices: { mode } }: Snippet, lines: string[]): string[] {
  return [
    '<!doctype html>',
    `<html lang="${locale}">`,
    '  <head>',
    '    <meta charset="utf-8">',
    '    <meta name="viewport" content="width=device-width, initial-scale=1">',
    `    <title>${escaped(`${texts[locale].book} · ${name}`)}</title>`,
    '    <style>',
    '      :root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }',
    '      body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem; }',
    ...(mode === 'inline'
      ? [
          '      /* Reserves the space of the widget, so that nothing below it moves when it loads. */',
          '      @media (scripting: enabled) {',
          '        venue-booking { display: block; min-height: clamp(752px, 2640px - 340vw, 1056px); }',
          '      }',
        ]
      : []),
    '    </style>',
    '  </head>',
    '  <body>',
    '    <main>',
    `      <h1>${escaped(name)}</h1>`,
    ...indented(6, lines),
    '    </main>',
    '  </body>',
    '</html>',
  ];
}
