import { query, t } from '@venue-booking/kit/messaging/rpc';
import { VenueId } from '@venue-booking/proto/primitives';
import { z } from 'zod';
import type { BookingDatabase } from '../database.ts';
import type { FindContact } from '../deps.ts';
import { countRecipients, type VenueRecipients, waitingMail } from './venueRecipients.ts';

const ofVenue = z.object({ venueId: VenueId });

/** What booking answers about the people whom a venue mails. */
export function recipientRouter({
  database,
  contact,
  recipients,
}: {
  database: BookingDatabase;
  contact: FindContact;
  recipients: Pick<VenueRecipients, 'allowanceOf'>;
}) {
  return t.router({
    /** How many it mailed within a day, how many it may (null: any number), and how many mails wait. */
    show: query(ofVenue, async (of) => {
      const [count, most, waiting] = await Promise.all([
        countRecipients(database, of.venueId),
        contact(of).then((venue) => recipients.allowanceOf(of.venueId, venue)),
        waitingMail(database, of.venueId),
      ]);
      return { count, most, waiting: waiting?.count ?? 0 };
    }),
    waiting: query(ofVenue, ({ venueId }) => waitingMail(database, venueId)),
  });
}
