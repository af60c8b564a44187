import type { Facility } from '@venue-booking/proto/facility/facility';
import type { NextSlot } from '@venue-booking/proto/facility/slot';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenuePage } from '@venue-booking/proto/venue/venuePage';
import { imageAddress } from './venueImages.ts';
import type { VenueLinks } from './venueLinks.ts';

/** Everything that a venue's page shows. */
export type VenueData = {
  page: VenuePage;
  /** The next slot of each facility that has one; null while the availability service is unavailable. */
  next: readonly NextSlot[] | null;
  /** Undefined while the payment service is unavailable. */
  paysOnline: boolean | undefined;
  locale: Locale;
  links: VenueLinks;
};

/** Maximum number of facilities on the page: more than guests read. The widget has all. */
export const MAX_CARDS = 60;

export const shownFacilities = ({ page }: VenueData) => page.site.facilities.slice(0, MAX_CARDS);

/** Absolute URLs of a facility's images. */
export const imagesOf = ({ links }: VenueData, { images }: { images: readonly string[] }): string[] =>
  images.flatMap((image) => imageAddress(image, links.publicUrl) ?? []);

/** The large picture of the venue: that of its brand, else the first one of a facility. */
export const pictureOf = (data: VenueData): string | undefined =>
  imageAddress(data.page.contact.brand?.picture, data.links.publicUrl) ??
  data.page.site.facilities.flatMap((facility) => imagesOf(data, facility))[0];

/** The name and description of a facility in the language of the page, and their language as an attribute. */
export function textsOf(data: VenueData, { name, description, translations }: Facility) {
  const own = translations?.[data.locale];
  return {
    name: own?.name ?? name,
    nameLang: own?.name ? '' : langOf(data),
    description: own?.description ?? description,
    descriptionLang: own?.description ? '' : langOf(data),
  };
}

/** A text of the venue in the language of the page, and its language as an attribute. */
export function venueText(data: VenueData, field: 'description' | 'accessibility_text') {
  const { page, locale } = data;
  const translated = page.translations?.[locale]?.[field];
  if (translated) return { text: translated, lang: '' };
  return { text: field === 'description' ? page.description : page.accessibilityText, lang: langOf(data) };
}

/** The `lang` attribute of the venue's own texts; empty if they are in the language of the page. */
export const langOf = ({ page, locale }: Pick<VenueData, 'page' | 'locale'>): string =>
  page.contact.locale === locale ? '' : ` lang="${page.contact.locale}"`;

/** The facility to open in the widget: the first one with a free time. Null if the guest has no choice. */
export function firstFacility({ page, next }: VenueData): number | null {
  const { facilities } = page.site;
  if (facilities.length < 2) return null;
  return facilities.find(({ id }) => next?.some(({ facility_id }) => facility_id === id))?.id ?? null;
}

/** Paragraphs of a text: a blank line separates them. */
export const paragraphsOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);

const MAX_LINE = 160;

/** One line about a venue: its first paragraph, or the first sentences that fit; empty if there are none. */
export function leadOf(description: string | null): string {
  const [first = ''] = paragraphsOf(description);
  const line = first.replace(/\s+/g, ' ');
  if (line.length <= MAX_LINE) return line;
  const sentences = line.slice(0, MAX_LINE).lastIndexOf('. ');
  return sentences > 0 ? line.slice(0, sentences + 1) : `${line.slice(0, MAX_LINE - 1).trimEnd()}…`;
}
