import { type DeadLetters, deadLetterRouter } from '@venue-booking/kit/events/deadLetters';
import { awaitApplied } from '@venue-booking/kit/events/inbox';
import { t } from '@venue-booking/kit/messaging/rpc';
import { OfBooking } from '@venue-booking/proto/adminBooking';
import { CreateBookingRequest } from '@venue-booking/proto/booking';
import { fail } from '@venue-booking/proto/failures';
import { VenueId } from '@venue-booking/proto/primitives';
import { ChangeQuoteRequest, MakeQuoteRequest } from '@venue-booking/proto/quote';
import { StaffMail } from '@venue-booking/proto/staffMail';
import { z } from 'zod';
import { cancelBooking } from './core/cancelBooking.ts';
import { createBooking } from './core/createBooking.ts';
import { makeQuote } from './core/makeQuote.ts';
import type { Notices } from './core/notices.ts';
import { readFeed } from './desk/calendarFeed.ts';
import { type DeskDeps, deskRouter } from './desk/deskRouter.ts';
import type { ProofOfWork } from './limits/proofOfWork.ts';
import { mailTextRouter } from './mail/mailTextRouter.ts';
import type { PreviewDeps } from './mail/previewMail.ts';
import { openPayLink, payLinkOf } from './payments/payLink.ts';
import { changeOwnBooking } from './ticket/changeOwnBooking.ts';
import { openTicket } from './ticket/openTicket.ts';
import { type Deps as OwnChangeDeps, quoteOwnChange } from './ticket/quoteOwnChange.ts';
import { type CalendarDeps, ticketCalendar } from './ticket/ticketCalendar.ts';
import { type WebhookDeps, webhookRouter } from './webhooks/router.ts';

const ofTicket = z.object({ token: z.string().max(2000) });

/** What booking answers. */
export function bookingRouter(
  deps: DeskDeps &
    CalendarDeps &
    PreviewDeps & { webhooks: WebhookDeps; deadLetters: DeadLetters } & ProofOfWork &
    Pick<Notices, 'tellStaff'> &
    Pick<OwnChangeDeps, 'checkSlot'>,
) {
  const { database } = deps;
  return t.router({
    ping: t.procedure.query(() => 'pong' as const),
    createBooking: t.procedure
      .input(CreateBookingRequest)
      .mutation(({ input }) => createBooking(deps, input)),
    /** What a booking would cost, promised for a while. */
    makeQuote: t.procedure.input(MakeQuoteRequest).query(({ input }) => makeQuote(deps, input)),
    /** Work for one booking, where the venue asks for it. */
    challenge: t.procedure
      .input(z.object({ venueId: VenueId }))
      .query(({ input }) => deps.challenge(input.venueId)),
    /** What a ticket's token opens, or null for a token that opens nothing. */
    openTicket: t.procedure.input(ofTicket).query(({ input }) => openTicket(deps, input.token)),
    /** What a pay link's token opens, or null for a token that opens nothing. */
    openPayLink: t.procedure.input(ofTicket).query(({ input }) => openPayLink(deps, input.token)),
    /** The pay link of a booking, or null for one that nothing is to be paid for online. */
    payLink: t.procedure.input(OfBooking).query(({ input }) => payLinkOf(deps, input)),
    /** The iCalendar file of a ticket, or null for a token that opens nothing. */
    calendarOfTicket: t.procedure.input(ofTicket).query(({ input }) => ticketCalendar(deps, input.token)),
    /** Cancels the booking of a ticket for its guest. */
    cancelTicket: t.procedure
      // A gateway of the release before does not say what its guest has seen: that all comes back.
      .input(ofTicket.extend({ mayKeepCents: z.int().min(0).nullable().default(0) }))
      .mutation(async ({ input: { token, mayKeepCents } }) => {
        const ticket = await deps.findByTicket(token);
        if (!ticket) throw fail('ticket_not_found');
        const of = { venueId: ticket.venueId, id: Number(ticket.id) };
        await cancelBooking(deps, of, { guest: true, mayKeepCents });
        return openTicket(deps, token);
      }),
    /** What a change by the guest of a ticket comes to. */
    quoteTicketChange: t.procedure
      .input(ofTicket.extend({ wish: ChangeQuoteRequest }))
      .query(({ input }) => quoteOwnChange(deps, input)),
    /** Changes the booking of a ticket for its guest, as a quote of that says. */
    changeTicket: t.procedure
      .input(ofTicket.extend({ quote: z.string().max(40_000), clientAddress: z.string() }))
      .mutation(async ({ input }) => {
        await changeOwnBooking(deps, input);
        return openTicket(deps, input.token);
      }),
    calendarFeed: t.procedure
      .input(z.object({ secret: z.string().max(100), after: z.int() }))
      .query(({ input }) => readFeed(deps, input)),
    /** Mails somebody who works at a venue, before it answers. */
    tellStaff: t.procedure
      .input(StaffMail)
      .mutation(async ({ input }) => ({ sent: await deps.tellStaff(input) })),
    desk: deskRouter(deps),
    webhooks: webhookRouter(deps.webhooks),
    mailTexts: mailTextRouter(deps),
    awaitApplied: t.procedure
      .input(z.object({ eventIds: z.array(z.uuid()) }))
      .query(({ input }) => awaitApplied(database, 'booking', input.eventIds)),
    deadLetters: deadLetterRouter(deps.deadLetters),
  });
}

export type BookingRouter = ReturnType<typeof bookingRouter>;
