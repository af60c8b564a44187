import { counter, gauge, histogram, type Metrics } from '@venue-booking/kit/metrics/metrics';
import { deadLetterQueue, measureQueues, outboxQueue } from '@venue-booking/kit/metrics/queueGauges';
import type { Sql } from '@venue-booking/kit/postgres/sql';
import type { Log } from '@venue-booking/kit/process/log';
import type { FailureCode } from '@venue-booking/proto/failures';

/** How a Redis server does: `refused` when it does not let us in, `away` when it can't be reached. */
const REDIS_STATES = ['ready', 'refused', 'away'] as const;
export type RedisState = (typeof REDIS_STATES)[number];

/**
 * What became of mail to guests; of the server, that it failed; of venues, that they mail too many people.
 */
const MAIL_OUTCOMES = ['sent', 'given_up', 'server_failed', 'limited'] as const;
export type MailOutcome = (typeof MAIL_OUTCOMES)[number];

/** Mail that is due in the order of claiming; what failed waits for its next time, which is no delay. */
const MAIL = `SELECT next_at FROM (
    SELECT next_at FROM booking.mail WHERE status = 'queued' ORDER BY attempts, next_at LIMIT 10000
  ) AS queued WHERE next_at <= now()`;
const WEBHOOKS = `SELECT next_at FROM booking.webhook_delivery WHERE status = 'queued' AND next_at <= now() ORDER BY next_at`;

/** What booking measures of itself. All is explained in docs/monitoring.md. */
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
    help: 'Bookings that were wanted, by what became of them: created, or the code of the refusal',
    labelNames: ['source', 'outcome'],
  });
  for (const source of ['online', 'desk']) bookings.inc({ source, outcome: 'created' }, 0);
  const slotWait = histogram(metrics, {
    name: 'venue_booking_slot_wait_seconds',
    help: 'How long a party waits for its turn at a slot and for its lock',
    buckets: [0.01, 0.05, 0.25, 1, 2.5],
  });
  const swept = counter(metrics, {
    name: 'venue_booking_swept_reservations_total',
    help: 'Reservations without a booking that the sweep declared void',
  });
  const mails = counter(metrics, {
    name: 'venue_booking_mails_total',
    help: 'Mails to guests that were sent, or given up as they were refused or too late, or wait for their venue; and failures of the server',
    labelNames: ['outcome'],
  });
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0);
  return {
    redis: (states: () => RedisState[]) =>
      gauge(metrics, {
        name: 'venue_booking_redis_servers',
        help: 'Redis servers by how they do: ready, refused (they do not let us in) or away',
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
    swept: (count: number) => swept.inc(count),
  };
}
