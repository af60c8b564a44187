import { voidReservations } from '../core/bookingStore.ts';
import type { BookingDatabase } from '../database.ts';
import type { WaitingMailKind } from '../mail/texts/mailKind.ts';
import { type Entry, mailColumns } from './waitingStore.ts';

export type EndDeps = {
  database: BookingDatabase;
  ledger: { release: (reservation: { venueId: number; bookingUid: string }) => Promise<unknown> };
};

/** What becomes of the entry: it waits on, the guest left, or the guest did not respond in time. */
export type OfferEnd = { to: 'waiting' | 'left' | 'expired'; mail?: WaitingMailKind };

/**
 * Ends an offer and releases its places, unless its booking was saved. Whoever is first in
 * `reservation_outcome` wins, so an offer that ends cannot be accepted any more. Idempotent: after a crash,
 * the entry still has the offer, and the next run ends it. Returns the status of the entry.
 */
export async function endOffer(
  { database, ledger }: EndDeps,
  { venueId, id, offerUid }: Pick<Entry, 'venueId' | 'id' | 'offerUid'>,
  { to, mail }: OfferEnd,
): Promise<OfferEnd['to'] | 'booked'> {
  if (offerUid === null) return to;
  const reservation = { venueId, bookingUid: offerUid };
  const { saved } = await voidReservations(database, [reservation]);
  if (saved.length > 0) {
    await recordBooked(database, { id, uid: offerUid });
    return 'booked';
  }
  await ledger.release(reservation);
  // With its mail in one statement, so that a crash loses none.
  await database.$executeRaw`
    UPDATE booking.waiting SET offer_uid = NULL, offer_slot_id = NULL, offer_until = NULL, ${mailColumns(mail ?? null)},
      status = CASE WHEN erased_at IS NULL THEN ${to}::text ELSE 'left' END,
      ended_at = CASE WHEN erased_at IS NULL AND ${to}::text = 'waiting' THEN NULL ELSE now() END
    WHERE id = ${id} AND status = 'offered' AND offer_uid = ${offerUid}::uuid`;
  return to;
}

/** The guest has booked the offered places. */
export const recordBooked = (
  database: BookingDatabase,
  { id, uid }: { id: bigint; uid: string },
): Promise<number> => database.$executeRaw`
  UPDATE booking.waiting SET status = 'booked', ended_at = now(), ${mailColumns(null)}
  WHERE id = ${id} AND status = 'offered' AND offer_uid = ${uid}::uuid`;
