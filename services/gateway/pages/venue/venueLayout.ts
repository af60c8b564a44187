import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { pageAssets } from '../layout/assets.ts';
import { brandLink } from '../layout/brandSheet.ts';
import { fill, readTemplate } from '../layout/html.ts';
import { texts } from './texts/texts.ts';
import { imageAddress } from './venueImages.ts';
import { addressIn, type VenueLinks } from './venueLinks.ts';

const template = readTemplate('venue/venue.html');
const files = pageAssets('/v/assets', [
  'layout/site.css',
  ...['venue.css', 'frame.css', 'chooseFacility.js', 'frameHeight.js'].map((file) => `venue/${file}`),
]);

/** Style sheets and scripts of the pages of a venue, and the folder of their URLs. */
export const { router: venueAssets, path: assetsPath } = files;

/** A page of a venue. `title` and `description` are plain text, `head` and `main` are HTML. */
type Layout = {
  venue: VenueContact;
  locale: Locale;
  links: VenueLinks;
  /** Path of the page on this host. */
  path: string;
  /** Address of the page for sharing and indexing. */
  address: string;
  title: string;
  description: string;
  isIndexed: boolean;
  head: string;
  main: string;
  footer: string;
};

export function venueLayout(page: Layout): string {
  const { venue, locale, links, path, address, title, description, isIndexed, head, main, footer } = page;
  const t = texts[locale];
  const canonical = escapeHtml(addressIn(address, links.chosen));
  const alternates = Locale.options.map(
    (code) => `<link rel="alternate" hreflang="${code}" href="${escapeHtml(addressIn(address, code))}">`,
  );
  return fill(template, {
    lang: locale,
    title: escapeHtml(title),
    head: [
      description && `<meta name="description" content="${escapeHtml(description)}">`,
      isIndexed ? '' : '<meta name="robots" content="noindex">',
      `<link rel="canonical" href="${canonical}">`,
      ...alternates,
      `<link rel="alternate" hreflang="x-default" href="${escapeHtml(address)}">`,
      head,
    ]
      .filter(Boolean)
      .join('\n'),
    assets: assetsPath,
    home: escapeHtml(links.chosen ? addressIn(links.path, links.chosen) : links.path),
    venue: logoOf(venue, links) || escapeHtml(venue.name),
    brand: brandLink(venue.brand),
    languages: languageLinks(path, locale),
    languageLabel: t.languages,
    main,
    footer,
  });
}

function logoOf({ name, brand }: VenueContact, { publicUrl }: VenueLinks): string {
  const logo = imageAddress(brand?.logo, publicUrl);
  return logo ? `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}">` : '';
}

/** Links to a page in each language. */
function languageLinks(path: string, current: Locale): string {
  return Locale.options
    .map((code) => {
      const state = code === current ? ' aria-current="true"' : '';
      const name = texts[code].name;
      return `<a href="${escapeHtml(addressIn(path, code))}" lang="${code}" hreflang="${code}" title="${name}"${state}>${code.toUpperCase()}<span class="hidden"> ${name}</span></a>`;
    })
    .join('');
}
