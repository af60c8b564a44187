import type { BookingResponse, CreateBookingRequest } from '@venue-booking/proto/booking';
import type { PaymentStatus } from '@venue-booking/proto/paymentStatus';
import { toEuro } from '@venue-booking/proto/primitives';
import { v7 as newUid } from 'uuid';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { countedBy } from '../limits/countedBy.ts';
import type { BookingLinks } from '../ticket/bookingLinks.ts';
import type { LinkedBooking } from '../ticket/linkedBooking.ts';
import { toBooking } from './bookingView.ts';
import { guestKey, oncePerKey } from './idempotency.ts';
import { type Deps as PlaceDeps, type Placed, placeBooking, termsAsked } from './placeBooking.ts';

export type Deps = PlaceDeps & Pick<BookingLinks, 'ticketUrl' | 'payUrl'>;

/** The answer to the guest, and what the gateway tells of the hourly limit. */
export type CreatedBooking = BookingResponse & {
  quota: { limit: number; remaining: number; resetSeconds: number } | null;
};

/**
 * Books places of a slot for a guest, once per Idempotency-Key.
 * @throws the failures of the contract's `POST /api/site/bookings`
 */
export async function createBooking(deps: Deps, request: CreateBookingRequest): Promise<CreatedBooking> {
  const { venueId, clientAddress } = request;
  const idempotencyKey = request.idempotencyKey === undefined ? null : guestKey(request.idempotencyKey);
  // A booking that is sent again brings another proof, and is the same request.
  const { proof_of_work: proof, ...body } = request.booking;
  const uid = newUid();
  const guest = countedBy(deps.hashKey, { email: body.customer_email, clientAddress });
  const by = { source: 'online', clientAddress, guest, proof } as const;
  const wish = { uid, venueId, body, idempotencyKey, by };
  return oncePerKey(
    deps.database,
    { key: idempotencyKey, owner: uid, body, asked: termsAsked(wish) },
    {
      make: async (terms) => toResponse(deps, await placeBooking(deps, wish, terms)),
      again: (made) => replay(deps, made),
    },
  );
}

/** The same 201 again; it costs nothing of the limit. */
async function replay(deps: Deps, made: Row): Promise<CreatedBooking> {
  const status = made.paymentStatus as PaymentStatus | null;
  const owed = status && { status, feeCents: Number(made.platformFeeCents) };
  return { booking: toBooking(made), ...(await linksOf(deps, made, owed)), quota: null };
}

/** Where the guest goes from here. @param owed what is or was to be paid online; null when nothing */
async function linksOf(
  { ticketUrl, payUrl }: Deps,
  of: LinkedBooking,
  owed: { status: PaymentStatus; feeCents: number } | null,
): Promise<Pick<BookingResponse, 'ticket_url' | 'payment'>> {
  const ticket_url = await ticketUrl(of);
  if (!owed) return { ticket_url };
  const { status, feeCents } = owed;
  const payment = { status, checkout_url: await payUrl(of), platform_fee_eur: toEuro(feeCents) };
  return { ticket_url, payment };
}

async function toResponse(deps: Deps, { id, reference, booking, quota }: Placed): Promise<CreatedBooking> {
  const owed = booking.payment && { status: 'open' as const, feeCents: booking.payment.feeCents };
  const made = {
    ...booking,
    id: BigInt(id),
    reference,
    startsAt: new Date(booking.startsAt),
    endsAt: new Date(booking.endsAt),
    amountCents: BigInt(booking.amountCents),
  };
  return {
    booking: toBooking(made),
    ...(await linksOf(deps, made, owed)),
    quota: quota && {
      limit: quota.limit,
      remaining: quota.remaining,
      resetSeconds: Math.ceil(quota.retryAfterMs / 1000),
    },
  };
}
