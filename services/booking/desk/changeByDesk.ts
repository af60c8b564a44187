import { failureOf } from '@venue-booking/kit/messaging/rpc';
import type { OfBooking } from '@venue-booking/proto/booking/adminBooking';
import { type ChangeWish, changeBooking, type Deps } from '../changes/changeBooking.ts';
import { findIdentity } from './guestFiles.ts';
import { followNote } from './guestNotes.ts';

/**
 * Changes a booking at the desk. If it has another mailbox or phone number afterwards, the note about its
 * guest follows.
 * @throws the failures of `changeBooking`
 */
export async function changeByDesk(deps: Deps, of: OfBooking, wish: ChangeWish): Promise<void> {
  const { database } = deps;
  const identity = () =>
    findIdentity(database, { venueId: of.venueId, of }).catch((error: unknown) => {
      if (failureOf(error)) return null;
      throw error;
    });
  const isReaddressed = wish.patch.customer_email !== undefined || wish.patch.extra !== undefined;
  const from = isReaddressed ? await identity() : null;
  await changeBooking(deps, of, wish);
  const to = from && (await identity());
  if (to) await followNote(database, of, { from, to });
}
