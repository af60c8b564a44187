import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { fail } from '@venue-booking/proto/failures';
import { v7 as newUid } from 'uuid';
import { type Deps as ChangeDeps, changeBooking } from '../changes/changeBooking.ts';
import { hasAddOns, hasParty } from '../core/changedParty.ts';
import { type QuotedPrice, readQuote } from '../core/quoteToken.ts';
import { priceParam } from '../core/requestedPrice.ts';
import type { Booking as Row } from '../gen/prisma/client.ts';
import { type RateLimit, requireRateLimit } from '../limits/rateLimit.ts';
import type { BookingLinks } from '../links/bookingLinks.ts';
import { requireOpen, type SlotDeps, slotForGuest } from './slotForGuest.ts';

export type Deps = ChangeDeps & SlotDeps & Pick<BookingLinks, 'findByTicket'> & { limit: RateLimit };

type OwnChangeRequest = { token: string; quote: string; clientAddress: string };

/**
 * Changes a booking as its guest confirmed. The quote contains the whole change and is valid for one revision
 * of the booking. A repeated request changes it once. The change counts against the client's hourly rate
 * limit.
 * @returns the cents by which the price increased
 * @throws `ticket_not_found`, `quote_wrong`, `booking_changed` if it changed since the quote, the reason why
 * its slot takes no more people, `too_many_bookings`, and the failures of {@link changeBooking} for a guest
 */
export async function changeOwnBooking(
  deps: Deps,
  request: OwnChangeRequest,
): Promise<{ dearerCents: number }> {
  const { findByTicket, signingKeys, limit } = deps;
  const row = await findByTicket(request.token);
  if (!row) throw fail('ticket_not_found');
  const quoted = readQuote(signingKeys, request.quote);
  if (!quoted?.change || quoted.venueId !== row.venueId || quoted.change.id !== Number(row.id))
    throw fail('quote_wrong', priceParam(Number(row.amountCents)));
  if (isDone(row, quoted)) return { dearerCents: 0 };
  const { venueId, slotId } = quoted;
  // The ledger checks another slot. In the booking's own slot it lets the venue add people in any state of
  // the slot, so check that here.
  if (BigInt(slotId) === row.slotId && quoted.people > row.people)
    requireOpen(await slotForGuest(deps, { venueId, slotId }));
  const uid = newUid();
  requireRateLimit(await limit.count(request.clientAddress, uid));
  try {
    await changeBooking(
      deps,
      { venueId: row.venueId, id: Number(row.id) },
      { patch: patchOf(row, quoted, request.quote), actor: 'guest', own: quoted.change },
    );
  } catch (error) {
    await limit.release(request.clientAddress, uid);
    // The form may have been submitted twice, and the other request was first.
    const found = failureOf(error)?.code === 'booking_changed' ? await findByTicket(request.token) : null;
    if (!found || !isDone(found, quoted)) throw error;
  }
  return { dearerCents: quoted.amountCents - Number(row.amountCents) };
}

/** Whether a booking is as quoted already. */
const isDone = (row: Row, { slotId, people, guests, addOns, amountCents, change }: QuotedPrice): boolean =>
  row.status === 'confirmed' &&
  row.revision > (change?.revision ?? 0) &&
  row.slotId === BigInt(slotId) &&
  row.amountCents === BigInt(amountCents) &&
  hasParty(row, guests ? { guests } : { people }) &&
  hasAddOns(row, addOns);

/** The quoted slot and party as a patch of the booking. */
const patchOf = (row: Row, { slotId, people, guests, change }: QuotedPrice, quote: string) => ({
  quote,
  slot_id: slotId,
  ...(!hasParty(row, guests ? { guests } : { people }) && (guests ? { guests } : { people })),
  ...(change?.addOns && { add_ons: change.addOns }),
});
