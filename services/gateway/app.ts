import type { IncomingMessage, RequestListener } from 'node:http';
import type { AnyTRPCRouter } from '@trpc/server';
import { healthRouter } from '@venue-booking/kit/http/health';
import type { Log } from '@venue-booking/kit/logging/log';
import { gauge } from '@venue-booking/kit/metrics/metrics';
import { createSecurityEvents } from '@venue-booking/kit/metrics/securityEvents';
import { fail } from '@venue-booking/proto/failures';
import express, { type Router } from 'express';
import type { Registry } from 'prom-client';
import { adminApi } from './admin/adminApi.ts';
import type { AdminDeps } from './admin/adminDeps.ts';
import { connectCallback } from './admin/connectCallback.ts';
import { auditFiles } from './admin/exports/auditFiles.ts';
import { bookingsCsv } from './admin/exports/bookingsCsv.ts';
import { feesCsv, statementCsv, statementDocument } from './admin/exports/feeFiles.ts';
import { figuresCsv, moneyCsv } from './admin/exports/figuresCsv.ts';
import { tillCsv } from './admin/exports/tillCsv.ts';
import { usageCsv } from './admin/exports/usageCsv.ts';
import { createAuditLog } from './audit/auditLog.ts';
import { createCallers } from './auth/callers.ts';
import { createOidc } from './auth/oidc.ts';
import { createPasskeys } from './auth/passkeys.ts';
import { createSessions } from './auth/sessions.ts';
import { createWrongTokens } from './auth/wrongTokens.ts';
import type { Backends } from './backends/backends.ts';
import { invoiceRoutes } from './documents/invoiceRoutes.ts';
import { receiptRoutes } from './documents/receiptRoutes.ts';
import type { GatewayServiceSettings } from './env.ts';
import { errorHandler, unknownPath } from './http/errors.ts';
import { createHttpMetrics } from './http/httpMetrics.ts';
import { allowOnly, registerRoute } from './http/methods.ts';
import { warnOfUnknownProxies } from './http/proxyWarnings.ts';
import { securityHeaders } from './http/securityHeaders.ts';
import { createImageCache } from './images/imageCache.ts';
import { imageRoutes } from './images/imageRoutes.ts';
import { createRequestRateLimit, limitRequestRate } from './limits/requestRateLimit.ts';
import { createVenueBulkheads } from './limits/venueBulkheads.ts';
import { liveRoute } from './live/liveRoute.ts';
import { createLiveStreams } from './live/liveStreams.ts';
import { adminPage } from './pages/apps/adminPage.ts';
import { docsPage } from './pages/docs/docsPage.ts';
import { rootPage } from './pages/guest/rootPage.ts';
import { unknownPage } from './pages/guest/unknownPage.ts';
import { constant } from './pages/layout/assets.ts';
import { payPage } from './pages/pay/payPage.ts';
import { sandboxPage } from './pages/pay/sandboxPage.ts';
import { seriesPage } from './pages/series/seriesPage.ts';
import { ticketPage } from './pages/ticket/ticketPage.ts';
import { venuePages } from './pages/venue/venuePages.ts';
import { waitingPage } from './pages/waiting/waitingPage.ts';
import { calendarFeed } from './publicApi/calendarFeed.ts';
import { paymentWebhooks } from './publicApi/paymentWebhooks.ts';
import { publicApi } from './publicApi/publicApi.ts';
import { createResponseCache } from './rest/responseCache.ts';
import { restAdapter } from './rest/restAdapter.ts';
import { callsOf, pathOf, rest } from './rest/restProcedure.ts';
import { certificateCheck } from './tenancy/certificateCheck.ts';
import { allowPreflights, allowTicketReads } from './tenancy/cors.ts';
import { createTenancy } from './tenancy/tenancy.ts';
import { exportRoute } from './transfer/exportRoute.ts';
import { importRoutes } from './transfer/importRoutes.ts';

const TWO_HOSTS = 'more than one Host header';

export type GatewaySettings = Pick<
  GatewayServiceSettings,
  'baseDomain' | 'trustProxy' | 'requestsPerSecond'
> &
  Partial<Pick<GatewayServiceSettings, 'widgetUrl' | 'signUp' | 'operatorPasskeys' | 'oidc'>> & {
    publicUrl: string;
    operatorToken: string;
  };

/**
 * Builds the HTTP application: the listener, its rate limit and its caches, and `internal`, the routes of the
 * internal port.
 * @param ready omitted when a separate health server reports readiness
 * @param pages additional pages, for example the demo
 */
export function createGateway(deps: {
  settings: GatewaySettings;
  backends: Backends;
  ready?: (() => Promise<boolean>) | undefined;
  metrics: Registry;
  log: Log;
  pages?: Router | undefined;
  wakePurge?: () => void;
}) {
  const { settings, backends, ready, metrics, log, pages, wakePurge = () => {} } = deps;
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', settings.trustProxy);
  const isTrusted: (address: string, hop: number) => boolean = app.get('trust proxy fn');
  /** Whether an address belongs to a trusted proxy. */
  const isProxy = (address: string): boolean => isTrusted(address, 0);
  const tenancy = createTenancy({ catalog: backends.catalog, ...settings });
  const responseCache = createResponseCache(tenancy, isProxy);
  const httpMetrics = createHttpMetrics(metrics);
  const limit = createRequestRateLimit(settings.requestsPerSecond, { isTrusted });
  const bulkheads = createVenueBulkheads();
  const venues = venuePages({ ...backends, tenancy, bulkheads, settings, log });
  const sessions = createSessions(settings);
  const security = createSecurityEvents({ metrics, log });
  const audit = createAuditLog({ catalog: backends.catalog, log });
  const wrongTokens = createWrongTokens({ catalog: backends.catalog, sessions });
  const callers = createCallers({
    catalog: backends.catalog,
    sessions,
    wrongTokens,
    security,
    // Requests with a valid token or session do not count against the rate limit.
    onAuthenticated: limit.uncount,
  });

  const streams = createLiveStreams();
  gauge(metrics, {
    name: 'venue_booking_live_streams',
    help: 'Open live streams of the calendar',
    read: (set) => set({}, streams.count()),
  });
  /**
   * Drops the cached responses of a venue. With `tenants`, also the cached hosts and origins of all venues.
   */
  const invalidate = (venueId: number, { tenants }: { tenants: boolean } = { tenants: false }): void => {
    responseCache.invalidate(venueId);
    venues.invalidate(venueId);
    if (tenants) tenancy.invalidate();
  };
  const images = createImageCache(async (width) =>
    Buffer.from((await backends.catalog.images.read.query(width)).base64, 'base64'),
  );
  const admin: AdminDeps = {
    backends,
    images,
    publicUrl: settings.publicUrl,
    venueChanged: (venueId) => invalidate(venueId, { tenants: true }),
    requireUndeleted: tenancy.requireUndeleted,
    wakePurge,
    invalidateCallers() {
      callers.invalidate();
      streams.recheck();
    },
    sessions,
    passkeys: createPasskeys({ publicUrl: settings.publicUrl, sessions }),
    oidc:
      settings.oidc &&
      createOidc(settings.oidc, {
        publicUrl: settings.publicUrl,
        warn: (reason) => log.warn({ reason }, 'a sign-in with the identity provider failed'),
      }),
    signUp: settings.signUp ?? { mode: 'off', termsUrl: null, privacyUrl: null },
    security,
    audit,
    wrongTokens,
    log,
    isReserved: (domain) => isReserved(settings, domain),
    isOwnOrigin: tenancy.isOwn,
    isOwnHost: (slug) => `${slug}.${settings.baseDomain}` === new URL(settings.publicUrl).hostname,
  };
  const guests = { mayReturnTo: tenancy.mayReturnTo, publicUrl: settings.publicUrl };
  const router = rest.mergeRouters(publicApi(backends, guests, invalidate), adminApi(admin));

  app.use(httpMetrics.middleware);
  app.use(securityHeaders(settings));
  app.use((request, _response, next) => {
    // Node takes the first Host header, but a proxy in front may have routed by another one.
    if (hostsOf(request) > 1) throw fail('invalid_request', { detail: TWO_HOSTS });
    next();
  });
  app.use(limitRequestRate(limit), warnOfUnknownProxies(isProxy, log));
  if (ready) app.use(healthRouter({ ready, metrics }));
  const methodsOf = methodsByPath(router);
  // Register OPTIONS before the routes: Express answers OPTIONS itself, and knows the methods of one
  // router only. Use a separate router, because these routes match every path for every method: 6 % of the
  // cost of a read.
  const options = express
    .Router()
    .options('/api/site/*path', allowPreflights(tenancy, 'GET, POST'))
    .options('/tickets/*path', allowPreflights(tenancy, 'GET'));
  for (const [path, methods] of methodsOf) options.options(path, allowOnly(methods));
  app.use((request, response, next) => {
    if (request.method === 'OPTIONS') options(request, response, next);
    else next();
  });
  app.use(paymentWebhooks(backends));
  const exports = { backends, callers, security, bulkheads, log };
  app.use(bookingsCsv(exports));
  app.use(imageRoutes({ ...backends, callers, images, audit, publicUrl: settings.publicUrl }));
  app.use(invoiceRoutes(exports), receiptRoutes(exports));
  app.use(liveRoute({ ...backends, callers, streams, bulkheads }));
  app.use(exportRoute({ ...exports, publicUrl: settings.publicUrl }), importRoutes({ ...admin, callers }));
  app.use(figuresCsv(exports), moneyCsv(exports), tillCsv(exports));
  app.use(usageCsv(exports), auditFiles(exports), feesCsv(exports));
  app.use(statementCsv(exports), statementDocument(exports));
  app.use(restAdapter({ router, responseCache, tenancy, callers, bulkheads }));
  for (const [path, methods] of methodsOf) app.all(path, allowOnly(methods));
  // Import on first use: the description is rarely requested and loads slower than the rest of the gateway.
  const describeApi = async () => {
    const [{ openApiDocument }, { nonJsonCalls }, { ticketCalls }] = await Promise.all([
      import('./openApi/document.ts'),
      import('./admin/nonJsonCalls.ts'),
      import('./pages/ticket/ticketCalls.ts'),
    ]);
    return JSON.stringify(openApiDocument(rest.mergeRouters(router, nonJsonCalls, ticketCalls), settings));
  };
  const headers = { 'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*' };
  registerRoute(app, '/openapi.json', { get: constant(describeApi, '.json', headers) });
  app.use(adminPage({ publicUrl: settings.publicUrl, widgetUrl: settings.widgetUrl }));
  app.use(docsPage());
  app.use(calendarFeed(backends));
  app.use('/tickets', allowTicketReads(tenancy));
  app.use(
    ticketPage({ ...backends, bulkheads, publicUrl: settings.publicUrl, venueChanged: invalidate, log }),
  );
  app.use(waitingPage({ ...backends, venueChanged: invalidate, log }));
  app.use(
    seriesPage({ ...backends, bulkheads, publicUrl: settings.publicUrl, venueChanged: invalidate, log }),
  );
  app.use(payPage({ ...backends, tenancy, publicUrl: settings.publicUrl, log }));
  app.use(connectCallback(admin));
  app.use(sandboxPage({ ...backends, publicUrl: settings.publicUrl, log }));
  app.use(venues.router);
  if (pages) app.use(pages);
  app.use(rootPage());
  app.use(unknownPath, unknownPage, errorHandler(log));
  /** Sends cached responses without Express, which accounts for a quarter of the cost of such a response. */
  const listener: RequestListener = (request, response) => {
    const startedAt = performance.now();
    const cached = hostsOf(request) > 1 ? null : responseCache.find(request);
    // Express answers clients over the rate limit with 429.
    if (!cached || limit.count(request) > 0) return app(request, response);
    responseCache.sendCached(request, response, cached);
    httpMetrics.record({ method: 'GET', route: cached.route, status: response.statusCode, startedAt });
  };
  const internal = certificateCheck({ tenancy, publicUrl: settings.publicUrl });
  return { app, listener, internal, invalidate, streams, isProxy, flushAudit: audit.flush };
}

/** Number of Host headers. `headersDistinct` would sort all headers on every request. */
const hostsOf = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host').length;

/**
 * Whether a venue may not use a domain: the host of PUBLIC_URL, BASE_DOMAIN and all names below BASE_DOMAIN.
 */
function isReserved({ publicUrl, baseDomain }: GatewaySettings, domain: string): boolean {
  if (domain === new URL(publicUrl).hostname) return true;
  return baseDomain !== undefined && (domain === baseDomain || domain.endsWith(`.${baseDomain}`));
}

/** Allowed methods by path, in the format of the `Allow` header. */
function methodsByPath(router: AnyTRPCRouter): [string, string][] {
  const calls = Map.groupBy(callsOf(router), ({ openapi }) => pathOf(openapi));
  return [...calls].map(([path, all]) => {
    const methods = all.map(({ openapi: { method } }) => (method === 'GET' ? 'GET, HEAD' : method));
    return [path, methods.join(', ')];
  });
}
