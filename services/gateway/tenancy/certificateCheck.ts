import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import { fail } from '@venue-booking/proto/failures';
import express, { type Router } from 'express';
import type { Tenancy } from './tenancy.ts';

/** Maximum concurrent lookups: anybody can open a TLS connection for any name. */
const MAX_LOOKUPS = 8;
const MAX_WAITING = 100;
const MAX_WAIT_MS = 2000;

/**
 * `GET /certificate?domain=…` on the internal port: 200 if the proxy may obtain a certificate for this
 * host, 404 if not. Those are the host of the platform and the hosts of its venues, so also their custom
 * domains, which the owner has proven or the operator has set. Caddy's on-demand TLS calls it before each new
 * certificate.
 */
export function certificateCheck({ tenancy, publicUrl }: { tenancy: Tenancy; publicUrl: string }): Router {
  const platformHost = new URL(publicUrl).hostname;
  const createError = () => fail('unavailable');
  const lookups = createBulkhead({
    maxConcurrent: MAX_LOOKUPS,
    maxWaiting: MAX_WAITING,
    maxWaitMs: MAX_WAIT_MS,
    createError,
  });
  const isServed = async (host: string) =>
    host === platformHost || (await lookups('host', () => tenancy.ofHost(host))) !== null;

  return express.Router().get('/certificate', async (request, response) => {
    const { domain } = request.query;
    const host = typeof domain === 'string' ? domain.toLowerCase() : '';
    const status = await isServed(host).then(
      (yes) => (yes ? 200 : 404),
      () => 503,
    );
    response.sendStatus(status);
  });
}
