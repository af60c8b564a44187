import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createTtlCache } from '@venue-booking/kit/concurrency/ttlCache';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import type { Tenant } from '@venue-booking/proto/venue/venue';
import { type Request, Router } from 'express';
import type { Backends } from '../../backends/backends.ts';
import { registerRoute } from '../../http/methods.ts';
import { handlerWithDeadline, READ_BUDGET_MS } from '../../http/requestDeadline.ts';
import { hostOf } from '../../tenancy/cors.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { type Asset, assetOf, sendAsset } from '../layout/assets.ts';
import { homeOf, statementOf } from './venueLinks.ts';

type Deps = Pick<Backends, 'catalog'> & {
  tenancy: Tenancy;
  settings: { publicUrl: string; baseDomain: string | undefined };
};

/** Maximum number of venues in the platform's sitemap: the list then takes about half a message. */
const MAX_VENUES = 10_000;
const HOUR = { 'Cache-Control': 'public, max-age=3600' };
const FRAME_SCRIPT = resolve(import.meta.dirname, 'frame.js');
const FRAME_HEADERS = {
  'Cache-Control': 'public, max-age=300',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * `/robots.txt` and `/sitemap.xml` of the platform and of venues' own hosts, and `/frame.js` for websites
 * that show a venue in a frame.
 */
export function siteFiles({ catalog, tenancy, settings }: Deps): Router {
  const router = Router();
  const cached = createTtlCache<Asset>({ maxEntries: 1 });
  const ofVenues = createTtlCache<Asset>();

  const sitemapOfPlatform = () =>
    cached.get('platform', 'sitemap', async () => {
      const venues = await catalog.liveVenues.query({ limit: MAX_VENUES });
      return sitemap(venues.map((venue) => homeOf(venue, settings)));
    });
  /** Without pages until the venue is live, because they must not be indexed. */
  const sitemapOfVenue = (tenant: Tenant) =>
    ofVenues.get(tenant.venueId, 'sitemap', async () => {
      const { live } = await catalog.site.query({ venueId: tenant.venueId });
      const home = homeOf(tenant, settings);
      return sitemap(live ? [home, statementOf(home, tenant.slug)] : []);
    });
  const showSitemap = async (request: Request) => {
    const tenant = await tenancy.ofHost(hostOf(request));
    return tenant ? sitemapOfVenue(tenant) : sitemapOfPlatform();
  };
  registerRoute(router, '/sitemap.xml', {
    get: handlerWithDeadline(READ_BUDGET_MS, async (request, response) => {
      await sendAsset(await showSitemap(request), request, response.set(HOUR));
    }),
  });
  registerRoute(router, '/robots.txt', {
    get: handlerWithDeadline(READ_BUDGET_MS, async (request, response) => {
      const tenant = await tenancy.ofHost(hostOf(request));
      const base = tenant ? homeOf(tenant, settings) : settings.publicUrl;
      const text = `User-agent: *\nDisallow: /admin/\nDisallow: /tickets/\nDisallow: /pay/\nSitemap: ${new URL('/sitemap.xml', base)}\n`;
      const file = assetOf(Buffer.from(text), 'text/plain; charset=utf-8');
      await sendAsset(file, request, response.set(HOUR));
    }),
  });
  const script = assetOf(readFileSync(FRAME_SCRIPT), 'text/javascript; charset=utf-8');
  registerRoute(router, '/frame.js', {
    get: (request, response) => sendAsset(script, request, response.set(FRAME_HEADERS)),
  });
  return router;
}

function sitemap(addresses: readonly string[]): Asset {
  const urls = addresses.map((address) => `<url><loc>${escapeHtml(address)}</loc></url>\n`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('')}</urlset>
`;
  return assetOf(Buffer.from(xml), 'application/xml; charset=utf-8');
}
