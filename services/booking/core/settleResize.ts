import type { DecidedResize } from '@venue-booking/proto/slot';
import type { BookingDatabase } from '../database.ts';
import { findBooking, type Reservation } from './bookingStore.ts';
import { partyOf } from './changedParty.ts';
import { type Ledger, stockedOf } from './ledgerWish.ts';

/**
 * Has the ledger hold what a booking is for, after a change of its number of people or add-ons that was begun
 * at `revision`. Was the booking not changed since, the change is void: the booking goes to its next
 * revision, so that nobody can write it any more. Answers what it is for; no people when it holds its places
 * under another uid by now.
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
