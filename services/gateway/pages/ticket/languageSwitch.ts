import { escapeHtml } from '@venue-booking/kit/wording';
import type { Locale } from '@venue-booking/proto/primitives';
import type { VenueContact } from '@venue-booking/proto/venue';
import { labels } from './labels.ts';

/** The languages; without a path the address stays what it is. @param query what else the address says */
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

const NAMES: Record<Locale, string> = { nl: 'Nederlands', en: 'English' };

/** The head of a page that is of a venue. */
export const venueBar = ({ name }: VenueContact, ...to: Parameters<typeof languageSwitch>): string =>
  `<p class="venue" dir="auto">${escapeHtml(name)}</p>${languageSwitch(...to)}`;

/** An address in the language of the page: that of the booking needs no saying. */
export const inLanguage = (address: string, language: Locale, locale: Locale): string =>
  language === locale ? address : `${address}?lang=${language}`;
