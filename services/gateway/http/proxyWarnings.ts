import { createThrottle } from '@venue-booking/kit/concurrency/throttle';
import type { Log } from '@venue-booking/kit/logging/log';
import type { RequestHandler } from 'express';

/** Minimum time between two warnings about an untrusted proxy. */
const WARNING_INTERVAL_MS = 3600_000;

/** Warns at start about `TRUST_PROXY=true`, which is rarely intended. */
export function warnOfTrust(trustProxy: boolean | number | string, log: Pick<Log, 'warn'>): void {
  if (trustProxy === true)
    log.warn(
      'TRUST_PROXY=true trusts X-Forwarded-For from any sender: clients that reach this server directly can evade the limits per client. Set it to the addresses or the number of your proxies.',
    );
}

/** Warns, at most once an hour, about requests from a proxy that `TRUST_PROXY` does not include. */
export function warnOfUnknownProxies(
  isProxy: (address: string) => boolean,
  log: Pick<Log, 'warn'>,
  now?: () => number,
): RequestHandler {
  const mayWarn = createThrottle(WARNING_INTERVAL_MS, now);
  return (request, _response, next) => {
    if (
      request.headers['x-forwarded-for'] !== undefined &&
      !isProxy(request.socket.remoteAddress ?? '') &&
      mayWarn('proxy')
    )
      log.warn(
        'Received X-Forwarded-For from an address that TRUST_PROXY does not include. If it is your proxy, all guests behind it count as one client: add it to TRUST_PROXY.',
      );
    next();
  };
}
