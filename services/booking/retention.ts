import { inboxRetention } from '@venue-booking/kit/events/inbox';
import { outboxRetention } from '@venue-booking/kit/events/outboxStore';
import type { RetentionRule } from '@venue-booking/kit/postgres/retention';
import { IDEMPOTENCY_HOURS } from '@venue-booking/proto/booking/idempotencyKey';
import { MOVES_KEPT_DAYS } from '@venue-booking/proto/booking/moves';
import { CONFIRM_HOURS } from '@venue-booking/proto/booking/waitingList';

/** Rows that this service deletes after their retention. */
export const RETENTION_RULES: readonly RetentionRule[] = [
  outboxRetention('booking'),
  inboxRetention('booking'),
  { table: 'booking.idempotency_key', column: 'created_at', maxAge: `${IDEMPOTENCY_HOURS} hours` },
  { table: 'booking.spent_proof', column: 'expires_at', maxAge: '1 minute' },
  // Longer than the dashboard shows them.
  { table: 'booking.limit_tally', column: 'day', maxAge: '90 days' },
  { table: 'booking.waiting', column: 'ended_at', maxAge: '1 day' },
  {
    table: 'booking.waiting',
    column: 'created_at',
    maxAge: `${CONFIRM_HOURS} hours`,
    where: `status = 'unconfirmed'`,
  },
  // Mail recipients, whose rate limit restarts after a day.
  { table: 'booking.mail_recipient', column: 'since', maxAge: '1 day' },
  { table: 'booking.venue_recipient', column: 'since', maxAge: '1 day' },
  // Longer than the session of a device that could resend a scan.
  { table: 'booking.check_in_scan', column: 'noted_at', maxAge: '60 days' },
  // Longer than their mails wait, and than a request is repeated.
  { table: 'booking.message', column: 'created_at', maxAge: '30 days' },
  {
    table: 'booking.move_item',
    column: 'created_at',
    maxAge: `${MOVES_KEPT_DAYS} days`,
    where: `status <> 'due'`,
  },
  { table: 'booking.webhook_delivery', column: 'queued_at', maxAge: '30 days', where: `status <> 'queued'` },
];
