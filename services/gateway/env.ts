import { backingsEnv, milliseconds, port, publicUrl, serviceEnv } from '@venue-booking/kit/process/env';
import express from 'express';
import { z } from 'zod';

/**
 * `true`, `false`, a number of hops, or addresses: what Express takes
 * (https://expressjs.com/en/guide/behind-proxies.html).
 */
const trustProxy = z.string().transform((text, ctx): boolean | number | string => {
  const value = text === 'true' ? true : text === 'false' ? false : /^\d+$/.test(text) ? Number(text) : text;
  try {
    express().set('trust proxy', value);
    return value;
  } catch {
    ctx.addIssue('must be true, false, a number of proxies, or a list of addresses or subnets');
    return z.NEVER;
  }
});

const hostName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a host name in lower case, such as book.example.com');

/** Settings of the gateway's own rules, whichever way it runs. */
export const gatewaySettings = {
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  TRUST_PROXY: trustProxy.default(false),
  /** Venues are reached at `{slug}.{BASE_DOMAIN}` as well. */
  BASE_DOMAIN: hostName.optional(),
  MAX_CONNECTIONS: z.coerce.number('must be a number of connections').int().min(1).default(2500),
  /** Of one client address, which is no proxy's. */
  MAX_CONNECTIONS_PER_CLIENT: z.coerce.number('must be a number of connections').int().min(1).default(250),
  /** Requests that one client may send on average, over 20 s; 0: as many as it likes. */
  MAX_REQUESTS_PER_SECOND: z.coerce.number('must be a number of requests').int().min(0).default(50),
  /** How long the gateway goes on answering once it is told to stop, while `/readyz` says that it leaves. */
  SHUTDOWN_DELAY_MS: milliseconds(0, { least: 0, most: 60_000 }),
};

export const gatewayEnv = z.object({
  ...serviceEnv,
  ...gatewaySettings,
  NATS_URL: backingsEnv.NATS_URL,
  /** Where /livez, /readyz and /metrics are answered instead of on PORT. */
  HEALTH_PORT: backingsEnv.HEALTH_PORT,
  PUBLIC_URL: publicUrl,
  OPERATOR_TOKEN: z.string().min(16, 'must have at least 16 characters'),
});

/** What one client, and all of them, may take of a gateway. */
export const limitsOf = (env: z.infer<z.ZodObject<typeof gatewaySettings>>) => ({
  connections: env.MAX_CONNECTIONS,
  connectionsPerClient: env.MAX_CONNECTIONS_PER_CLIENT,
});
export type GatewayLimits = ReturnType<typeof limitsOf>;
