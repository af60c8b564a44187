import { mutation, query, t } from '@venue-booking/kit/messaging/rpc';
import { Actor } from '@venue-booking/proto/booking/adminBooking';
import { IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { NewGuestMessage } from '@venue-booking/proto/mail/guestMessage';
import { TimeOfDay, VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import { previewGuestMessage, sendGuestMessage } from './sendMessage.ts';

const Request = z.object({ venueId: VenueId, message: NewGuestMessage, dayStart: TimeOfDay });

/** RPC procedures for messages of a venue to its guests. */
export const messageRouter = (deps: Parameters<typeof sendGuestMessage>[0]) =>
  t.router({
    preview: query(Request, (request) => previewGuestMessage(deps, request)),
    send: mutation(Request.extend({ actor: Actor, requestKey: IdempotencyKey.optional() }), (request) =>
      sendGuestMessage(deps, request),
    ),
  });
