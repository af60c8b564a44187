import { type FailureCode, failureStatus } from '@venue-booking/proto/failures';
import { histogram, type Metrics } from '../metrics/metrics.ts';

/** `refused`: the caller's fault. `unavailable`: a dependency was away or too slow. `error`: a bug. */
type Outcome = 'ok' | 'refused' | 'unavailable' | 'error';

/**
 * Returns the function that records a service's response times: procedure, failure code or null, and seconds.
 * Few buckets, because each is a series per procedure and outcome.
 */
export function rpcDurations(metrics: Metrics) {
  const durations = histogram(metrics, {
    name: 'venue_booking_rpc_duration_seconds',
    help: 'Time from a request to its response, within the service',
    labelNames: ['procedure', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 2.5],
  });
  return (procedure: string, failure: FailureCode | null, seconds: number) =>
    durations.observe({ procedure, outcome: outcomeOf(failure) }, seconds);
}

function outcomeOf(failure: FailureCode | null): Outcome {
  if (failure === null) return 'ok';
  if (failure === 'internal') return 'error';
  return failureStatus(failure) < 500 ? 'refused' : 'unavailable';
}
