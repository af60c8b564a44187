import type { Log } from '@venue-booking/kit/process/log';
import type { VenueContact } from '@venue-booking/proto/venue';
import type { ReserveResult } from './core/ledgerWish.ts';
import type { BookingDatabase } from './database.ts';
import type { SlotQueue } from './slots/slotQueue.ts';
import type { SigningKey } from './ticket/linkedBooking.ts';

/** How guests reach a venue, as catalog knows. */
export type FindContact = (venue: { venueId: number }) => Promise<VenueContact>;

/** What the use cases of booking work with; each takes what it needs of it. */
export type BookingDeps = {
  database: BookingDatabase;
  /** What guests are counted by is hashed with. */
  hashKey: Uint8Array;
  /** Which quotes are signed by. */
  signingKeys: readonly SigningKey[];
  queue: SlotQueue<ReserveResult>;
  /** Gives places back now; should that fail, the sweep does it. */
  giveBack: (venueId: number, bookingUid: string) => Promise<void>;
  /** Says that there is something to publish, to mail or to deliver. */
  wakeWorkers: () => void;
  log: Log;
};
