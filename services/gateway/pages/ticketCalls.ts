import type { AnyTRPCRouter } from '@trpc/server';
import { z } from 'zod';
import { onlyDescribed, rest } from '../restProcedure.ts';
import { TicketAnswer } from './ticket/ticketJson.ts';

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
          'What the signed `ticket_url` of a booking opens: a page, or JSON with `Accept: application/json`. It names no venue, and websites of venues may read it. `POST …/cancel?kept_eur=` cancels the booking and answers the same; 409 when more would be kept of what was paid than `kept_eur`, 422 when it can’t be cancelled.',
        tags: ['Booking'],
        protect: false,
        errorResponses: {
          404: 'No ticket: the link is not whole, or its booking is forgotten',
          410: 'The link has expired, some months after the visit',
        },
      },
    })
    .input(z.object({ token: z.string().describe('The last part of `ticket_url`') }))
    .output(TicketAnswer)
    .query(onlyDescribed),
});
