import type { AnyTRPCRouter } from '@trpc/server';
import { z } from 'zod';
import { rest, servedElsewhere } from '../../rest/restProcedure.ts';
import { TicketAnswer } from './ticketJson.ts';

/** Calls of a ticket link, for the OpenAPI description only; `ticketPage.ts` serves them. */
export const ticketCalls: AnyTRPCRouter = rest.router({
  showTicket: rest.procedure
    .meta({
      scope: 'public',
      isPage: true,
      openapi: {
        method: 'GET',
        path: '/tickets/{token}',
        operationId: 'showTicket',
        summary: 'Show a ticket',
        description:
          'The ticket at the signed `ticket_url` of a booking: a page, or JSON with `Accept: application/json`. It needs no venue, and websites of venues may read it. `GET …/receipt.pdf` is the receipt, once something was paid. `POST …/cancel?kept_eur=` cancels the booking and returns the ticket; 409 if the venue would keep more of the payment than `kept_eur`, 422 if it can’t be cancelled.',
        tags: ['Booking'],
        protect: false,
        errorResponses: {
          404: 'No ticket: the link is incomplete, or its booking was deleted',
          410: 'The link has expired, some months after the visit',
        },
      },
    })
    .input(z.object({ token: z.string().describe('The last part of `ticket_url`') }))
    .output(TicketAnswer)
    .query(servedElsewhere),
});
