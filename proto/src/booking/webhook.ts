import { z } from 'zod';
import { SlotId } from '../facility/slot.ts';
import { FacilityId, isDistinct, singleLine, VenueId } from '../primitives.ts';
import { Slug } from '../venue/venue.ts';
import { AdminBooking } from './adminBooking.ts';
import { BookingStatus } from './bookingStatus.ts';

/**
 * Events that a venue can subscribe to. A booking confirmed at once has only `booking.created`, with that
 * status.
 */
export const WebhookEventType = z.enum([
  'booking.created',
  'booking.confirmed',
  'booking.cancelled',
  'booking.expired',
  'booking.checked_in',
  'booking.no_show',
  'booking.changed',
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

const Url = singleLine(2000).describe('URL of the receiver: https, with a host on the public internet');
const Events = z
  .array(WebhookEventType)
  .min(1, 'must name at least one event')
  .max(WebhookEventType.options.length)
  .refine(isDistinct, 'must name an event once')
  .describe('Events to send');

/** Hours for which the previous secret also signs after a new one was created. */
export const PREVIOUS_SECRET_HOURS = 24;

/** Body of `POST …/webhooks`. */
export const NewWebhook = z.strictObject({
  url: Url.meta({ example: 'https://www.example.com/hooks/bookings' }),
  events: Events.default([...WebhookEventType.options]).meta({ example: WebhookEventType.options }),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

/** Body of `PATCH …/webhooks/{id}`. */
export const WebhookPatch = z
  .strictObject({
    url: Url.optional(),
    events: Events.optional(),
    active: z.boolean().optional().describe('Whether events are sent'),
  })
  .refine(
    ({ url, events, active }) => [url, events, active].some((value) => value !== undefined),
    'needs url, events or active',
  );
export type WebhookPatch = z.infer<typeof WebhookPatch>;

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  events: z.array(WebhookEventType),
  active: z.boolean().describe('False if the venue switched it off, or if the receiver responded with 410'),
  created_at: z.iso.datetime(),
});
export type Webhook = z.infer<typeof Webhook>;

/** A webhook with its secret, which is shown only once. */
export const WebhookWithSecret = Webhook.extend({
  secret: z.string().describe('Secret that signs deliveries (see standardwebhooks.com). Shown only once'),
});
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/** The body of a delivery: the booking without its guest. Never contains a name or an e-mail address. */
export const WebhookPayload = z.object({
  type: z.enum([...WebhookEventType.options, 'webhook.test']),
  timestamp: z.iso.datetime().describe('When the event happened'),
  data: z
    .object({
      booking_id: z.int(),
      facility_id: FacilityId,
      slot_id: SlotId,
      status: BookingStatus,
      previous_status: BookingStatus.optional(),
      venue: z.object({ slug: Slug, name: z.string() }),
      facility: AdminBooking.shape.facility,
      timezone: z.string().describe('IANA name of the time zone of `starts_at` and `ends_at`'),
      starts_at_offset: z.iso
        .datetime({ offset: true })
        .describe('`starts_at` with its UTC offset: an exact instant'),
      ends_at_offset: z.iso.datetime({ offset: true }).describe('`ends_at` with its UTC offset'),
      client_reference: AdminBooking.shape.client_reference,
      ...AdminBooking.pick({
        reference: true,
        starts_at: true,
        ends_at: true,
        people: true,
        amount_eur: true,
      }).shape,
      kept_eur: AdminBooking.shape.kept_eur,
      arrived: AdminBooking.shape.arrived,
      absent: AdminBooking.shape.absent,
      price_lines: AdminBooking.shape.price_lines,
      add_ons: AdminBooking.shape.add_ons,
    })
    .partial()
    .describe('Empty for a test delivery'),
});
export type WebhookPayload = z.infer<typeof WebhookPayload>;

export const DeliveryStatus = z.enum(['queued', 'delivered', 'failed']);

/** A delivery to a webhook. Kept for 30 days. */
export const WebhookDelivery = z.object({
  id: z.uuid().describe('Sent as webhook-id, the same for each attempt'),
  type: WebhookPayload.shape.type,
  status: DeliveryStatus,
  attempts: z.int(),
  response_status: z.int().nullable(),
  last_error: z.string().nullable(),
  created_at: z.iso.datetime(),
  delivered_at: z.iso.datetime().nullable(),
  next_attempt_at: z.iso.datetime().nullable(),
  payload: WebhookPayload,
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Filters of a webhook's deliveries, newest first. */
export const DeliveriesQuery = z.object({
  status: DeliveryStatus.optional(),
  before: z.uuid().optional().describe('Return deliveries older than this one'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>;

/** Identifies a webhook of a venue. */
export const OfWebhook = z.object({ venueId: VenueId, id: z.uuid() });
export type OfWebhook = z.infer<typeof OfWebhook>;
