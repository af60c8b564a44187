import assert from 'node:assert/strict';
import { nextStatuses } from '@venue-booking/domain/booking/statusTransitions';
import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { WebhookEventType } from '@venue-booking/proto/booking/webhook';
import { test } from 'vitest';
import { webhookTypes } from './bookingEvent.ts';

test('maps a new booking to booking.created only, whatever its status', () => {
  for (const status of ['confirmed', 'pending_payment'] as const)
    assert.equal(webhookTypes['events.booking.booking_created'][status], 'booking.created');
});

test('maps every possible change of status to an event type of its own', () => {
  const reachable = new Set(Object.values(nextStatuses).flat());
  for (const status of reachable)
    assert.equal(webhookTypes['events.booking.booking_status_changed'][status], `booking.${status}`);
  assert.equal(reachable.size, WebhookEventType.options.length - 2);
});

test('maps a move or correction to booking.changed', () => {
  for (const status of BookingStatus.options)
    assert.equal(webhookTypes['events.booking.booking_changed'][status], 'booking.changed');
});
