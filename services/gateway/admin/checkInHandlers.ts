import { dayStartOf } from '../backends/dayStartOf.ts';
import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';
import { tokenIn } from './ticketText.ts';

/** Handlers for check-in devices at the door. */
export function checkInHandlers({ backends: { catalog, booking } }: AdminDeps): AdminHandlers<'check-in'> {
  const atVenue = handlersAtVenue(catalog);
  return {
    showCheckInList: atVenue(async ({ venueId }) => {
      const dayStart = await dayStartOf(catalog, venueId);
      return booking.desk.checkInList.query({ venueId, dayStart });
    }),
    sendScans: atVenue(async ({ venueId, scans }, { caller }) => {
      const dayStart = await dayStartOf(catalog, venueId);
      const read = scans.map(({ ticket, ...scan }) => ({
        ...scan,
        ...(ticket !== undefined && { ticket: tokenIn(ticket) }),
      }));
      const results = await booking.desk.recordScans.mutate({
        ...{ venueId, dayStart, scans: read },
        actor: caller.name,
      });
      return { results };
    }),
  };
}
