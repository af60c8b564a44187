import { STOP_BUDGET_MS } from '@venue-booking/kit/process/lifecycle';
import {
  connectionEnv,
  milliseconds,
  port,
  publicUrl,
  serviceEnv,
  urlOf,
  wholeNumber,
  widgetUrl,
} from '@venue-booking/kit/settings/env';
import { SignUpMode } from '@venue-booking/proto/auth/signUp';
import express from 'express';
import { z } from 'zod';
import { oidcProviderOf, oidcSettings } from './auth/oidcSettings.ts';
import { OperatorPasskeys } from './auth/sessions.ts';
import { BURST_SECONDS } from './limits/requestRateLimit.ts';

/** Values that Express accepts (https://expressjs.com/en/guide/behind-proxies.html). */
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

/** The address of a page of the operator's website. */
const webPage = urlOf('https', 'http');

const MAX_DELAY_MS = 60_000;
const MIN_TOKEN_LENGTH = 32;

export const operatorToken = z
  .string()
  .min(
    MIN_TOKEN_LENGTH,
    `must have at least ${MIN_TOKEN_LENGTH} random characters: make one with \`openssl rand -base64 32\``,
  )
  .describe(`Bearer token of the admin API, at least ${MIN_TOKEN_LENGTH} random characters`);

/** Settings that apply to the gateway both as a service and in single-process mode. */
export const gatewaySettings = {
  PORT: port.default(3000).describe('Port where the gateway listens'),
  HOST: connectionEnv.HOST,
  TRUST_PROXY: trustProxy
    .default(false)
    .describe(
      "Proxies whose X-Forwarded-For is trusted, in [Express's syntax](https://expressjs.com/en/guide/behind-proxies.html)",
    ),
  WIDGET_URL: widgetUrl
    .optional()
    .meta({ absent: '`/widget` at `PUBLIC_URL`' })
    .describe(
      "Public address of the widget's files, if they are elsewhere than `/widget` at `PUBLIC_URL`: a CDN, or a server of their own. The dashboard's preview and snippet use it",
    ),
  BASE_DOMAIN: hostName.optional().describe('Venues are also available at `{slug}.{BASE_DOMAIN}`'),
  SIGN_UP: SignUpMode.default('off').describe(
    'Who may sign up venues in the dashboard: nobody (`off`), people whom the operator invites (`invite`), or everybody (`open`)',
  ),
  TERMS_URL: webPage
    .optional()
    .describe('Page with the terms of the platform, which people accept when they sign up'),
  PRIVACY_URL: webPage.optional().describe('Page about privacy on the platform, linked where people sign up'),
  OPERATOR_PASSKEYS: OperatorPasskeys.default('optional').describe(
    'Whether named operators must sign in with a passkey (`required`). Does not affect `OPERATOR_TOKEN`',
  ),
  ...oidcSettings,
  MAX_CONNECTIONS: wholeNumber('must be a number of connections')
    .default(2500)
    .describe('Maximum number of connections to a gateway. Beyond it the longest idle connection is closed'),
  MAX_CONNECTIONS_PER_CLIENT: wholeNumber('must be a number of connections')
    .default(250)
    .describe(
      'Maximum number of connections per client address (IPv6: /64), except for proxies in `TRUST_PROXY`',
    ),
  MAX_REQUESTS_PER_SECOND: wholeNumber('must be a number of requests', { min: 0 })
    .default(50)
    .meta({ unit: 'a second' })
    .describe(
      `Requests per client address (IPv6: /64) to a gateway, averaged over ${BURST_SECONDS} s. Further requests get 429 with \`Retry-After\`. \`0\`: no limit`,
    ),
  SHUTDOWN_DELAY_MS: milliseconds(0, { min: 0, max: MAX_DELAY_MS }).describe(
    `How long a stopping gateway still answers while \`/readyz\` returns 503. Must exceed the time that your load balancer takes to notice. At most ${MAX_DELAY_MS}; the stop itself may take ${STOP_BUDGET_MS / 1000} s more`,
  ),
};

export const gatewayEnv = z.object({
  ...serviceEnv,
  ...gatewaySettings,
  NATS_URL: connectionEnv.NATS_URL,
  HEALTH_PORT: connectionEnv.HEALTH_PORT,
  PUBLIC_URL: publicUrl,
  OPERATOR_TOKEN: operatorToken,
});

/** Maps environment variables to the gateway's settings. */
export const gatewayServiceSettings = (env: z.infer<z.ZodObject<typeof gatewaySettings>>) => ({
  widgetUrl: env.WIDGET_URL,
  baseDomain: env.BASE_DOMAIN,
  signUp: { mode: env.SIGN_UP, termsUrl: env.TERMS_URL ?? null, privacyUrl: env.PRIVACY_URL ?? null },
  operatorPasskeys: env.OPERATOR_PASSKEYS,
  oidc: oidcProviderOf(env),
  trustProxy: env.TRUST_PROXY,
  requestsPerSecond: env.MAX_REQUESTS_PER_SECOND,
  limits: { maxConnections: env.MAX_CONNECTIONS, maxPerClient: env.MAX_CONNECTIONS_PER_CLIENT },
  host: env.HOST,
  port: env.PORT,
  shutdownDelayMs: env.SHUTDOWN_DELAY_MS,
});
export type GatewayServiceSettings = ReturnType<typeof gatewayServiceSettings>;
