import { Actor, ManualBooking } from '@venue-booking/proto/booking/adminBooking';
import { IdempotencyKey } from '@venue-booking/proto/booking/idempotencyKey';
import { VenueId } from '@venue-booking/proto/primitives';
import { v7 as newUid } from 'uuid';
import { z } from 'zod';
import { requireVenue } from '../core/bookingStore.ts';
import { deskKey, oncePerKey } from '../core/idempotency.ts';
import { type Deps, placeBooking, termsRequestOf } from '../core/placeBooking.ts';
import { slotIdAt } from '../core/slotIdAt.ts';

/** A booking that the venue makes for a guest. */
export const DeskBookingRequest = z.object({
  venueId: VenueId,
  booking: ManualBooking,
  actor: Actor,
  idempotencyKey: IdempotencyKey.optional(),
});

/**
 * Books for a guest who called or came by, once per Idempotency-Key. Returns the booking's id.
 * @throws the failures of {@link placeBooking} and {@link oncePerKey}
 */
export async function bookByDesk(
  deps: Deps,
  { venueId, booking, actor, idempotencyKey }: z.infer<typeof DeskBookingRequest>,
): Promise<number> {
  const uid = newUid();
  const key = idempotencyKey === undefined ? null : deskKey(idempotencyKey);
  const { starts_at, minutes, facility_id, price_eur: priceEur, notify, ...wish } = booking;
  const slot_id =
    wish.slot_id ??
    slotIdAt(
      { facilityId: facility_id ?? 0, ...(await requireVenue(deps.database, venueId)) },
      starts_at ?? '',
    );
  const body = { ...wish, slot_id, customer_email: booking.customer_email ?? '' };
  const by = { source: 'desk', actor, guest: null, notify } as const;
  const offGrid = minutes === undefined ? undefined : { minutes, priceEur };
  const request = { uid, venueId, body, idempotencyKey: key, offGrid, by };
  return oncePerKey(
    deps.database,
    { key, owner: uid, body: booking, termsRequest: termsRequestOf(request) },
    { make: async (terms) => (await placeBooking(deps, request, terms)).id, replay: ({ id }) => Number(id) },
  );
}
