import { awaitApplied } from '@venue-booking/kit/inbox';
import { t } from '@venue-booking/kit/rpc';
import { CreateBookingRequest } from '@venue-booking/proto/booking';
import { z } from 'zod';
import { findBooking } from './bookingStore.ts';
import { createBooking, type Deps } from './createBooking.ts';
import { readTicket, type SigningKey } from './ticket.ts';

/** What booking answers. */
export function bookingRouter(deps: Deps & { signingKeys: readonly SigningKey[] }) {
  const { database } = deps;
  return t.router({
    ping: t.procedure.query(() => 'pong' as const),
    createBooking: t.procedure
      .input(CreateBookingRequest)
      .mutation(({ input }) => createBooking(deps, input)),
    /** The booking that a ticket's token opens, or null for a token that opens none. */
    bookingOfTicket: t.procedure.input(z.object({ token: z.string().max(2000) })).query(async ({ input }) => {
      const ticket = await readTicket(deps.signingKeys, input.token);
      if (!ticket) return null;
      return findBooking(database, { venueId_id: { venueId: ticket.venueId, id: BigInt(ticket.id) } });
    }),
    awaitApplied: t.procedure
      .input(z.object({ eventIds: z.array(z.uuid()) }))
      .query(({ input }) => awaitApplied(database, 'booking', input.eventIds)),
  });
}

export type BookingRouter = ReturnType<typeof bookingRouter>;
