import { SECURITY_EVENTS, type SecurityEvent } from '@venue-booking/proto/auth/securityEvent';
import type { FailureCode } from '@venue-booking/proto/failures';
import type { Log } from '../logging/log.ts';
import { counter, type Metrics } from './metrics.ts';

/** `refused`: by an expected failure; `limited`: by a rate limit. */
const OUTCOMES = ['success', 'refused', 'limited'] as const;
export type SecurityOutcome = (typeof OUTCOMES)[number];

/** Details of an event: ids only, no secrets or personal data. */
export type SecurityDetails = {
  /** `operator`, `person <id>` or `token <id>`; absent if unauthenticated. */
  actor?: string | undefined;
  /** The first characters of the hash of the session or token. */
  credential?: string | undefined;
  /** The /24 (IPv4) or /48 (IPv6) of the client. */
  network?: string | undefined;
  /** Slug of the venue. */
  venue?: string | undefined;
  /** The target of the action: an id, a payment provider, a kind of export. */
  target?: string | undefined;
  /** The failure that rejected it. */
  reason?: FailureCode | undefined;
};

export type SecurityEvents = ReturnType<typeof createSecurityEvents>;

/**
 * Returns the function that logs and counts security events. Successes are logged at `info`, the rest at
 * `warn`.
 */
export function createSecurityEvents({ metrics, log }: { metrics: Metrics; log: Log }) {
  const counted = counter(metrics, {
    name: 'venue_booking_security_events_total',
    help: 'Sign-ins, rejected credentials and security-relevant changes',
    labelNames: ['event', 'outcome'],
  });
  // Start the counters at zero, so that Prometheus counts the first event as an increase.
  for (const event of SECURITY_EVENTS) for (const outcome of OUTCOMES) counted.inc({ event, outcome }, 0);

  return (
    event: SecurityEvent,
    outcome: SecurityOutcome,
    details: SecurityDetails,
    { logged = true }: { logged?: boolean } = {},
  ): void => {
    counted.inc({ event, outcome });
    if (!logged) return;
    log[outcome === 'success' ? 'info' : 'warn'](
      { security: { event, outcome, ...details } },
      `security: ${event} ${outcome}`,
    );
  };
}
