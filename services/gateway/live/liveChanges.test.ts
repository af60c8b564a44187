import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { localMessaging } from '@venue-booking/kit/messaging/localMessaging';
import { event, type StoredEvent } from '@venue-booking/proto/events';
import { SLOTS_CHANGED } from '@venue-booking/proto/subjects';
import { test } from 'vitest';
import { watchChanges } from './liveChanges.ts';

test('reports changes that the calendar shows, and no others', async () => {
  const messaging = localMessaging();
  messaging.open();
  const heard: unknown[] = [];
  watchChanges(
    messaging,
    () => {},
    (venueId, change) => heard.push([venueId, change]),
  );
  const of = { venueId: 1, bookingId: 7n, paymentId: randomUUID() };
  const place = { facilityId: 2, slotId: 134217728n };
  const events: StoredEvent[] = [
    event('events.booking.booking_created', { ...of, ...place, status: 'pending_payment' }),
    event('events.booking.payment_requested', of),
    event('events.payment.payment_paid', of),
    event('events.payment.payment_refunded', of),
    event('events.catalog.facility_changed', { venueId: 1, facilityId: 2 }),
  ];
  for (const it of events) await messaging.publish('booking', { ...it, id: randomUUID(), attempt: 1 });
  messaging.publishNews(SLOTS_CHANGED, { venueId: 1, facilityIds: [2, 3] });
  assert.deepEqual(heard, [
    [1, { booking_id: 7, slot_id: 134217728, facility_id: 2, status: 'pending_payment' }],
    [1, undefined],
    [1, undefined],
    [1, { booking_id: 7 }],
    [1, null],
    [1, { facility_id: 2 }],
    [1, { facility_id: 3 }],
  ]);
  await messaging.close();
});
