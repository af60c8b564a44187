import type { Log } from '@venue-booking/kit/logging/log';
import { counter, histogram, type Metrics } from '@venue-booking/kit/metrics/metrics';
import { deadLetterQueue, measureQueues, outboxQueue } from '@venue-booking/kit/postgres/queueGauges';
import type { Sql } from '@venue-booking/kit/postgres/sql';
import type { Consequence } from './payments/settle.ts';
import { ProviderError } from './providers/provider.ts';

/**
 * Due attempts, longest due first. An attempt that the provider does not know yet stays due until it does.
 */
const DUE_ATTEMPTS = `SELECT provider_id, next_refresh_at FROM payment.attempt
  WHERE (status IN ('open', 'paid', 'refunded') OR refresh_wanted) AND next_refresh_at <= now() ORDER BY next_refresh_at LIMIT 10000`;

/** Queued work: calls that a provider has not completed, or that are overdue. */
const WORK_QUEUES = {
  checkouts: `SELECT next_refresh_at FROM (${DUE_ATTEMPTS}) AS due WHERE provider_id IS NULL`,
  refreshes: `SELECT next_refresh_at FROM (${DUE_ATTEMPTS}) AS due WHERE provider_id IS NOT NULL`,
  // While the provider is unavailable, these are retried within a minute.
  hold_ends: `SELECT hold_until FROM payment.payment
    WHERE status = 'open' AND next_look_at <= now() + interval '1 minute' AND hold_until <= now()
    ORDER BY next_look_at`,
  refunds: `SELECT created_at FROM (
      SELECT status, created_at FROM payment.refund WHERE status IN ('requested', 'pending') ORDER BY next_try_at LIMIT 10000
    ) AS unfinished WHERE status = 'requested'`,
  attention: `SELECT created_at FROM payment.attention WHERE resolved_at IS NULL ORDER BY created_at`,
  refused_accounts: `SELECT created_at FROM (
      SELECT kind, created_at FROM payment.attention WHERE resolved_at IS NULL ORDER BY created_at LIMIT 10000
    ) AS open WHERE kind = 'account_refused'`,
};

/** Metrics of the payment service, documented in docs/monitoring.md. */
export function paymentMetrics(deps: { metrics: Metrics; database: Sql; log: Log }) {
  const { metrics } = deps;
  measureQueues(deps, {
    outbox: outboxQueue('payment'),
    dead_letters: deadLetterQueue('payment'),
    ...WORK_QUEUES,
  });
  const settled = counter(metrics, {
    name: 'venue_booking_payments_settled_total',
    help: 'Payment attempts that ended, by outcome',
    labelNames: ['outcome'],
  });
  const refunds = counter(metrics, {
    name: 'venue_booking_refunds_total',
    help: 'Refunds requested from a provider, by outcome',
    labelNames: ['outcome'],
  });
  const renewals = counter(metrics, {
    name: 'venue_booking_token_renewals_total',
    help: 'Renewals of the access that a provider granted, by outcome',
    labelNames: ['outcome'],
  });
  const calls = histogram(metrics, {
    name: 'venue_booking_provider_call_duration_seconds',
    help: 'Response time of a payment provider',
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
    renewal: (outcome: 'renewed' | 'unavailable' | 'refused') => renewals.inc({ outcome }),
    /** Measures the duration of a provider call. */
    async call<T>(provider: string, call: () => Promise<T>): Promise<T> {
      const done = calls.startTimer({ provider });
      try {
        const result = await call();
        done({ outcome: 'ok' });
        return result;
      } catch (error) {
        done({ outcome: error instanceof ProviderError ? error.kind : 'error' });
        throw error;
      }
    },
  };
}

export type PaymentMetrics = ReturnType<typeof paymentMetrics>;
