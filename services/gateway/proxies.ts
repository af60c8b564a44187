import type { Log } from '@venue-booking/kit/process/log';
import { seldom } from '@venue-booking/kit/process/seldom';
import type { RequestHandler } from 'express';

/** How often it is said again that a proxy is not believed. */
const AGAIN_MS = 3600_000;

/** Says at start what a setting of `TRUST_PROXY` means that is seldom meant. */
export function warnOfTrust(trustProxy: boolean | number | string, log: Pick<Log, 'warn'>): void {
  if (trustProxy === true)
    log.warn(
      'TRUST_PROXY=true believes whatever anybody says of their address: limits per client hold for nobody who can reach this server directly. Name your proxies, or their number.',
    );
}

/** Says, once and then every hour at most, that requests come by a proxy that `TRUST_PROXY` does not name. */
export function warnOfUnknownProxies(
  isProxy: (address: string) => boolean,
  log: Pick<Log, 'warn'>,
  now?: () => number,
): RequestHandler {
  const maySay = seldom(AGAIN_MS, now);
  return (request, _response, next) => {
    if (
      request.headers['x-forwarded-for'] !== undefined &&
      !isProxy(request.socket.remoteAddress ?? '') &&
      maySay('proxy')
    )
      log.warn(
        'X-Forwarded-For from an address that TRUST_PROXY does not name: if that is a proxy of yours, all guests behind it count as one client. Set TRUST_PROXY.',
      );
    next();
  };
}
