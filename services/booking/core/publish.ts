import { Prisma } from '../gen/prisma/client.ts';
import { type MailDetails, mailSteps } from '../mail/queueMail.ts';
import { venueNoticeStep } from '../mail/queueVenueNotices.ts';
import type { BookingSubject } from '../webhooks/bookingEvent.ts';
import { deliverySteps } from '../webhooks/queueDeliveries.ts';

/**
 * Steps of a statement that publish the changes of its step `after`, in the same transaction: the event, the
 * mail to guests, the venue's notices and the webhook deliveries.
 * @param change.previous the previous status of each booking; a column of `after`
 * @param change.more additional fields of the event, as JSON
 * @param change.only a filter on the rows of `after`
 */
export const announce = (
  subject: BookingSubject,
  {
    previous = Prisma.sql`NULL::text`,
    more = Prisma.sql`'{}'::jsonb`,
    only = Prisma.empty,
    ...mail
  }: { previous?: Prisma.Sql; more?: Prisma.Sql; only?: Prisma.Sql } & MailDetails = {},
): Prisma.Sql => Prisma.sql`
  facts AS MATERIALIZED (
    SELECT gen_random_uuid() AS event_id, ${previous} AS previous_status, after.* FROM after ${only}
  ),
  announced AS (
    INSERT INTO booking.outbox (id, subject, payload)
    SELECT event_id, ${subject}, jsonb_build_object('bookingUid', uid, 'bookingId', id::text, 'venueId', venue_id,
      'facilityId', facility_id, 'slotId', slot_id::text, 'status', status) || ${more}
    FROM facts
  ),
  ${mailSteps(subject, mail)},
  ${venueNoticeStep(subject)},
  ${deliverySteps(subject)}`;

/** Like {@link announce}, for a change of status; `after` has the old one in its column `previous`. */
export const announceStatus = (only = Prisma.empty): Prisma.Sql =>
  announce('events.booking.booking_status_changed', {
    previous: Prisma.sql`previous`,
    more: Prisma.sql`jsonb_strip_nulls(jsonb_build_object('previousStatus', previous_status,
      'moneyKept', money_kept, 'keptCents', kept_cents::text))`,
    only,
  });
