import { attempt } from '../browser/attempt.ts';
import type { VenueBookingAttributes } from '../publicTypes.ts';
import { type Locale, locales, texts } from '../texts/wording.ts';
import { referenceOf, type Start, startOf } from './deepLink.ts';

/** The element with its attributes, which Vue also exposes as properties. */
export type Host = HTMLElement & {
  [attribute in keyof VenueBookingAttributes]?: string | undefined;
} & {
  /** Set by the page, so anything. */
  prefill?: unknown;
};

/** The attributes that the flow uses, with defaults applied. */
export type Settings = {
  tenant: string;
  /** Base URL of the API without a trailing slash; empty for the page's own origin. */
  base: string;
  locale: Locale;
  /**
   * Absolute address to which the guest returns after payment. Default: the page itself. Empty, so that the
   * guest returns to the ticket, if the attribute is not a valid address or if the browser stores nothing:
   * this page could then not show the booking.
   */
  redirect: string;
  start: Start;
  /** The text with which the page marks a booking. */
  reference: string | undefined;
  /** What the page knows about the guest; unchecked. */
  prefill: unknown;
};

/**
 * The script's origin is the default API. A module has no `currentScript`, so it uses the page's own origin.
 */
const script = document.currentScript as HTMLScriptElement | null;
const scriptOrigin = script?.src ? new URL(script.src).origin : '';
const scriptFolder = script?.src.replace(/\/[^/]*$/, '');

/**
 * Where the files of the widget may be. The API first, because a strict page certainly allows requests to it.
 * @param base see {@link Settings}
 */
export const fileFolders = (base: string): string[] => [
  `${base}/widget`,
  ...(scriptFolder ? [scriptFolder] : []),
];

export const settingsOf = (host: Host): Settings => ({
  tenant: host.tenant ?? '',
  base: (host.api ?? scriptOrigin).replace(/\/+$/, ''),
  locale: localeOf(host),
  redirect:
    attempt(() =>
      host.redirect ? new URL(host.redirect, document.baseURI).href : localStorage && location.href,
    ) ?? '',
  start: startOf(host),
  reference: referenceOf(host),
  prefill: host.prefill,
});

/**
 * The requested language, or that of the surrounding page; `de-AT` is German. Any other language becomes
 * Dutch.
 */
export const wantedLocale = (host: Host, wanted = host.locale): Locale =>
  locales.find((locale) =>
    wanted ? wanted.toLowerCase().startsWith(locale) : host.matches(`:lang(${locale})`),
  ) ?? 'nl';

/** The language to show: English if the texts of the wanted one could not be loaded. */
export const localeOf = (host: Host, wanted = host.locale): Locale => {
  const locale = wantedLocale(host, wanted);
  return texts[locale] === null ? 'en' : locale;
};

type Look = { accent?: string | null | undefined; radius?: string | number | null | undefined };

/**
 * Custom properties for the look. Attributes take precedence over the properties of the page, and these over
 * the venue's brand. Invalid colours and numbers are ignored.
 */
export const themeOf = (attributes: Look, brand: Look = {}): Record<string, string> => ({
  ...propertiesOf('vb', attributes),
  ...propertiesOf('brand', brand),
});

function propertiesOf(prefix: string, { accent, radius }: Look) {
  const pixels = Number.parseFloat(`${radius}`);
  return {
    ...(accent && CSS.supports('color', accent) && { [`--${prefix}-accent`]: accent }),
    ...(pixels >= 0 && { [`--${prefix}-radius`]: `${Math.min(pixels, 40)}px` }),
  };
}
