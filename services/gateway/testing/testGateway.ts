import { createLog } from '@venue-booking/kit/logging/log';
import type { Router } from 'express';
import { Registry } from 'prom-client';
import { call as callAsClient } from '../../../test/stack/api.ts';
import { createGateway, type GatewaySettings } from '../app.ts';
import type { Backends } from '../backends/backends.ts';
import { serve } from './testVisit.ts';

export const OPERATOR = 'operator-token-of-the-test';

/** For tests: a gateway in front of fake services, and a client of its admin API. */
export async function openGateway(
  backends: unknown,
  pages?: Router,
  settings: Partial<GatewaySettings> = {},
  metrics = new Registry(),
  log = createLog('test', 'silent'),
) {
  const { app, listener, invalidate, streams } = createGateway({
    settings: {
      publicUrl: 'https://book.example',
      baseDomain: undefined,
      operatorToken: OPERATOR,
      trustProxy: false,
      requestsPerSecond: 0,
      ...settings,
    },
    backends: backends as Backends,
    ready: async () => true,
    metrics,
    log,
    pages,
  });
  const site = await serve(listener);
  const call = (
    method: string,
    path: string,
    { body, token = OPERATOR, headers = {} }: { body?: unknown; token?: string; headers?: object } = {},
  ) =>
    callAsClient(`${site.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, ...headers },
      ...(body !== undefined && { body }),
    });
  return { app, invalidate, streams, url: site.url, call, [Symbol.asyncDispose]: site[Symbol.asyncDispose] };
}
