import {
  MAX_MOVES,
  MOVES_KEPT_DAYS,
  Moves,
  MovesPreview,
  MovesPreviewRequest,
  NewMoves,
} from '../booking/moves.ts';
import type { CallGroup } from './adminCall.ts';
import { moves, venue } from './resources.ts';

/** Calls that move or cancel many bookings, such as all of a day with a storm. */
export const moveCalls = {
  about: 'Moving or cancelling many bookings together',
  tag: 'bookings',
  calls: {
    previewMoves: {
      verb: 'preview',
      changesNothing: true,
      does: 'Show where bookings fit on another day',
      more: 'For each, the nearest time of its facility with room for it and for those before it in the list. Nothing is reserved.',
      method: 'POST',
      of: venue,
      path: '/moves/preview',
      role: 'desk',
      input: MovesPreviewRequest,
      answers: MovesPreview,
    },
    createMoves: {
      verb: 'create',
      does: 'Move or cancel many bookings',
      more: `Up to ${MAX_MOVES}. They are done one after the other in the background, each completely or not at all, and each guest gets one mail. A booking that its guest changes meanwhile stays as the guest wants it. The rules are those of a single booking: only an owner can cancel one that was paid online.`,
      method: 'POST',
      of: venue,
      path: '/moves',
      role: 'desk',
      input: NewMoves,
      answers: Moves,
      status: 201,
      errors: { 409: 'Another list with one of the bookings is still in progress' },
      confirm: 'Moves or cancels all of these bookings and notifies their guests.',
    },
    showMoves: {
      verb: 'show',
      does: 'Show the progress of moving or cancelling many bookings',
      more: `Kept for ${MOVES_KEPT_DAYS} days.`,
      method: 'GET',
      of: moves,
      role: 'desk',
      answers: Moves,
    },
  },
} as const satisfies CallGroup;
