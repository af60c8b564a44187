import { type DeadLetters, deadLetterRouter } from '@venue-booking/kit/events/deadLetters';
import { awaitApplied } from '@venue-booking/kit/events/inbox';
import { createReadBulkhead } from '@venue-booking/kit/messaging/largeReads';
import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { CreateBookingRequest } from '@venue-booking/proto/booking/booking';
import { ChallengeRequest } from '@venue-booking/proto/booking/proofOfWork';
import { ChangeQuoteRequest, MakeQuoteRequest } from '@venue-booking/proto/booking/quote';
import { JoinWaitingList } from '@venue-booking/proto/booking/waitingList';
import { fail } from '@venue-booking/proto/failures';
import { InvoiceNumber, InvoiceRequest } from '@venue-booking/proto/invoice/invoice';
import { StaffMail } from '@venue-booking/proto/mail/staffMail';
import { Locale, VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import { cancelBooking } from './core/cancelBooking.ts';
import { createBooking } from './core/createBooking.ts';
import { makeQuote } from './core/makeQuote.ts';
import { type DeskDeps, deskRouter } from './desk/deskRouter.ts';
import { readFeed } from './desk/readFeed.ts';
import { readReceipt } from './desk/readReceipt.ts';
import { findDocument } from './invoices/invoiceStore.ts';
import { issueInvoice } from './invoices/issueInvoice.ts';
import type { ProofOfWork } from './limits/proofOfWork.ts';
import { mailTextRouter } from './mail/compose/mailTextRouter.ts';
import type { PreviewDeps } from './mail/compose/previewMail.ts';
import { messageRouter } from './mail/queue/messageRouter.ts';
import { recipientRouter } from './mail/queue/recipientRouter.ts';
import { type MovesDeps, movesRouter } from './moves/movesRouter.ts';
import { openPayLink, payLinkOf } from './payments/payLink.ts';
import { planUsage } from './reports/planUsage.ts';
import { type SeriesDeps, seriesRouter } from './series/seriesRouter.ts';
import { changeOwnBooking } from './ticket/changeOwnBooking.ts';
import { openTicket } from './ticket/openTicket.ts';
import { type Deps as OwnChangeDeps, quoteOwnChange } from './ticket/quoteOwnChange.ts';
import { type CalendarDeps, ticketCalendar } from './ticket/ticketCalendar.ts';
import { type TransferDeps, transferRouter } from './transfer/transferRouter.ts';
import { acceptOffer, confirmEntry, leaveList } from './waiting/answerOffer.ts';
import { joinWaitingList } from './waiting/joinWaitingList.ts';
import { openEntry } from './waiting/openEntry.ts';
import { type WebhookDeps, webhookRouter } from './webhooks/router.ts';
import type { Notifications } from './wiring/notifications.ts';

const ofTicket = z.object({ token: z.string().max(2000) });

/** The calls of the booking service. */
export function bookingRouter(
  deps: DeskDeps &
    SeriesDeps &
    Pick<MovesDeps, 'wakeMoves'> &
    CalendarDeps &
    PreviewDeps & { webhooks: WebhookDeps; deadLetters: DeadLetters } & ProofOfWork &
    Pick<Notifications, 'notifyStaff' | 'recipients' | 'smsUsage'> &
    Pick<OwnChangeDeps, 'checkSlot'> &
    TransferDeps,
) {
  const { database } = deps;
  const readBulkhead = createReadBulkhead();
  return t.router({
    ping: t.procedure.query(() => 'pong' as const),
    createBooking: mutation(CreateBookingRequest, (input) => createBooking(deps, input)),
    makeQuote: query(MakeQuoteRequest, (input) => makeQuote(deps, input)),
    /** Venue 0: a proof for the platform. */
    challenge: query(ChallengeRequest.extend({ venueId: z.int().min(0) }), ({ venueId, work }) =>
      deps.challenge(venueId, work),
    ),
    /** Spends a proof for the platform. */
    spendProof: mutation(z.object({ proof: z.string() }), ({ proof }) => deps.spendProof(0, proof, 1)),
    openTicket: query(
      ofTicket.extend({ mail: z.string().max(100).optional(), language: Locale.optional() }),
      ({ token, ...options }) => openTicket(deps, token, options),
    ),
    openPayLink: query(ofTicket.extend({ language: Locale.optional() }), ({ token, ...options }) =>
      openPayLink(deps, token, options),
    ),
    /** Like `openPayLink`, for a guest who is about to pay: creates the payment of an open amount. */
    followPayLink: mutation(ofTicket.extend({ language: Locale.optional() }), ({ token, ...options }) =>
      openPayLink(deps, token, { ...options, request: true }),
    ),
    payLink: query(OfBooking.extend({ paymentId: z.uuid().optional() }), (input) => payLinkOf(deps, input)),
    calendarOfTicket: query(ofTicket, (input) => ticketCalendar(deps, input.token)),
    cancelTicket: mutation(
      ofTicket.extend({ mayKeepCents: z.int().min(0).nullable() }),
      async ({ token, mayKeepCents }) => {
        const ticket = await deps.findByTicket(token);
        if (!ticket) throw fail('ticket_not_found');
        const of = { venueId: ticket.venueId, id: Number(ticket.id) };
        await cancelBooking(deps, of, { guest: true, mayKeepCents });
        return openTicket(deps, token);
      },
    ),
    quoteTicketChange: query(ofTicket.extend({ wish: ChangeQuoteRequest }), (input) =>
      quoteOwnChange(deps, input),
    ),
    changeTicket: mutation(
      ofTicket.extend({ quote: z.string().max(40_000), clientAddress: z.string() }),
      async (input) => {
        const { dearerCents } = await changeOwnBooking(deps, input);
        const ticket = await openTicket(deps, input.token);
        const { payOpen } = ticket ?? {};
        // Not the rest of a deposit, which has its own deadline.
        const isDifference = payOpen !== undefined && payOpen.cents <= dearerCents;
        return ticket && { ...ticket, ...(isDifference && { payChange: payOpen.url }) };
      },
    ),
    ticketInvoice: mutation(ofTicket.extend({ buyer: InvoiceRequest }), async ({ token, buyer }) => {
      const ticket = await deps.findByTicket(token);
      if (!ticket) throw fail('ticket_not_found');
      const of = { venueId: ticket.venueId, id: Number(ticket.id) };
      return issueInvoice(database, of, { buyer, actor: 'guest', byGuest: true });
    }),
    ticketDocument: query(ofTicket.extend({ number: InvoiceNumber }), async ({ token, number }) => {
      const ticket = await deps.findByTicket(token);
      if (!ticket) throw fail('ticket_not_found');
      // An old link must not show the address that the invoice was issued to.
      if (ticket.erasedAt !== null) throw fail('invoice_not_found');
      return findDocument(database, { venueId: ticket.venueId, id: Number(ticket.id), number });
    }),
    ticketReceipt: query(ofTicket.extend({ language: Locale.optional() }), async ({ token, language }) => {
      const ticket = await deps.findByTicket(token);
      if (!ticket) throw fail('ticket_not_found');
      return readReceipt(database, ticket, language);
    }),
    calendarFeed: query(
      z.object({
        secret: z.string().max(100),
        after: z.int(),
        cursor: z.string().max(100).optional(),
        pastDays: z.int().min(0).optional(),
        used: z.int().min(0).optional(),
      }),
      (input) => readFeed({ ...deps, readBulkhead }, input),
    ),
    joinWaitingList: mutation(JoinWaitingList, (input) =>
      joinWaitingList({ ...deps, ...deps.offers }, input),
    ),
    openWaiting: query(ofTicket.extend({ language: Locale.optional() }), ({ token, ...options }) =>
      openEntry({ ...deps, ...deps.offers }, token, options),
    ),
    confirmWaiting: mutation(ofTicket, (input) => confirmEntry({ ...deps, ...deps.offers }, input)),
    leaveWaiting: mutation(ofTicket, (input) => leaveList({ ...deps, ...deps.offers }, input)),
    acceptOffer: mutation(
      ofTicket.extend({
        offer: z.uuid(),
        quote: z.string().max(40_000).optional(),
        clientAddress: z.string(),
      }),
      (input) => acceptOffer({ ...deps, ...deps.offers }, input),
    ),
    tellStaff: mutation(StaffMail, (input) => deps.notifyStaff(input)),
    desk: deskRouter(deps, readBulkhead),
    series: seriesRouter(deps, readBulkhead),
    transfer: transferRouter(deps, readBulkhead),
    moves: movesRouter(deps, readBulkhead),
    webhooks: webhookRouter(deps.webhooks),
    mailTexts: mailTextRouter(deps),
    messages: messageRouter(deps),
    recipients: recipientRouter(deps),
    planUsage: query(
      z.object({
        spans: z.array(z.object({ venueId: VenueId, from: z.number(), to: z.number() })).max(500),
      }),
      ({ spans }) => planUsage(database, spans),
    ),
    awaitApplied: query(z.object({ eventIds: z.array(z.uuid()) }), (input) =>
      awaitApplied(database, 'booking', input.eventIds),
    ),
    deadLetters: deadLetterRouter(deps.deadLetters),
  });
}

export type BookingRouter = ReturnType<typeof bookingRouter>;
