import type { FailureCode } from '@venue-booking/proto/failures';
import { SECURITY_EVENTS, type SecurityEvent } from '@venue-booking/proto/securityEvent';
import { counter, type Metrics } from '../metrics/metrics.ts';
import type { Log } from './log.ts';

/** `refused`: by an expected failure; `limited`: after too many tries. */
const OUTCOMES = ['success', 'refused', 'limited'] as const;
export type SecurityOutcome = (typeof OUTCOMES)[number];

/** What an event is about: ids only, neither secrets nor personal data. */
export type SecurityDetails = {
  /** `operator`, `person <id>` or `token <id>`; absent for strangers. */
  actor?: string | undefined;
  /** The first characters of the hash of the session or token. */
  credential?: string | undefined;
  /** The /24 (IPv4) or /48 (IPv6) of the client. */
  network?: string | undefined;
  /** Slug of the venue. */
  venue?: string | undefined;
  /** What was acted on: an id, a payment provider, a kind of export. */
  target?: string | undefined;
  /** Why it was refused. */
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
    help: 'Sign-ins, refused credentials and changes that matter to security',
    labelNames: ['event', 'outcome'],
  });
  // From zero, so that the first one counts as an increase.
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
