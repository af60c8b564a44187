import type { DecidedResize } from '@venue-booking/proto/facility/slot';
import type { BookingDatabase } from '../database.ts';
import { findBooking, type Reservation } from './bookingStore.ts';
import { partyOf } from './changedParty.ts';
import { type Ledger, stockedOf } from './ledger.ts';

/**
 * Settles a change of people or add-ons that began at `revision`, so that the ledger matches the booking. If
 * the booking is still at that revision, the change failed: the revision is increased, so that it cannot be
 * written later. Returns what the ledger must hold; `people` is null if the booking now holds its places
 * under another uid.
 */
export async function settleResize(
  { database, ledger }: { database: BookingDatabase; ledger: Pick<Ledger, 'settle'> },
  { venueId, bookingUid, revision }: Reservation & { revision: number },
): Promise<Pick<DecidedResize, 'people' | 'addOns'>> {
  await database.$executeRaw`
    UPDATE booking.booking SET revision = revision + 1
    WHERE venue_id = ${venueId} AND uid = ${bookingUid}::uuid AND revision = ${revision}`;
  const booking = await findBooking(database, { venueId, uid: bookingUid });
  const people = booking?.people ?? null;
  const addOns = booking ? stockedOf(partyOf(booking)) : {};
  await ledger.settle({ bookings: [], resizes: [{ venueId, bookingUid, revision, people, addOns }] });
  return { people, addOns };
}
