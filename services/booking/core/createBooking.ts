import type { BookingResponse, CreateBookingRequest } from '@venue-booking/proto/booking/booking';
import { parseSlotId } from '@venue-booking/proto/facility/slotId';
import type { PaymentStatus } from '@venue-booking/proto/payment/paymentStatus';
import { toEuro } from '@venue-booking/proto/primitives';
import { v7 as newUid } from 'uuid';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { guestHashes } from '../limits/guestHashes.ts';
import type { RateLimitState } from '../limits/rateLimit.ts';
import type { OfferAt } from '../limits/venueOffers.ts';
import { depositTerms, type GuestBookingRow, restUntilOf, toBooking } from './bookingView.ts';
import { facilityNames, forGuest } from './facilityNames.ts';
import { guestKey, oncePerKey } from './idempotency.ts';
import { paidOf } from './keptMoney.ts';
import type { LinkedBooking, LinkUrl } from './linkedBooking.ts';
import { type Deps as PlaceDeps, type Placed, placeBooking, termsRequestOf } from './placeBooking.ts';

export type Deps = PlaceDeps & { ticketUrl: LinkUrl; payUrl: LinkUrl; offerAt: OfferAt };

/** The response to the guest, and the state of the hourly rate limit for the gateway's headers. */
export type CreatedBooking = BookingResponse & {
  quota: { limit: number; remaining: number; resetSeconds: number } | null;
};

/**
 * Books places of a slot for a guest, once per Idempotency-Key.
 * @throws the failures of the contract's `POST /api/site/bookings`
 */
export async function createBooking(deps: Deps, request: CreateBookingRequest): Promise<CreatedBooking> {
  const { venueId, clientAddress, redirectAllowed } = request;
  const idempotencyKey = request.idempotencyKey === undefined ? null : guestKey(request.idempotencyKey);
  // A retry brings another proof and is still the same request.
  const { proof_of_work: proof, ...body } = request.booking;
  const uid = newUid();
  const guest = guestHashes(deps.hashKey, { email: body.customer_email, clientAddress });
  const startsAt = parseSlotId(body.slot_id)?.startsAt;
  const offer = startsAt === undefined ? null : await deps.offerAt(venueId, startsAt);
  const by = { source: 'online', clientAddress, guest, offer, proof } as const;
  const placeRequest = { uid, venueId, body, idempotencyKey, redirectAllowed, by };
  return oncePerKey(
    deps.database,
    { key: idempotencyKey, owner: uid, body, termsRequest: termsRequestOf(placeRequest) },
    {
      make: async (terms) => {
        const placed = await placeBooking(deps, placeRequest, terms);
        return toResponse(deps, forGuest(rowOf(placed), placed.facilityNames), placed.rateLimit);
      },
      // A replayed response does not count against the rate limit.
      replay: async (made) =>
        toResponse(deps, forGuest(made, await facilityNames(deps.database, made)), null),
    },
  );
}

type Made = GuestBookingRow &
  LinkedBooking &
  Pick<Row, 'locale' | 'paymentStatus' | 'platformFeeCents' | 'paidCents' | 'restTerms'>;

/** A booking that was just made, in the form of its row. */
export const rowOf = ({ id, reference, booking }: Placed): Made => ({
  ...booking,
  id: BigInt(id),
  reference,
  startsAt: new Date(booking.startsAt),
  endsAt: new Date(booking.endsAt),
  amountCents: BigInt(booking.amountCents),
  paymentStatus: booking.payment && 'open',
  platformFeeCents: booking.payment && BigInt(booking.payment.feeCents),
  paidCents: booking.payment?.depositCents ? BigInt(booking.payment.depositCents) : null,
  restTerms: booking.payment?.restTerms ?? null,
});

/** The response to a guest; a retry gets the same one. */
export async function toResponse(
  { ticketUrl, payUrl }: Deps,
  made: Made,
  rateLimit: RateLimitState | null,
): Promise<CreatedBooking> {
  const status = made.paymentStatus as PaymentStatus | null;
  return {
    booking: toBooking(made),
    ticket_url: await ticketUrl(made),
    ...(status && {
      payment: {
        status,
        checkout_url: await payUrl(made),
        platform_fee_eur: toEuro(Number(made.platformFeeCents)),
        ...depositTerms(Number(made.amountCents), paidOf(made), restUntilOf(made)),
      },
    }),
    quota: rateLimit && {
      limit: rateLimit.limit,
      remaining: rateLimit.remaining,
      resetSeconds: Math.ceil(rateLimit.retryAfterMs / 1000),
    },
  };
}
