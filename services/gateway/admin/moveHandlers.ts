import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers that move or cancel many bookings. */
export function moveHandlers({
  backends: { catalog, booking },
  venueChanged,
}: AdminDeps): AdminHandlers<'move'> {
  const atVenue = handlersAtVenue(catalog);
  return {
    previewMoves: atVenue(({ venueId, ...wish }) => booking.moves.preview.query({ venueId, wish })),
    createMoves: atVenue(({ venueId, items }, { caller }) =>
      booking.moves.create
        .mutate({ venueId, items, actor: caller.name, byDesk: caller.role === 'desk' })
        .finally(() => venueChanged(venueId)),
    ),
    showMoves: atVenue(({ venueId, id }) => booking.moves.show.query({ venueId, listId: id })),
  };
}
