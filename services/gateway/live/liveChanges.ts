import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import type { LiveChange } from '@venue-booking/proto/calendar';
import { type EventSubject, isEventSubject } from '@venue-booking/proto/events';
import { SLOTS_CHANGED, type SlotsChanged } from '@venue-booking/proto/subjects';

/** What has changed of a venue's day: null: anything; undefined: nothing of what it shows. */
type Change = LiveChange | null | undefined;
type Heard = (venueId: number, change: Change, subject: string) => void;

/** Watches all that changes what the calendar shows: events of all services, and slots that were blocked. */
export function watchChanges(messaging: Messaging, missed: () => void, heard: Heard): void {
  const event = (payload: unknown, subject: string) => {
    if (!isEventSubject(subject)) return;
    const { venueId } = payload as { venueId?: number };
    if (venueId !== undefined) heard(venueId, changeOf(subject, payload), subject);
  };
  messaging.listen('events.>', event, missed);
  messaging.listen(SLOTS_CHANGED, (news) => {
    const { venueId, facilityIds } = news as SlotsChanged;
    for (const facility_id of facilityIds) heard(venueId, { facility_id }, SLOTS_CHANGED);
  });
}

/** What an event says, in protobuf's JSON form: large numbers are strings. */
function changeOf(subject: EventSubject, payload: unknown): Change {
  if (subject.startsWith('events.catalog.')) return null;
  const { bookingId, slotId, facilityId, status } = payload as Record<string, unknown>;
  if (subject === 'events.payment.payment_refunded') return { booking_id: Number(bookingId) };
  if (!subject.startsWith('events.booking.booking_')) return undefined;
  return {
    booking_id: Number(bookingId),
    slot_id: Number(slotId),
    facility_id: Number(facilityId),
    status: String(status),
  };
}
