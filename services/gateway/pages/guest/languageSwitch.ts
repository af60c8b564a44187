import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { inWidth } from '@venue-booking/proto/facility/image';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import { labels } from './labels.ts';

/**
 * Links to the page in each language. An empty path keeps the current URL. @param query other parameters to
 * keep
 */
export function languageSwitch(path: string, current: Locale, query = new URLSearchParams()): string {
  const others = [...query].filter(([name]) => name !== 'lang');
  const addressIn = (code: string) =>
    escapeHtml(`${path}?${new URLSearchParams([...others, ['lang', code]])}`);
  const links = Object.entries(NAMES).map(
    ([code, name]) =>
      `<a href="${addressIn(code)}" lang="${code}" hreflang="${code}"${code === current ? ' aria-current="true"' : ''}>${name}</a>`,
  );
  return `<nav class="languages" aria-label="${labels[current].language}">${links.join('')}</nav>`;
}

const NAMES: Record<Locale, string> = {
  nl: 'Nederlands',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
};

/** The header bar of a venue's page, with its logo or else its name. */
export const venueBar = (
  { name, brand }: Pick<VenueContact, 'name' | 'brand'>,
  ...to: Parameters<typeof languageSwitch>
): string =>
  `<p class="venue" dir="auto">${brand?.logo ? logo(brand.logo, name) : escapeHtml(name)}</p>${languageSwitch(...to)}`;

const logo = (path: string, name: string) =>
  `<img class="logo" src="${escapeHtml(inWidth(path, 480))}" alt="${escapeHtml(name)}">`;

/** Adds the language to a URL unless it is the booking's own. */
export const inLanguage = (address: string, language: Locale, locale: Locale): string =>
  language === locale ? address : `${address}?lang=${language}`;
