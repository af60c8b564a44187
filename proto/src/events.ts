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
  PaymentRequestedSchema,
} from '../gen/venuebooking/v1/booking_pb.js';
import {
  BookingFieldsChangedSchema,
  FacilityChangedSchema,
  OpeningExceptionChangedSchema,
  VenueChangedSchema,
} from '../gen/venuebooking/v1/catalog_pb.js';
import {
  PaymentAccountChangedSchema,
  PaymentLapsedSchema,
  PaymentPaidSchema,
  PaymentRefundedSchema,
} from '../gen/venuebooking/v1/payment_pb.js';

/** The durable facts, by the subject that they travel on. */
export const eventSchemas = {
  'events.catalog.venue_changed': VenueChangedSchema,
  'events.catalog.facility_changed': FacilityChangedSchema,
  'events.catalog.opening_exception_changed': OpeningExceptionChangedSchema,
  'events.catalog.booking_fields_changed': BookingFieldsChangedSchema,
  'events.booking.booking_created': BookingCreatedSchema,
  'events.booking.booking_status_changed': BookingStatusChangedSchema,
  'events.booking.booking_changed': BookingChangedSchema,
  'events.booking.payment_requested': PaymentRequestedSchema,
  'events.booking.payment_declined': PaymentDeclinedSchema,
  'events.payment.account_changed': PaymentAccountChangedSchema,
  'events.payment.payment_paid': PaymentPaidSchema,
  'events.payment.payment_lapsed': PaymentLapsedSchema,
  'events.payment.payment_refunded': PaymentRefundedSchema,
} as const satisfies Record<`events.${string}`, DescMessage>;

export type EventSubject = keyof typeof eventSchemas;
export const isEventSubject = (subject: string): subject is EventSubject =>
  Object.hasOwn(eventSchemas, subject);
export type EventOf<S extends EventSubject> = MessageShape<(typeof eventSchemas)[S]>;

/** An event as it lies in an outbox and travels: protobuf's JSON form, so that operators can read it. */
export type StoredEvent = { subject: EventSubject; payload: JsonValue };

/** Makes an event ready for the outbox. */
export function event<S extends EventSubject>(
  subject: S,
  fact: MessageInitShape<(typeof eventSchemas)[S]>,
): StoredEvent {
  const schema: DescMessage = eventSchemas[subject];
  return { subject, payload: toJson(schema, create(schema, fact)) };
}

/** Reads an event's payload; throws on one that its schema does not know. Newer fields are passed over. */
export const readEvent = <S extends EventSubject>(subject: S, payload: JsonValue): EventOf<S> =>
  fromJson(eventSchemas[subject] as DescMessage, payload, { ignoreUnknownFields: true }) as EventOf<S>;
