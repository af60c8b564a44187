import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Brand } from '@venue-booking/proto/venue/brand';
import { type RequestHandler, type Response, Router } from 'express';
import { pageAssets } from '../layout/assets.ts';
import { brandLink, brandSheets } from '../layout/brandSheet.ts';
import { fill, type PageOptions, readTemplate, sendPage } from '../layout/html.ts';

/**
 * A page for guests: a ticket, a payment page, or a failure. `title` is plain text; `bar`, `main` and the
 * addition to the `head` are HTML.
 */
export type GuestPage = {
  language: Locale;
  title: string;
  bar: string;
  main: string;
  head?: string;
  /** The brand of the venue; without it, the page has the platform's colours. */
  brand?: Brand | undefined;
};

const template = readTemplate('guest/ticket.html');
const files = pageAssets('/tickets/assets', ['layout/site.css', 'guest/ticket.css']);

/** Assets of the pages. Unlike tickets they may be cached, so they precede {@link guestHeaders}. */
export const guestAssets = Router().use(files.router, brandSheets());

/** The URL of a ticket is its credential: do not cache or index it, or send it to other websites. */
export const guestHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'Cache-Control': 'no-store',
    // With `no-referrer`, the origin of a form would be null.
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  });
  // Adds to the names of a preflight response.
  response.vary('Accept, Accept-Language, Origin');
  next();
};

/**
 * The form action of a page whose form leads to another website. Browsers check all redirects of a form
 * against it, such as that to a checkout or back to the venue's website.
 */
export const LEAVING_FORM = "'self' http: https:";

export function sendGuestPage(
  response: Response,
  { language, title, bar, main, head = '', brand }: GuestPage,
  options: Pick<PageOptions, 'formAction'> = {},
): void {
  const values = { lang: language, title: escapeHtml(title), head, bar, main, assets: files.path };
  const html = fill(template, { ...values, brand: brandLink(brand) });
  sendPage(response, html, { cacheControl: 'no-store', ...options });
}
