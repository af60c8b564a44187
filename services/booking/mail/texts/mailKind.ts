import type { VisitMailKind } from '@venue-booking/domain/booking/visitMail';
import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import type { EventSubject } from '@venue-booking/proto/events';

export type MailKind =
  | 'confirmed'
  | 'cancelled'
  | 'changed'
  | 'payment_due'
  | 'payment_link'
  | 'payment_received'
  | VisitMailKind
  | 'choose_time'
  | 'message'
  | 'refunded'
  | 'refund_failed';

/**
 * The mails to a guest on the waiting list. `offer_over`: the offer expired; `offer_lost`: its slot was
 * blocked or closed.
 */
export type WaitingMailKind = 'confirm_entry' | 'offer' | 'offer_over' | 'offer_lost';

type KindByStatus = { [S in BookingStatus]?: MailKind };

/** The mail that an event triggers, by booking status. Statuses without an entry trigger none. */
export const kindsByEvent = {
  'events.booking.booking_created': { confirmed: 'confirmed', pending_payment: 'payment_due' },
  'events.booking.booking_status_changed': { confirmed: 'confirmed', cancelled: 'cancelled' },
  'events.booking.booking_changed': {
    pending_payment: 'changed',
    confirmed: 'changed',
    checked_in: 'changed',
  },
} satisfies { [S in EventSubject]?: KindByStatus };

export type MailingEvent = keyof typeof kindsByEvent;

/** Statuses that the desk sets by mistake and undoes. Undoing them sends no mail. */
export const UNDONE: BookingStatus[] = ['checked_in', 'no_show'];

/** The mail that describes the current state of a booking. Statuses without an entry have none. */
export const kindByStatus: { [status: string]: MailKind | undefined } = {
  pending_payment: 'payment_due',
  confirmed: 'confirmed',
  checked_in: 'confirmed',
  cancelled: 'cancelled',
} satisfies KindByStatus;

/** Statuses in which a queued mail is still correct. In any other status it must not be sent. */
const trueIn: Record<MailKind, BookingStatus[]> = {
  confirmed: ['confirmed', 'checked_in', 'no_show'],
  changed: ['pending_payment', 'confirmed', 'checked_in'],
  cancelled: ['cancelled'],
  payment_due: ['pending_payment'],
  payment_link: ['confirmed', 'checked_in', 'no_show'],
  reminder: ['confirmed'],
  follow_up: ['confirmed', 'checked_in'],
  choose_time: ['confirmed'],
  message: ['pending_payment', 'confirmed', 'checked_in'],
  // Money that came is a fact in any status.
  payment_received: BookingStatus.options,
  // A refund is a fact in any status; a duplicate payment is refunded too.
  refunded: BookingStatus.options,
  refund_failed: BookingStatus.options,
};

/** Whether a mail is still correct for a booking with this status. */
export const isCurrent = (kind: MailKind, status: string): boolean =>
  (trueIn[kind] as string[]).includes(status);

/**
 * Whether a mail adds the appointment to the guest's calendar, or changes or removes it there. An unpaid hold
 * is no appointment: it may expire without a mail.
 */
export const hasAppointment = (kind: MailKind, status: string): boolean =>
  status === 'cancelled' || ((kind === 'confirmed' || kind === 'changed') && status !== 'pending_payment');

/** Whether a mail is useless after the end of the booking. */
export const isAboutFuture = (kind: MailKind): boolean =>
  ['confirmed', 'changed', 'payment_due', 'payment_link', 'reminder', 'choose_time'].includes(kind);

/** Whether a mail links to the payment of the amount that is still open. */
export const isAboutOpenAmount = (kind: MailKind): boolean =>
  ['confirmed', 'changed', 'payment_link', 'reminder'].includes(kind);

/** Whether a mail is about the visit itself: it depends on its time, and is not sent at night. */
export const isVisitMail = (kind: MailKind): kind is VisitMailKind =>
  kind === 'reminder' || kind === 'follow_up';
