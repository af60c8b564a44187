import { currentTraceparent } from '@venue-booking/kit/tracing/spans';
import type { EventSubject } from '@venue-booking/proto/events';
import { Prisma } from '../gen/prisma/client.ts';

/** Subjects of the events about bookings. */
export type BookingSubject = Extract<EventSubject, `events.booking.booking_${string}`>;

/** What the effects of a change need to know besides the booking. */
export type ChangeDetails = {
  /** False: the guest gets no mail about it. SQL decides by booking; its `f` has the columns of `facts`. */
  notifyGuest?: boolean | Prisma.Sql;
  /** False: the venue gets no notice about it. */
  notifyVenue?: boolean;
  /** Whether the guest made the change. */
  byGuest?: boolean;
  /** The previous number of people; null: unchanged. */
  peopleBefore?: number | null;
  /** The previous price in cents; null: unchanged. */
  amountBefore?: number | null;
};

/** For one of several bookings that change together: the caller queues one mail and one notice for all. */
export const TOGETHER: ChangeDetails = { notifyGuest: false, notifyVenue: false };

/**
 * Steps of a statement that queue the effects of a change, such as mail. Its step `facts` has the columns of
 * the changed bookings, `event_id` and `previous_status`.
 */
export type EffectSteps = (subject: BookingSubject, details: ChangeDetails) => Prisma.Sql;

/** `previous`: the previous status, a column of `after`. `more`: additional fields of the event, as JSON.
 * `trace`: the trace of the event, if not that of the current call. */
type Publication = ChangeDetails & {
  previous?: Prisma.Sql;
  more?: Prisma.Sql;
  only?: Prisma.Sql;
  trace?: Prisma.Sql;
};

/**
 * Steps of a statement that publish the changes of its step `after` in the same transaction: the event and
 * its effects. `only` filters the rows of `after`.
 */
export type Publish = (subject: BookingSubject, publication?: Publication) => Prisma.Sql;

/** @param effectSteps passed in, because mail and webhooks build on this folder */
export const createPublish =
  (effectSteps: EffectSteps): Publish =>
  (
    subject,
    {
      previous = Prisma.sql`NULL::text`,
      more = Prisma.sql`'{}'::jsonb`,
      only = Prisma.empty,
      trace = Prisma.sql`${currentTraceparent()}::text`,
      ...details
    } = {},
  ) =>
    Prisma.sql`
  facts AS MATERIALIZED (
    SELECT gen_random_uuid() AS event_id, ${previous} AS previous_status, after.* FROM after ${only}
  ),
  published AS (
    INSERT INTO booking.outbox (id, subject, payload, traceparent)
    SELECT event_id, ${subject}, jsonb_build_object('bookingUid', uid, 'bookingId', id::text, 'venueId', venue_id,
      'facilityId', facility_id, 'slotId', slot_id::text, 'status', status) || ${more}, ${trace}
    FROM facts
  ),
  ${effectSteps(subject, details)}`;

/** Publishes a change of status; `after` has the old one in its column `previous`. */
export const publishStatus = (
  publish: Publish,
  { only = Prisma.empty, ...details }: ChangeDetails & { only?: Prisma.Sql } = {},
): Prisma.Sql =>
  publish('events.booking.booking_status_changed', {
    previous: Prisma.sql`previous`,
    more: Prisma.sql`jsonb_strip_nulls(jsonb_build_object('previousStatus', previous_status,
      'moneyKept', money_kept,
      -- Of the first payment; later ones have events of their own.
      'keptCents', (kept_cents - (further_cents - desk_cents))::text))`,
    only,
    ...details,
  });
