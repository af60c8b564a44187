import { attempt } from './attempt.ts';
import type { Locale } from './wording.ts';

/** The element with its attributes, which Vue makes properties too. */
export type Host = HTMLElement & {
  [attribute in 'tenant' | 'api' | 'variant' | 'accent' | 'radius' | 'name' | 'locale' | 'redirect']?:
    | string
    | undefined;
};

/** What the flow needs of the attributes. */
export type Settings = {
  tenant: string;
  /** Address of the API without a closing slash; empty: the page's own origin. */
  base: string;
  locale: Locale;
  /**
   * Absolute address to which the guest returns after paying: the page itself when the attribute names none.
   * Empty, for their ticket, when what it names is no address, and where the browser keeps nothing, so that
   * this page would not know its guest again.
   */
  redirect: string;
};

/**
 * Where the script came from: the API of a page that names none. A module does not know, and takes the page's
 * own origin.
 */
const script = document.currentScript as HTMLScriptElement | null;
const scriptOrigin = script?.src ? new URL(script.src).origin : '';

export const settingsOf = (host: Host): Settings => ({
  tenant: host.tenant ?? '',
  base: (host.api ?? scriptOrigin).replace(/\/+$/, ''),
  locale: localeOf(host),
  redirect:
    attempt(() =>
      host.redirect ? new URL(host.redirect, document.baseURI).href : localStorage && location.href,
    ) ?? '',
});

/** The language that is asked for, or that of the page around the element; Dutch when it is not English. */
export const localeOf = (host: Host, wanted = host.locale): Locale =>
  (wanted ? wanted.startsWith('en') : host.matches(':lang(en)')) ? 'en' : 'nl';

/** The look that the attributes ask for, as custom properties. What is no colour or number is left out. */
export function themeOf({ accent, radius }: { accent?: string | undefined; radius?: string | undefined }) {
  const pixels = Number.parseFloat(radius ?? '');
  return {
    ...(accent && CSS.supports('color', accent) && { '--vb-accent': accent }),
    ...(pixels >= 0 && { '--vb-radius': `${Math.min(pixels, 40)}px` }),
  };
}
