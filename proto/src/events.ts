import {
  create,
  type DescMessage,
  fromJson,
  type JsonValue,
  type MessageInitShape,
  type MessageShape,
  toJson,
} from '@bufbuild/protobuf';
import {
  BookingChangedSchema,
  BookingCreatedSchema,
  BookingStatusChangedSchema,
  PaymentDeclinedSchema,
  PaymentReducedSchema,
  PaymentRequestedSchema,
  PaymentWithdrawnSchema,
} from '../gen/venuebooking/v1/booking_pb.js';
import {
  BookingFieldsChangedSchema,
  FacilityChangedSchema,
  OpeningExceptionChangedSchema,
  VenueChangedSchema,
  VenuePlanChangedSchema,
} from '../gen/venuebooking/v1/catalog_pb.js';
import {
  PaymentAccountChangedSchema,
  PaymentAccountRefusedSchema,
  PaymentLapsedSchema,
  PaymentPaidSchema,
  PaymentRefundedSchema,
  PaymentRefundRejectedSchema,
} from '../gen/venuebooking/v1/payment_pb.js';

/** Schemas of the durable events, by subject. */
export const eventSchemas = {
  'events.catalog.venue_changed': VenueChangedSchema,
  'events.catalog.venue_plan_changed': VenuePlanChangedSchema,
  'events.catalog.facility_changed': FacilityChangedSchema,
  'events.catalog.opening_exception_changed': OpeningExceptionChangedSchema,
  'events.catalog.booking_fields_changed': BookingFieldsChangedSchema,
  'events.booking.booking_created': BookingCreatedSchema,
  'events.booking.booking_status_changed': BookingStatusChangedSchema,
  'events.booking.booking_changed': BookingChangedSchema,
  'events.booking.payment_requested': PaymentRequestedSchema,
  'events.booking.payment_declined': PaymentDeclinedSchema,
  'events.booking.payment_withdrawn': PaymentWithdrawnSchema,
  'events.booking.payment_reduced': PaymentReducedSchema,
  'events.payment.account_changed': PaymentAccountChangedSchema,
  'events.payment.account_refused': PaymentAccountRefusedSchema,
  'events.payment.payment_paid': PaymentPaidSchema,
  'events.payment.payment_lapsed': PaymentLapsedSchema,
  'events.payment.payment_refunded': PaymentRefundedSchema,
  'events.payment.payment_refund_rejected': PaymentRefundRejectedSchema,
} as const satisfies Record<`events.${string}`, DescMessage>;

export type EventSubject = keyof typeof eventSchemas;
export const isEventSubject = (subject: string): subject is EventSubject =>
  Object.hasOwn(eventSchemas, subject);
export type EventOf<S extends EventSubject> = MessageShape<(typeof eventSchemas)[S]>;

/** An event in an outbox or on the wire, in protobuf's JSON form, which operators can read. */
export type StoredEvent = { subject: EventSubject; payload: JsonValue };

/** Serialises an event for the outbox. */
export function event<S extends EventSubject>(
  subject: S,
  fact: MessageInitShape<(typeof eventSchemas)[S]>,
): StoredEvent {
  const schema: DescMessage = eventSchemas[subject];
  return { subject, payload: toJson(schema, create(schema, fact)) };
}

/**
 * Parses an event's payload. Ignores unknown fields of newer versions. @throws when a field has an invalid
 * value
 */
export const readEvent = <S extends EventSubject>(subject: S, payload: JsonValue): EventOf<S> =>
  fromJson(eventSchemas[subject] as DescMessage, payload, { ignoreUnknownFields: true }) as EventOf<S>;
