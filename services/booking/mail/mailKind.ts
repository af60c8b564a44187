import { BookingStatus } from '@venue-booking/proto/bookingStatus';
import type { EventSubject } from '@venue-booking/proto/events';

export type MailKind = 'confirmed' | 'cancelled' | 'changed' | 'payment_due' | 'refunded' | 'refund_failed';

type KindByStatus = { [S in BookingStatus]?: MailKind };

/** Which mail an event leads to, by the status that it tells; none for a status that is not here. */
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

/** Statuses that the desk takes back when it noted them by mistake: nothing to write to a guest about. */
export const UNDONE: BookingStatus[] = ['checked_in', 'no_show'];

/** The mail that tells a guest how a booking stands; none for a status that there is nothing to say about. */
export const kindByStatus: { [status: string]: MailKind | undefined } = {
  pending_payment: 'payment_due',
  confirmed: 'confirmed',
  checked_in: 'confirmed',
  cancelled: 'cancelled',
} satisfies KindByStatus;

/** Statuses in which a mail still tells the truth; one that was overtaken must not be sent any more. */
const trueIn: Record<MailKind, BookingStatus[]> = {
  confirmed: ['confirmed', 'checked_in', 'no_show'],
  changed: ['pending_payment', 'confirmed', 'checked_in'],
  cancelled: ['cancelled'],
  payment_due: ['pending_payment'],
  // What went back went back, also what was paid twice.
  refunded: BookingStatus.options,
  refund_failed: BookingStatus.options,
};

/** Whether a mail still tells the truth of a booking in this status. */
export const isStillTrue = (kind: MailKind, status: string): boolean =>
  (trueIn[kind] as string[]).includes(status);

/** Whether a mail is of no use once its booking is over. */
export const isAboutWhatComes = (kind: MailKind): boolean =>
  kind === 'confirmed' || kind === 'changed' || kind === 'payment_due';
