import { escapeHtml } from '@venue-booking/kit/wording';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Request, RequestHandler, Response } from 'express';
import { pageAssets } from '../assets.ts';
import { fill, type PageOptions, readTemplate, sendPage } from '../html.ts';

/**
 * A page for guests: a ticket, its payment, or what went wrong with an address. `title` is text; `bar`,
 * `main` and what is to be added to the head are HTML.
 */
export type TicketPage = { language: Locale; title: string; bar: string; main: string; head?: string };

/** In the head of a page that is about to say something else: it loads itself anew, or another address. */
export const renewing = (address = ''): string =>
  `<meta http-equiv="refresh" content="5${address && `; url=${address}`}">`;

const template = readTemplate('ticket/ticket.html');
const files = pageAssets('/tickets/assets', ['site.css', 'ticket/ticket.css']);

/** What the pages load. It may be cached, which tickets may not: it comes before {@link ticketHeaders}. */
export const ticketAssets = files.router;

/** Whoever has the address has the ticket: it is neither kept nor indexed, nor told to other sites. */
export const ticketHeaders: RequestHandler = (_request, response, next) => {
  response.set({
    'Cache-Control': 'no-store',
    // Not no-referrer, under which the origin of a form is null.
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
    Vary: 'Accept, Accept-Language, Origin',
  });
  next();
};

export const prefersJson = (request: Request): boolean => request.accepts(['html', 'json']) === 'json';

export function sendTicketPage(
  response: Response,
  { language, title, bar, main, head = '' }: TicketPage,
  options: Pick<PageOptions, 'formAction'> = {},
): void {
  const values = { lang: language, title: escapeHtml(title), head, bar, main, assets: files.path };
  sendPage(response, fill(template, values), { cacheControl: 'no-store', ...options });
}
