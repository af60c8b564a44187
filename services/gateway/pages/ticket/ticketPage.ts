import type { Log } from '@venue-booking/kit/logging/log';
import { type Failure, fail, failureStatus } from '@venue-booking/proto/failures';
import { toCents } from '@venue-booking/proto/primitives';
import express, { type Response, type Router } from 'express';
import type { Backends } from '../../backends/backends.ts';
import { readReceipt } from '../../documents/receipt.ts';
import { sendReceipt } from '../../documents/receiptRoutes.ts';
import { prefersJson } from '../../http/contentNegotiation.ts';
import { registerRoute } from '../../http/methods.ts';
import { handlerWithDeadline, READ_BUDGET_MS, WRITE_BUDGET_MS } from '../../http/requestDeadline.ts';
import {
  chosenLanguage,
  createLinkBulkhead,
  failureFrom,
  failureHandler,
  type LinkRequest,
  ticketAddress,
  tokenOf,
} from '../guest/guestLink.ts';
import { guestAssets, guestHeaders, sendGuestPage } from '../guest/guestPage.ts';
import { type ChangeDeps, ticketChange } from './ticketChange.ts';
import { ticketInvoice } from './ticketInvoice.ts';
import { ticketJson } from './ticketJson.ts';
import { findTicketMoney } from './ticketMoney.ts';
import { ticketCode, ticketView } from './ticketView.ts';

type Deps = ChangeDeps & Pick<Backends, 'payment'> & { log: Log };

/**
 * `/tickets/{token}`: the booking of a signed link, as a page or, if preferred, as JSON. Also its calendar
 * file, and changing and cancelling it, both by POST only. Every invalid link gets the same 404.
 */
export function ticketPage(deps: Deps): Router {
  const { booking, catalog, payment, publicUrl, venueChanged, log } = deps;
  const openTicket = async (request: LinkRequest, mail?: string) => {
    const language = chosenLanguage(request);
    const of = { token: tokenOf(request), ...(mail && { mail }), ...(language && { language }) };
    const ticket = await booking.openTicket.query(of);
    if (!ticket) throw fail('ticket_not_found');
    const [contact, money] = await Promise.all([
      catalog.contact.query({ venueId: ticket.venueId }),
      findTicketMoney(payment, ticket),
    ]);
    return { ticket, contact, money };
  };

  const show = async (request: LinkRequest, response: Response, failure?: Failure): Promise<void> => {
    const token = tokenOf(request);
    // Only a GET counts as opening the link: mail servers check links with HEAD.
    const mail = request.method === 'GET' ? request.query.mail : undefined;
    const shown = await openTicket(request, typeof mail === 'string' ? mail.slice(0, 100) : undefined);
    const { ticket, contact, money } = shown;
    if (prefersJson(request)) return void response.json(ticketJson(ticket, contact, money));
    const language = chosenLanguage(request) ?? ticket.locale;
    if (failure) response.status(failureStatus(failure.code));
    const changed = request.query.changed !== undefined;
    const returned = Number(request.query.returned) || 0;
    sendGuestPage(response, ticketView({ ...shown, token, publicUrl, language, failure, changed, returned }));
  };
  const invoices = ticketInvoice(deps, openTicket);
  const changes = ticketChange(deps, { open: openTicket, showTicket: show });

  const cancel = async (request: LinkRequest, response: Response): Promise<void> => {
    const token = tokenOf(request);
    try {
      const ticket = await booking.cancelTicket.mutate({ token, mayKeepCents: shownKeptCents(request) });
      if (!ticket) throw fail('ticket_not_found');
      venueChanged(ticket.venueId);
    } catch (error) {
      if (prefersJson(request)) throw error;
      return show(request, response, failureFrom(error));
    }
    if (prefersJson(request)) return show(request, response);
    response.redirect(303, ticketAddress(request));
  };

  const calendar = async (request: LinkRequest, response: Response): Promise<void> => {
    const text = await booking.calendarOfTicket.query({ token: tokenOf(request) });
    if (text === null) throw fail('ticket_not_found');
    const method = /^METHOD:(\w+)/m.exec(text)?.[1];
    response.set({
      'Content-Type': `text/calendar; charset=utf-8; method=${method}`,
      'Content-Disposition': 'attachment; filename="booking.ics"',
    });
    response.send(Buffer.from(text));
  };

  /** The QR code as an image, which the widget shows on the venue's website. */
  const code = async (request: LinkRequest, response: Response): Promise<void> => {
    const token = tokenOf(request);
    if (!(await booking.openTicket.query({ token }))) throw fail('ticket_not_found');
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    response.type('image/svg+xml').send(ticketCode(`${publicUrl}/tickets/${token}`));
  };

  const receipt = async (request: LinkRequest, response: Response): Promise<void> => {
    const language = chosenLanguage(request);
    const paid = await booking.ticketReceipt.query({ token: tokenOf(request), language });
    await sendReceipt(response, await readReceipt(deps, paid, language));
  };

  const limitPerLink = createLinkBulkhead();
  const reads = (handle: typeof cancel) => handlerWithDeadline(READ_BUDGET_MS, limitPerLink(handle));
  const writes = (handle: typeof cancel) => handlerWithDeadline(WRITE_BUDGET_MS, limitPerLink(handle));
  const router = express.Router();
  router.use(guestAssets);
  router.use('/tickets', guestHeaders);
  registerRoute(router, '/tickets/:token', { get: reads((request, response) => show(request, response)) });
  registerRoute(router, '/tickets/:token/booking.ics', { get: reads(calendar) });
  registerRoute(router, '/tickets/:token/code.svg', { get: reads(code) });
  registerRoute(router, '/tickets/:token/change', { get: reads(changes.show), post: writes(changes.change) });
  registerRoute(router, '/tickets/:token/invoice', {
    get: reads(invoices.show),
    post: writes(invoices.issue),
  });
  registerRoute(router, '/tickets/:token/invoices/:file', { get: writes(invoices.file) });
  registerRoute(router, '/tickets/:token/receipt.pdf', { get: writes(receipt) });
  registerRoute(router, '/tickets/:token/cancel', {
    get: (request, response) => response.redirect(302, ticketAddress(request)),
    post: writes(cancel),
  });
  router.use('/tickets', failureHandler(log));
  return router;
}

/**
 * The amount in cents that the venue may keep, as shown to the guest before. A page without the parameter has
 * shown a full refund. API clients may leave it out, which allows any amount.
 * @throws `validation` for an invalid amount
 */
function shownKeptCents(request: LinkRequest): number | null {
  const { kept_eur: kept } = request.query;
  if (kept === undefined && prefersJson(request)) return null;
  const cents = toCents(Number(kept ?? 0));
  if (Number.isSafeInteger(cents) && cents >= 0) return cents;
  throw fail('validation', { detail: 'kept_eur: must be an amount in euro' });
}
