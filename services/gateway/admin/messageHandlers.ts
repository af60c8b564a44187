import { dayStartOf } from '../backends/dayStartOf.ts';
import { type AdminDeps, handlersAtVenue } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of messages to guests. */
export function messageHandlers({ backends: { catalog, booking } }: AdminDeps): AdminHandlers<'message'> {
  const atVenue = handlersAtVenue(catalog);
  return {
    sendGuestMessage: atVenue(async ({ venueId, ...message }, { caller, idempotencyKey }) =>
      booking.messages.send.mutate({
        ...{ venueId, message, actor: caller.name },
        dayStart: await dayStartOf(catalog, venueId),
        ...(idempotencyKey !== undefined && { requestKey: idempotencyKey }),
      }),
    ),
    previewGuestMessage: atVenue(async ({ venueId, ...message }) =>
      booking.messages.preview.query({ venueId, message, dayStart: await dayStartOf(catalog, venueId) }),
    ),
  };
}
