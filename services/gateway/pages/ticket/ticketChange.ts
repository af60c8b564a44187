import { bookingDayAt } from '@venue-booking/domain/schedule/venueTime';
import { describeIssues } from '@venue-booking/kit/errors/describeIssues';
import type { Ticket } from '@venue-booking/proto/booking/booking';
import { ChangeQuoteRequest } from '@venue-booking/proto/booking/quote';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import { type Failure, fail, failureStatus } from '@venue-booking/proto/failures';
import { LocalDate } from '@venue-booking/proto/primitives';
import type { Site, VenueContact } from '@venue-booking/proto/venue/venue';
import express, { type Response } from 'express';
import type { Backends } from '../../backends/backends.ts';
import { prefersJson } from '../../http/contentNegotiation.ts';
import { setRetryAfter } from '../../http/errors.ts';
import { BODY_LIMIT_KB, bodyReader } from '../../http/requestBody.ts';
import type { VenueBulkheads } from '../../limits/venueBulkheads.ts';
import { lastValues, partyIn } from '../guest/formValues.ts';
import {
  chosenLanguage,
  failureFrom,
  type LinkRequest,
  redirectTo,
  ticketAddress,
  ticketPath,
  tokenOf,
} from '../guest/guestLink.ts';
import { LEAVING_FORM, sendGuestPage } from '../guest/guestPage.ts';
import { inLanguage } from '../guest/languageSwitch.ts';
import { chooseView, daysAround } from './chooseView.ts';
import { confirmView } from './confirmView.ts';
import { ticketJson } from './ticketJson.ts';
import type { TicketMoney } from './ticketMoney.ts';

export type ChangeDeps = Pick<Backends, 'availability' | 'booking' | 'catalog'> & {
  bulkheads: VenueBulkheads;
  publicUrl: string;
  /** Drops the cached responses of a venue. */
  venueChanged: (venueId: number) => void;
};
type OpenedTicket = { ticket: Ticket; contact: VenueContact; money: TicketMoney | null };
type TicketActions = {
  /** Opens a ticket by its link. @throws `ticket_not_found` */
  open: (request: LinkRequest) => Promise<OpenedTicket>;
  /** Shows the ticket itself, with the reason why nothing was changed. */
  showTicket: (request: LinkRequest, response: Response, failure: Failure) => Promise<void>;
};

/**
 * The pages where guests change their booking, without scripts. Choices are in the URL. The confirmation page
 * shows a quote; only a POST with this quote changes the booking.
 */
export function ticketChange(
  { availability, booking, catalog, bulkheads, publicUrl, venueChanged }: ChangeDeps,
  { open, showTicket }: TicketActions,
) {
  /** Runs an expensive read in the venue's bulkhead, together with the reads of its other guests. */
  const runInBulkhead = <T>({ venueId }: Ticket, read: () => Promise<T>) =>
    bulkheads.public.query(String(venueId), read);
  /** @throws `venue_not_live` */
  const requireChanges = async ({ venueId }: Ticket) => {
    if (!takesChanges(await catalog.site.query({ venueId }))) throw fail('venue_not_live');
  };
  const quoteOf = async (ticket: Ticket, token: string, request: ChangeQuoteRequest) => {
    await requireChanges(ticket);
    return runInBulkhead(ticket, () => booking.quoteTicketChange.query({ token, wish: request }));
  };
  const readForm = bodyReader(BODY_LIMIT_KB, (limit) => express.urlencoded({ extended: false, limit }));

  /** Shows the page for choosing, with the reason why the last choice failed. */
  const choose = async (
    request: LinkRequest,
    response: Response,
    { opened: { ticket, contact }, failure }: { opened: OpenedTicket; failure?: Failure | undefined },
  ): Promise<void> => {
    const { change, booking: booked, venueId } = ticket;
    if (!change || change.isOver || booked.status !== 'confirmed')
      return failure
        ? showTicket(request, response, failure)
        : response.redirect(302, ticketAddress(request));
    const site = await catalog.site.query({ venueId });
    const facility = site.facilities.find(({ id }) => id === change.facilityId);
    const date = dateOf(request) ?? dayOf(ticket, site.day_start);
    const { facilityId } = change;
    const offered =
      takesChanges(site) && facility
        ? await runInBulkhead(ticket, async () => {
            const [day, { days }] = await Promise.all([
              availability.daySlots.query({ venueId, facilityId, date }),
              availability.availability.query({ venueId, facilityId, ...daysAround(date) }),
            ]);
            return { facility, day, days };
          })
        : null;
    if (failure) {
      setRetryAfter(response, failure);
      response.status(failureStatus(failure.code));
    }
    const page = chooseView({
      ...{ booking: booked, contact, publicUrl, failure },
      path: ticketPath(request),
      query: lastValues(request.query),
      language: chosenLanguage(request) ?? ticket.locale,
      locale: ticket.locale,
      request: parseChange(request).data ?? {},
      ownSlotId: change.slotId,
      offered,
    });
    sendGuestPage(response, page);
  };

  /**
   * Shows the page for confirming a change. If the change is not possible, shows the page for choosing.
   * @param shown.failure why the change that the guest confirmed before was not made
   */
  const confirm = async (
    request: LinkRequest,
    response: Response,
    { opened, failure }: { opened: OpenedTicket; failure?: Failure },
  ): Promise<void> => {
    try {
      const requested = changeOf(request);
      if (requested.slot_id === undefined) return await choose(request, response, { opened, failure });
      const quote = await quoteOf(opened.ticket, tokenOf(request), requested);
      if (failure) response.status(failureStatus(failure.code));
      const language = chosenLanguage(request) ?? opened.ticket.locale;
      const query = lastValues(request.query);
      const isAgain = failure !== undefined;
      sendGuestPage(
        response,
        confirmView({ ...opened, path: ticketPath(request), language, query, quote, isAgain }),
        // The response may redirect to the checkout, which browsers check as well.
        quote.pays_online ? { formAction: LEAVING_FORM } : {},
      );
    } catch (error) {
      await choose(request, response, { opened, failure: failureFrom(error) });
    }
  };

  const show = async (request: LinkRequest, response: Response): Promise<void> => {
    const token = tokenOf(request);
    const opened = await open(request);
    if (!prefersJson(request)) return confirm(request, response, { opened });
    response.json(await quoteOf(opened.ticket, token, changeOf(request)));
  };

  const change = async (request: LinkRequest, response: Response): Promise<void> => {
    const token = tokenOf(request);
    await readForm(request, response);
    const { quote } = (request.body ?? {}) as { quote?: unknown };
    try {
      if (typeof quote !== 'string' || quote.length > 40_000)
        throw fail('validation', { detail: 'quote: must be the text of a quote' });
      await requireChanges((await open(request)).ticket);
      const clientAddress = request.ip ?? '';
      const ticket = await booking.changeTicket.mutate({ token, quote, clientAddress });
      if (!ticket) throw fail('ticket_not_found');
      venueChanged(ticket.venueId);
      // A higher price is paid at once; the change stands if the guest does not pay.
      const language = chosenLanguage(request) ?? ticket.locale;
      if (!prefersJson(request) && ticket.payChange)
        return redirectTo(response, inLanguage(ticket.payChange, language, ticket.locale));
      if (!prefersJson(request)) return response.redirect(303, ticketAddress(request, { changed: '1' }));
      const { contact, money } = await open(request);
      response.json(ticketJson(ticket, contact, money));
    } catch (error) {
      if (prefersJson(request)) throw error;
      const failure = failureFrom(error);
      const answer = failure.code === 'booking_changed' ? confirm : choose;
      return answer(request, response, { opened: await open(request), failure });
    }
  };

  return { show, change };
}

/** Whether guests may change bookings: the owner has the venue live. A suspension stops new bookings only. */
const takesChanges = ({ live, suspended }: Pick<Site, 'live' | 'suspended'>): boolean =>
  live || suspended === true;

/** The day to show; null without a valid one in the query. */
function dateOf(request: LinkRequest): string | null {
  const query = lastValues(request.query);
  return LocalDate.safeParse(query.get('go') ?? query.get('date')).data ?? null;
}

/** The booking day of a ticket. */
const dayOf = ({ change, timezone, booking }: Ticket, dayStart: string): string => {
  const startsAt = parseSlotId(change?.slotId ?? 0)?.startsAt;
  return startsAt === undefined ? booking.starts_at.slice(0, 10) : bookingDayAt(timezone, dayStart, startsAt);
};

/** Parses a change: `slot`, `people` or `guests.<category>`, and `add_ons.<add-on>`. */
function parseChange(request: LinkRequest) {
  const query = lastValues(request.query);
  return ChangeQuoteRequest.safeParse({
    ...(query.has('slot') && { slot_id: Number(query.get('slot')) }),
    ...partyIn(query),
  });
}

/** @throws `validation` */
function changeOf(request: LinkRequest): ChangeQuoteRequest {
  const { data, error } = parseChange(request);
  if (!data) throw fail('validation', { detail: describeIssues(error) });
  return data;
}
