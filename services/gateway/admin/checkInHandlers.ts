import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';
import { tokenIn } from './ticketText.ts';

/** Handlers for check-in devices at the door. */
export function checkInHandlers({ backends: { catalog, booking } }: AdminDeps): AdminHandlers<'check-in'> {
  const atVenue = handlersAtVenue(catalog);
  return {
    showCheckInList: atVenue(async ({ venueId }) => {
      const { day_start: dayStart } = await catalog.site.query({ venueId });
      return booking.desk.checkInList.query({ venueId, dayStart });
    }),
    sendScans: atVenue(async ({ venueId, scans }, { caller }) => {
      const read = scans.map(({ ticket, ...scan }) => ({
        ...scan,
        ...(ticket !== undefined && { ticket: tokenIn(ticket) }),
      }));
      const results = await booking.desk.recordScans.mutate({ venueId, scans: read, actor: caller.name });
      return { results };
    }),
  };
}
