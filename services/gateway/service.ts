import type { AddressInfo } from 'node:net';
import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { listen } from '@venue-booking/kit/http/listen';
import type { Log } from '@venue-booking/kit/logging/log';
import type { Messaging } from '@venue-booking/kit/messaging/messaging';
import type { Running } from '@venue-booking/kit/process/lifecycle';
import type { Router } from 'express';
import type { Registry } from 'prom-client';
import { createGateway, type GatewaySettings } from './app.ts';
import { type Backends, createBackends } from './backends/backends.ts';
import type { GatewayServiceSettings } from './env.ts';
import { warnOfTrust } from './http/proxyWarnings.ts';
import { watchChanges } from './live/liveChanges.ts';
import { startPurging } from './purge/purgeVenues.ts';
import { createDrain } from './server/drain.ts';
import { limitedServer } from './server/limitedServer.ts';

/**
 * Starts the gateway. It becomes ready when every service has answered a ping, or after 20 s when some have.
 * Then it stays ready while messaging works: one unavailable service does not affect the others. When it
 * stops, it reports "not ready" and answers until load balancers have noticed.
 */
export async function startGateway(
  deps: GatewaySettings &
    GatewayServiceSettings & {
      /** Whether a separate server answers `/livez`, `/readyz` and `/metrics`. */
      healthElsewhere?: boolean;
      messaging: Messaging;
      metrics: Registry;
      log: Log;
      pages?: Router | undefined;
    },
): Promise<Running & { port: number; internal: Router; ready(): Promise<boolean> }> {
  const { limits, host, port, shutdownDelayMs, healthElsewhere, messaging, metrics, log, pages } = deps;
  const backends = createBackends(messaging);
  let stopping = false;
  let wasReady = false;
  const waitUntil = performance.now() + 20_000;
  const ready = async () => {
    if (!wasReady) {
      wasReady = await servicesRespond(backends, performance.now() > waitUntil ? 'some' : 'every');
      // A purge that a crash interrupted continues now instead of in an hour.
      if (wasReady) purging.wake();
    }
    return wasReady && !stopping && messaging.healthy();
  };
  const purging = startPurging({ backends, ready, log });
  const { listener, internal, invalidate, streams, isProxy, flushAudit } = createGateway({
    settings: deps,
    backends,
    ready: healthElsewhere ? undefined : ready,
    metrics,
    log,
    pages,
    wakePurge: purging.wake,
  });
  // When messages were missed, end the live streams: their readers reconnect and reload everything.
  watchChanges(messaging, streams.end, (venueId, change, subject) => {
    invalidate(venueId, { tenants: subject === 'events.catalog.venue_changed' });
    if (change !== undefined) streams.publish(venueId, change);
  });

  const { server, unfinished } = limitedServer(listener, { ...limits, isProxy });
  const drain = createDrain(server, unfinished, streams.end);
  warnOfTrust(deps.trustProxy, log);
  await listen(server, 'PORT', port, host);
  return {
    ready,
    internal,
    port: (server.address() as AddressInfo).port,
    async stop() {
      stopping = true;
      await Promise.all([drain(shutdownDelayMs), purging.stop()]);
      await flushAudit();
    },
  };
}

async function servicesRespond(backends: Backends, how: 'every' | 'some'): Promise<boolean> {
  const pings = Object.values(backends).map((service) => service.ping.query);
  const answers = await runInCall(newCall(1000), () => Promise.allSettled(pings.map((ping) => ping())));
  return answers[how](({ status }) => status === 'fulfilled');
}
