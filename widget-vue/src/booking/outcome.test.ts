import assert from 'node:assert/strict';
import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import { test } from 'vitest';
import { isSettling, type Outcome, outcomeHeading } from './outcome.ts';

const outcome = (status: string, payment_status?: string) => ({ status, payment_status }) as Outcome;

test('has a heading for every booking status', () => {
  const headings = BookingStatus.options.map((status) => outcomeHeading(outcome(status), false));
  assert.deepEqual(headings, ['unpaid', 'booked', 'notBooked', 'notBooked', 'booked', 'booked']);
  assert.equal(outcomeHeading(outcome('pending_payment'), true), 'checkingPayment');
});

test('treats an open payment as in progress for a while, but not a cancelled one', () => {
  const settles = (payment: string, since: number) => isSettling(outcome('pending_payment', payment), since);
  assert.equal(settles('open', 1000), true);
  assert.equal(settles('open', 60_000), false);
  assert.equal(settles('canceled', 0), false);
  assert.equal(settles('paid', 60_000), true);
});
