import { query, t } from '@venue-booking/kit/messaging/rpc';
import type { WaitingMail } from '@venue-booking/proto/mail/mailRecipients';
import { VenueId } from '@venue-booking/proto/primitives';
import { v5 as namedUuid } from 'uuid';
import { z } from 'zod';
import type { FindContact } from '../../core/deps.ts';
import type { BookingDatabase } from '../../database.ts';
import type { SmsLimits } from './smsLimits.ts';
import { countRecipients, type VenueRecipients, waitingMail } from './venueRecipients.ts';

/** Namespace for entry ids, so that an entry keeps its id. */
const NAMESPACE = '3f0c1a52-8d5b-4a0e-9f43-6f6f1d0b7c11';

const ofVenue = z.object({ venueId: VenueId });

/** RPC procedures for the venue's recipient limit. */
export function recipientRouter({
  database,
  contact,
  recipients: { allowanceOf },
  smsUsage,
}: {
  database: BookingDatabase;
  contact: FindContact;
  recipients: Pick<VenueRecipients, 'allowanceOf'>;
  /** Undefined: the platform sends no SMS. */
  smsUsage: SmsLimits['usage'] | undefined;
}) {
  return t.router({
    /**
     * Recipients within the last day, the limit (null: none), and the number of queued mails that wait for
     * it; and the SMS of the venue, if the platform sends any.
     */
    show: query(ofVenue, async (of) => {
      const [recipients, most, waiting, sms] = await Promise.all([
        countRecipients(database, of.venueId),
        contact(of).then((venue) => allowanceOf(of.venueId, venue)),
        waitingMail(database, of.venueId),
        smsUsage?.(of.venueId),
      ]);
      return { recipients, most, waiting: waiting?.count ?? 0, ...(sms && { sms }) };
    }),
    /** The attention entry while mail waits for the limit, or null. */
    waiting: query(ofVenue, async ({ venueId }): Promise<WaitingMail | null> => {
      const waiting = await waitingMail(database, venueId);
      return (
        waiting && {
          id: namedUuid(`mail ${venueId}`, NAMESPACE),
          kind: 'mail_waits',
          booking_id: waiting.bookingId,
          detail: `Mails that wait until the venue may mail more people: ${waiting.count}`,
          created_at: waiting.since,
        }
      );
    }),
  });
}
