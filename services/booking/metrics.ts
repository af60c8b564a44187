import type { Log } from '@venue-booking/kit/logging/log';
import { counter, gauge, histogram, type Metrics } from '@venue-booking/kit/metrics/metrics';
import { deadLetterQueue, measureQueues, outboxQueue } from '@venue-booking/kit/postgres/queueGauges';
import type { Sql } from '@venue-booking/kit/postgres/sql';
import type { FailureCode } from '@venue-booking/proto/failures';

/** State of a Redis server: `refused` if it rejects our credentials, `away` if it is unreachable. */
const REDIS_STATES = ['ready', 'refused', 'away'] as const;
export type RedisState = (typeof REDIS_STATES)[number];

/**
 * Outcomes of mail to guests. `server_failed`: the mail server failed. `limited`: a venue reached its limit
 * of recipients.
 */
const MAIL_OUTCOMES = ['sent', 'given_up', 'server_failed', 'limited'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/**
 * Outcomes of SMS to guests. `refused`: the provider refused the number or the text. `provider_failed`: an
 * attempt failed and is retried. `limited`: the limit of the venue or the number was reached.
 */
const SMS_OUTCOMES = ['sent', 'refused', 'provider_failed', 'limited'] as const;
export type SmsOutcome = (typeof SMS_OUTCOMES)[number];

/** Due mail in the order of claiming. Mail that waits for a retry is not late. */
const MAIL = `SELECT next_at FROM (
    SELECT next_at FROM booking.mail WHERE status = 'queued' ORDER BY attempts, next_at LIMIT 10000
  ) AS queued WHERE next_at <= now()`;
const WEBHOOKS = `SELECT next_at FROM booking.webhook_delivery WHERE status = 'queued' AND next_at <= now() ORDER BY next_at`;

/** The metrics of the booking service; see docs/monitoring.md. */
export function bookingMetrics(deps: { metrics: Metrics; database: Sql; log: Log }) {
  const { metrics } = deps;
  measureQueues(deps, {
    outbox: outboxQueue('booking'),
    dead_letters: deadLetterQueue('booking'),
    mail: MAIL,
    webhooks: WEBHOOKS,
  });
  const bookings = counter(metrics, {
    name: 'venue_booking_bookings_total',
    help: 'Requested bookings by outcome: created, or the code of the failure',
    labelNames: ['source', 'outcome'],
  });
  for (const source of ['online', 'desk']) bookings.inc({ source, outcome: 'created' }, 0);
  const slotWait = histogram(metrics, {
    name: 'venue_booking_slot_wait_seconds',
    help: 'Seconds that a party waits in the queue of a slot and for its lock',
    buckets: [0.01, 0.05, 0.25, 1, 2.5],
  });
  const swept = counter(metrics, {
    name: 'venue_booking_swept_reservations_total',
    help: 'Reservations without a booking that the sweep declared void',
  });
  const mails = counter(metrics, {
    name: 'venue_booking_mails_total',
    help: 'Mails to guests by outcome: sent, given up (rejected or too late) or limited (their venue reached its limit), and failures of the mail server',
    labelNames: ['outcome'],
  });
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
  const sms = counter(metrics, {
    name: 'venue_booking_sms_total',
    help: 'SMS to guests by outcome: sent, refused by the provider or limited (by venue or number), and attempts at which the provider failed',
    labelNames: ['outcome'],
  });
  for (const outcome of SMS_OUTCOMES) sms.inc({ outcome }, 0);
  return {
    redis: (states: () => RedisState[]) =>
      gauge(metrics, {
        name: 'venue_booking_redis_servers',
        help: 'Redis servers by state: ready, refused (they reject our credentials) or away',
        labelNames: ['state'],
        read: (set) => {
          const all = states();
          for (const state of REDIS_STATES) set({ state }, all.filter((one) => one === state).length);
        },
      }),
    placed: (source: 'online' | 'desk', outcome: 'created' | FailureCode) =>
      bookings.inc({ source, outcome }),
    waitedForSlot: (seconds: number) => slotWait.observe(seconds),
    mailed: (outcome: MailOutcome) => mails.inc({ outcome }),
    texted: (outcome: SmsOutcome) => sms.inc({ outcome }),
    swept: (count: number) => swept.inc(count),
  };
}
