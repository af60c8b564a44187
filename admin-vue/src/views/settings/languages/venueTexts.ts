import type { AdminFacility } from '@venue-booking/proto/facility/facility';
import type { Locale } from '@venue-booking/proto/primitives';
import type { BookingField } from '@venue-booking/proto/venue/bookingField';
import type { Venue } from '@venue-booking/proto/venue/venue';

/** A text of the venue that guests read, and where the API has its translation. */
export type VenueText = {
  /** Path of the translation in the body of the request, such as `translations.en.name`. */
  path: string;
  what:
    | 'name'
    | 'description'
    | 'accessibility'
    | 'visitInfo'
    | 'rule'
    | 'bundle'
    | 'category'
    | 'addOn'
    | 'question'
    | 'option';
  /** The venue's own text. */
  original: string;
  /** Empty: missing. */
  translation: string;
  /** Maximum length. */
  most: number;
};

type Tree = { [key: string]: unknown };

const read = (tree: unknown, path: string): string =>
  String(path.split('.').reduce((at, key) => (at as Tree | undefined)?.[key], tree) ?? '');

type Place = Omit<VenueText, 'translation'>;
const withTranslations = (body: unknown, places: Place[]): VenueText[] =>
  places
    .filter(({ original }) => original.trim() !== '')
    .map((place) => ({ ...place, translation: read(body, place.path) }));

type OwnTexts = Pick<Venue, 'description' | 'accessibility_text' | 'translations' | 'visit_info'>;

/** The texts on the venue's own page in a language. */
export function pageTexts(venue: OwnTexts, language: Locale): VenueText[] {
  const at = `translations.${language}`;
  const { description, accessibility_text: access, visit_info: info } = venue;
  return withTranslations(venue, [
    { path: `${at}.description`, what: 'description', original: description ?? '', most: 4000 },
    { path: `${at}.accessibility_text`, what: 'accessibility', original: access ?? '', most: 4000 },
    { path: `${at}.visit_info`, what: 'visitInfo', original: info ?? '', most: 2000 },
  ]);
}

type Names = { [L in Locale]?: string | undefined };

/**
 * The texts of a facility in a language.
 * @param own the venue's language: names of categories and add-ons have it as one of their languages
 */
export function facilityTexts(facility: AdminFacility, own: Locale, language: Locale): VenueText[] {
  const { pricing } = facility;
  const named = (list: 'rules' | 'bundles', what: 'rule' | 'bundle'): Place[] =>
    (pricing?.[list] ?? []).map(({ name }, index) => ({
      ...{ path: `pricing.${list}.${index}.translations.${language}.name`, what, original: name, most: 60 },
    }));
  const inEach = (list: 'categories' | 'add_ons', what: 'category' | 'addOn'): Place[] =>
    (pricing?.[list] ?? []).map(({ name }: { name: Names }, index) => ({
      path: `pricing.${list}.${index}.name.${language}`,
      what,
      original: name[own] ?? Object.values(name).find((text) => text !== undefined) ?? '',
      most: 60,
    }));
  const at = `translations.${language}`;
  return withTranslations(facility, [
    { path: `${at}.name`, what: 'name', original: facility.name, most: 200 },
    { path: `${at}.description`, what: 'description', original: facility.description, most: 10_000 },
    { path: `${at}.visit_info`, what: 'visitInfo', original: facility.visit_info ?? '', most: 2000 },
    ...inEach('categories', 'category'),
    ...named('bundles', 'bundle'),
    ...named('rules', 'rule'),
    ...inEach('add_ons', 'addOn'),
  ]);
}

/** The texts of the extra questions in a language. */
export const fieldTexts = (fields: readonly BookingField[], language: Locale): VenueText[] =>
  withTranslations(
    { fields },
    fields.flatMap(({ label, options = [] }, index) => {
      const at = `fields.${index}.translations.${language}`;
      return [
        { path: `${at}.label`, what: 'question' as const, original: label, most: 200 },
        ...options.map((original, option) => ({
          ...{ path: `${at}.options.${option}`, what: 'option' as const, original, most: 200 },
        })),
      ];
    }),
  );

/** A copy with the translations at these paths; an empty text removes one. */
export function translate<Body extends object>(body: Body, texts: Readonly<Record<string, string>>): Body {
  const copy = structuredClone(body);
  for (const [path, text] of Object.entries(texts)) {
    const keys = path.split('.');
    const last = keys.pop() ?? '';
    const parent = keys.reduce((at, key) => {
      at[key] ??= {};
      return at[key] as Tree;
    }, copy as Tree);
    if (text.trim()) parent[last] = text.trim();
    else delete parent[last];
  }
  return copy;
}

/** Like {@link translate}. An option without a translation keeps its text if another option has one. */
export function translateFields(
  fields: readonly BookingField[],
  texts: Readonly<Record<string, string>>,
): BookingField[] {
  const { fields: translated } = translate({ fields: [...fields] }, texts);
  for (const { options = [], translations = {} } of translated)
    for (const inLanguage of Object.values(translations)) {
      // An object if the field had no translated options before, with gaps.
      const given = Object.entries(inLanguage?.options ?? {});
      if (given.length === 0) delete inLanguage?.options;
      else if (inLanguage)
        inLanguage.options = options.map((option, index) => new Map(given).get(String(index)) ?? option);
    }
  return translated;
}
