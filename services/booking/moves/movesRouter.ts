import { largeReadQueries, type ReadBulkhead } from '@venue-booking/kit/messaging/largeReads';
import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { Actor } from '@venue-booking/proto/booking/adminBooking';
import { MovesPreviewRequest, NewMoves } from '@venue-booking/proto/booking/moves';
import { VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import type { BookingDeps } from '../core/deps.ts';
import { createMoves, showMoves } from './moveStore.ts';
import { type Deps as PreviewDeps, previewMoves } from './previewMoves.ts';

export type MovesDeps = PreviewDeps & Pick<BookingDeps, 'database'> & { wakeMoves: () => void };

const ofVenue = z.object({ venueId: VenueId });

/** Calls for the desk that move or cancel many bookings. */
export function movesRouter(deps: MovesDeps, readBulkhead: ReadBulkhead) {
  const { database } = deps;
  const costly = largeReadQueries(readBulkhead);
  return t.router({
    preview: costly(ofVenue.extend({ wish: MovesPreviewRequest }), (input) => previewMoves(deps, input)),
    create: mutation(
      ofVenue.extend({ items: NewMoves.shape.items, actor: Actor, byDesk: z.boolean() }),
      async (input) => {
        const listId = await createMoves(database, input);
        deps.wakeMoves();
        return showMoves(database, { venueId: input.venueId, listId });
      },
    ),
    show: query(ofVenue.extend({ listId: z.uuid() }), (input) => showMoves(database, input)),
  });
}
