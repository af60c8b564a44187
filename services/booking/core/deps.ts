import type { Log } from '@venue-booking/kit/logging/log';
import type { VenueContact } from '@venue-booking/proto/venue/venue';
import type { BookingDatabase } from '../database.ts';
import type { SlotQueue } from '../slots/slotQueue.ts';
import type { ReserveResult } from './ledger.ts';
import type { SigningKey } from './linkedBooking.ts';
import type { Publish } from './publish.ts';

/** The venue's contact data, from catalog. */
export type FindContact = (venue: { venueId: number }) => Promise<VenueContact>;

/** Dependencies of the use cases; each picks what it needs. */
export type BookingDeps = {
  database: BookingDatabase;
  /** Key of the hashes under which guests are counted. */
  hashKey: Uint8Array;
  /** Keys that sign quotes. */
  signingKeys: readonly SigningKey[];
  queue: SlotQueue<ReserveResult>;
  /** Releases places now; after an error the sweep does it. */
  releasePlaces: (venueId: number, bookingUid: string) => Promise<void>;
  /** Publishes changes of bookings with their effects. */
  publish: Publish;
  /** Wakes the workers after an event, mail or delivery was queued. */
  wakeWorkers: () => void;
  log: Log;
};
