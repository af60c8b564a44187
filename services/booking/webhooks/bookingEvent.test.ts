import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextStatuses } from '@venue-booking/proto/bookingStatus';
import { event, readEvent } from '@venue-booking/proto/events';
import { WebhookEventType, WebhookPayload } from '@venue-booking/proto/webhook';
import { type BookingSubject, webhookEventOf } from './bookingEvent.ts';

const fact = { bookingUid: '0', bookingId: 7n, venueId: 1, facilityId: 2, slotId: 137_851_388n };
const heard = (subject: BookingSubject, more: Record<string, string>) =>
  webhookEventOf(subject, readEvent(subject, event(subject, { ...fact, ...more }).payload));
const data = { booking_id: 7, facility_id: 2, slot_id: 137_851_388 };

test('a booking that is confirmed when it is made is created, and nothing else', () => {
  for (const status of ['confirmed', 'pending_payment'])
    assert.deepEqual(heard('events.booking.booking_created', { status }), {
      type: 'booking.created',
      data: { ...data, status },
    });
});

test('every change of status that can happen has an event of its own', () => {
  const told = new Set<string>();
  for (const [previousStatus, statuses] of Object.entries(nextStatuses))
    for (const status of statuses) {
      const one = heard('events.booking.booking_status_changed', { status, previousStatus });
      assert.deepEqual(one, {
        type: `booking.${status}`,
        data: { ...data, status, previous_status: previousStatus },
      });
      told.add(`booking.${status}`);
    }
  assert.equal(told.size, WebhookEventType.options.length - 2);
});

test('a booking that was moved or corrected has changed', () => {
  assert.deepEqual(heard('events.booking.booking_changed', { status: 'confirmed', releasedUid: '1' }), {
    type: 'booking.changed',
    data: { ...data, status: 'confirmed' },
  });
});

test('a status that nobody knows yet is passed over', () => {
  assert.equal(heard('events.booking.booking_status_changed', { status: 'archived' }), null);
});

test('what is sent is what is described', () => {
  const one = heard('events.booking.booking_created', { status: 'confirmed' });
  const timestamp = new Date(0).toISOString();
  assert.deepEqual(WebhookPayload.parse({ timestamp, ...one }), { timestamp, ...one });
});
