import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import type { LiveChange } from '@venue-booking/proto/booking/calendar';
import { type EventSubject, isEventSubject } from '@venue-booking/proto/events';
import { SLOTS_CHANGED, type SlotsChanged } from '@venue-booking/proto/subjects';

/** A change at a venue. Null: anything may have changed; undefined: nothing that the calendar shows. */
type Change = LiveChange | null | undefined;
type OnChange = (venueId: number, change: Change, subject: string) => void;

/** Listens to everything that changes the calendar: events of all services, and blocked slots. */
export function watchChanges(messaging: Messaging, onMissed: () => void, onChange: OnChange): void {
  const event = (payload: unknown, subject: string) => {
    if (!isEventSubject(subject)) return;
    const { venueId } = payload as { venueId?: number };
    if (venueId !== undefined) onChange(venueId, changeOf(subject, payload), subject);
  };
  messaging.subscribe('events.>', event, onMissed);
  messaging.subscribe(SLOTS_CHANGED, (news) => {
    const { venueId, facilityIds } = news as SlotsChanged;
    for (const facility_id of facilityIds) onChange(venueId, { facility_id }, SLOTS_CHANGED);
  });
}

/** Converts an event. Protobuf's JSON form has large numbers as strings. */
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
