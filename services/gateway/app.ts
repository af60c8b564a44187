import { createHash, timingSafeEqual } from 'node:crypto';
import { healthRouter } from '@venue-booking/kit/health';
import type { Log } from '@venue-booking/kit/log';
import { fail } from '@venue-booking/proto/failures';
import express, { type Express, type Request, type Router } from 'express';
import type { Registry } from 'prom-client';
import { adminFacilitiesApi } from './adminFacilitiesApi.ts';
import { adminVenuesApi } from './adminVenuesApi.ts';
import { adminWebhooksApi } from './adminWebhooksApi.ts';
import type { AdminDeps } from './adminWrites.ts';
import type { Backends } from './backends.ts';
import { answerPreflight, tenantOf } from './cors.ts';
import { errorHandler, unknownPath } from './errors.ts';
import { createFreshCache } from './freshCache.ts';
import { httpMetrics } from './httpMetrics.ts';
import { openApiDocument } from './openApi.ts';
import { docsPage } from './pages/docsPage.ts';
import { ticketPage } from './pages/ticketPage.ts';
import { publicApi } from './publicApi.ts';
import { restAdapter } from './restAdapter.ts';
import { rest } from './restProcedure.ts';
import { createTenancy } from './tenancy.ts';

export type GatewaySettings = {
  publicUrl: string;
  baseDomain: string | undefined;
  operatorToken: string;
  /** In Express's syntax. */
  trustProxy: boolean | number | string;
};

export type Gateway = {
  app: Express;
  /** Forgets what is cached of a venue; of all venues' addresses and origins when `tenants` is set. */
  drop(venueId: number, options?: { tenants: boolean }): void;
};

/** Everything that answers HTTP. @param pages further pages, for example the demo */
export function createGateway(deps: {
  settings: GatewaySettings;
  backends: Backends;
  ready: () => Promise<boolean>;
  metrics: Registry;
  log: Log;
  pages?: Router | undefined;
}): Gateway {
  const { settings, backends, ready, metrics, log, pages } = deps;
  const tenancy = createTenancy({ catalog: backends.catalog, ...settings });
  const cache = createFreshCache<Buffer>();

  const drop: Gateway['drop'] = (venueId, { tenants } = { tenants: false }) => {
    cache.drop(venueId);
    if (tenants) tenancy.drop();
  };
  const admin: AdminDeps = {
    backends,
    venueChanged: (venueId) => drop(venueId, { tenants: true }),
    isReserved: (domain) => isReserved(settings, domain),
    isOwnHost: (slug) => `${slug}.${settings.baseDomain}` === new URL(settings.publicUrl).hostname,
  };
  const router = rest.mergeRouters(
    publicApi(backends, (venueId) => drop(venueId)),
    adminVenuesApi(admin),
    adminFacilitiesApi(admin),
    adminWebhooksApi(admin),
  );
  const openApi = openApiDocument(router, settings);

  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', settings.trustProxy);
  app.use(httpMetrics(metrics));
  app.use((_request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  });
  app.use(healthRouter({ ready, metrics }));
  app.options('/api/site/*path', (request, response) => answerPreflight(tenancy, request, response));
  app.use(
    restAdapter({
      router,
      cache,
      tenantOf: (request, response) => tenantOf(tenancy, request, response),
      isOperator: (request) => hasToken(request, settings.operatorToken),
    }),
  );
  for (const [path, methods] of methodsByPath(openApi)) {
    app.all(path.replace(/\{(\w+)\}/g, ':$1'), (_request, response) => {
      response.setHeader('Allow', methods);
      throw fail('method_not_allowed', { methods });
    });
  }
  app.get('/openapi.json', (_request, response) => void response.json(openApi));
  app.use(docsPage());
  app.use(ticketPage(backends));
  if (pages) app.use(pages);
  app.use(unknownPath, errorHandler(log));
  return { app, drop };
}

/** A venue's own domain is never the platform's, nor below the domain that venues have their subdomains of. */
function isReserved({ publicUrl, baseDomain }: GatewaySettings, domain: string): boolean {
  if (domain === new URL(publicUrl).hostname) return true;
  return baseDomain !== undefined && (domain === baseDomain || domain.endsWith(`.${baseDomain}`));
}

/** Compares hashes, so that neither length nor content leaks through time. */
function hasToken(request: Request, token: string): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && timingSafeEqual(hash(given), hash(token));
}

const methodsByPath = (document: ReturnType<typeof openApiDocument>): [string, string][] =>
  Object.entries(document.paths ?? {}).map(([path, item]) => [
    path,
    Object.keys(item as object)
      .map((method) => method.toUpperCase())
      .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
      .join(', '),
  ]);
