import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of the waiting lists of a venue. */
export function waitingHandlers({
  backends: { catalog, booking },
  venueChanged,
}: AdminDeps): AdminHandlers<'waiting-list'> {
  const atVenue = handlersAtVenue(catalog);
  return {
    listWaiting: atVenue((query) => booking.desk.listWaiting.query(query)),
    offerPlace: atVenue(async ({ venueId, id, slot_id: slotId }) => {
      const entry = await booking.desk.offerPlace.mutate({ venueId, id, slotId });
      venueChanged(venueId);
      return entry;
    }),
    removeWaiting: atVenue(async (of) => {
      const entry = await booking.desk.removeWaiting.mutate(of);
      venueChanged(of.venueId);
      return entry;
    }),
  };
}
