import type { BookingDatabase } from '../database.ts';
import { mailColumns, touchLists } from './waitingStore.ts';

/**
 * Erases a guest's entries in the waiting lists of a venue, by email address, ignoring case. The worker ends
 * an open offer, which goes to the next guest.
 */
export async function eraseEntries(
  database: BookingDatabase,
  { venueId, email }: { venueId: number; email: string },
): Promise<void> {
  const erased = await database.$executeRaw`
    UPDATE booking.waiting SET customer_name = '', customer_email = '', extra = '{}', party = '{}', mailbox_hash = NULL,
      address_hash = NULL, network_hash = NULL, request_hash = NULL, erased_at = now(), ${mailColumns(null)},
      status = CASE WHEN status IN ('unconfirmed', 'waiting') THEN 'left' ELSE status END,
      ended_at = CASE WHEN status IN ('unconfirmed', 'waiting') THEN now() ELSE ended_at END,
      offer_until = CASE WHEN status = 'offered' THEN least(offer_until, now()) END
    WHERE venue_id = ${venueId} AND lower(customer_email) = lower(${email}) AND erased_at IS NULL`;
  if (erased > 0) await touchLists(database, { venueId });
}
