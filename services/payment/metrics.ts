import { counter, histogram, type Metrics } from '@venue-booking/kit/metrics/metrics';
import { deadLetterQueue, measureQueues, outboxQueue } from '@venue-booking/kit/metrics/queueGauges';
import type { Sql } from '@venue-booking/kit/postgres/sql';
import type { Log } from '@venue-booking/kit/process/log';
import { ProviderError } from './provider.ts';
import type { Consequence } from './settle.ts';

/** Due attempts, longest first. One that the provider was never asked for is due until it was. */
const DUE_ATTEMPTS = `SELECT provider_id, next_refresh_at FROM payment.attempt
  WHERE (status IN ('open', 'paid', 'refunded') OR refresh_wanted) AND next_refresh_at <= now() ORDER BY next_refresh_at LIMIT 10000`;

/** Work that waits: what a provider has not done yet, or was not asked about in time. */
const WORK_QUEUES = {
  checkouts: `SELECT next_refresh_at FROM (${DUE_ATTEMPTS}) AS due WHERE provider_id IS NULL`,
  refreshes: `SELECT next_refresh_at FROM (${DUE_ATTEMPTS}) AS due WHERE provider_id IS NOT NULL`,
  // While the provider is away they are looked at again within a minute.
  hold_ends: `SELECT hold_until FROM payment.payment
    WHERE status = 'open' AND next_look_at <= now() + interval '1 minute' AND hold_until <= now()
    ORDER BY next_look_at`,
  refunds: `SELECT created_at FROM (
      SELECT status, created_at FROM payment.refund WHERE status IN ('requested', 'pending') ORDER BY next_try_at LIMIT 10000
    ) AS unfinished WHERE status = 'requested'`,
  attention: `SELECT created_at FROM payment.attention WHERE resolved_at IS NULL ORDER BY created_at`,
};

/** What payment measures of itself. All is explained in docs/monitoring.md. */
export function paymentMetrics(deps: { metrics: Metrics; database: Sql; log: Log }) {
  const { metrics } = deps;
  measureQueues(deps, {
    outbox: outboxQueue('payment'),
    dead_letters: deadLetterQueue('payment'),
    ...WORK_QUEUES,
  });
  const settled = counter(metrics, {
    name: 'venue_booking_payments_settled_total',
    help: 'Attempts at paying that a provider said the end of',
    labelNames: ['outcome'],
  });
  const refunds = counter(metrics, {
    name: 'venue_booking_refunds_total',
    help: 'Refunds that a provider was asked for, by its answer',
    labelNames: ['outcome'],
  });
  const calls = histogram(metrics, {
    name: 'venue_booking_provider_call_duration_seconds',
    help: 'Time that a payment provider takes to answer',
    labelNames: ['provider', 'outcome'],
    buckets: [0.1, 0.5, 1, 2.5, 5],
  });
  return {
    settled(consequence: Consequence) {
      if (consequence.is === 'nothing' || consequence.is === 'mismatch') return;
      const outcome = consequence.is === 'ended' ? consequence.status : consequence.is.replace(' ', '_');
      settled.inc({ outcome });
    },
    refund: (outcome: 'accepted' | 'refused') => refunds.inc({ outcome }),
    /** Times a call of a provider. */
    async call<T>(provider: string, call: () => Promise<T>): Promise<T> {
      const done = calls.startTimer({ provider });
      try {
        const answer = await call();
        done({ outcome: 'ok' });
        return answer;
      } catch (error) {
        done({ outcome: error instanceof ProviderError ? error.kind : 'error' });
        throw error;
      }
    },
  };
}

export type PaymentMetrics = ReturnType<typeof paymentMetrics>;
