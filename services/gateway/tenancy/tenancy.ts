import { redirectOrigin } from '@venue-booking/domain/venue/redirectOrigin';
import { venueOrigin } from '@venue-booking/domain/venue/venueOrigin';
import { createTtlCache } from '@venue-booking/kit/concurrency/ttlCache';
import { fail } from '@venue-booking/proto/failures';
import { MAX_LABEL_LENGTH, type Tenant } from '@venue-booking/proto/venue/venue';
import type { Backends } from '../backends/backends.ts';

const ALL = 'venues';
/** The maximum of DNS. */
const MAX_HOST_LENGTH = 253;

/** The parts of a request that identify its venue. */
export type VenueIdentifier = { slug: string | undefined; host: string };

/** Finds the venue of a request, and decides which websites may call for it. */
export function createTenancy(deps: {
  catalog: Backends['catalog'];
  publicUrl: string;
  baseDomain: string | undefined;
}) {
  const { catalog, publicUrl, baseDomain } = deps;
  const tenants = createTtlCache<Tenant | null>();
  const origins = createTtlCache<boolean>();
  const ownOrigins = originsOf(publicUrl);
  const { hostname: platformHost, port } = new URL(publicUrl);

  const subdomainOf = (host: string) =>
    baseDomain && host.endsWith(`.${baseDomain}`) ? host.slice(0, -baseDomain.length - 1) : null;
  /** The X-Tenant header takes precedence, then the subdomain, then the custom domain. */
  const keyOf = ({ slug, host }: VenueIdentifier) => {
    const named = slug || subdomainOf(host);
    return named ? `slug ${named}` : `domain ${host}`;
  };
  const find = (named: VenueIdentifier) => {
    const key = keyOf(named);
    return tenants.get(ALL, key, () => catalog.tenant.query(catalogQueryOf(key)));
  };

  const hostsOf = (tenant: Tenant) => [
    ...tenant.domains,
    ...(baseDomain ? [`${tenant.slug}.${baseDomain}`] : []),
  ];

  /**
   * Whether a website may call for a venue: its allowed origins, its hosts, and the platform's own origin.
   */
  const mayCall = (tenant: Tenant, origin: string): boolean =>
    tenant.allowedOrigins.includes(origin) || isOwn(tenant, origin);
  /** Whether an origin serves the platform's pages for this venue. */
  const isOwn = (tenant: Tenant, origin: string): boolean => {
    if (ownOrigins.has(origin)) return true;
    const host = webHostOf(origin, port);
    return host !== null && hostsOf(tenant).includes(host);
  };

  return {
    /** The cached venue of a request. Null: there is no such venue; undefined: not cached. */
    peek: (named: VenueIdentifier): Tenant | null | undefined => tenants.peek(ALL, keyOf(named)),

    /** @throws `venue_missing`, `venue_unknown` */
    async resolve({ slug, host }: VenueIdentifier): Promise<Tenant> {
      const venue = slug || subdomainOf(host);
      const isName = venue ? venue.length <= MAX_LABEL_LENGTH : host !== '' && host.length <= MAX_HOST_LENGTH;
      const tenant = isName ? await find({ slug, host }) : null;
      if (tenant) return tenant;
      throw venue
        ? fail('venue_unknown', { venue: venue.slice(0, MAX_LABEL_LENGTH) })
        : fail('venue_missing');
    },

    /** Rejects a change of a deleted venue. An unknown venue passes. @throws `venue_deleted` */
    async requireUndeleted(slug: string): Promise<void> {
      if ((await find({ slug, host: '' }))?.deleted) throw fail('venue_deleted');
    },

    mayCall,
    isOwn,

    /** The venue whose own host this is; null for the hosts of the platform and for unknown ones. */
    async ofHost(host: string): Promise<Tenant | null> {
      const isName = /\.[a-z][a-z0-9-]*$/.test(host) && host.length <= MAX_HOST_LENGTH;
      return isName && host !== platformHost ? find({ slug: undefined, host }) : null;
    },

    /** Origins of the websites of a venue that may show it in a frame. */
    originsOf: (tenant: Tenant): string[] => {
      const own = hostsOf(tenant).map((host) => venueOrigin(publicUrl, host));
      return [...ownOrigins, ...own, ...tenant.allowedOrigins];
    },

    /** Whether a guest may be redirected to a URL after paying. */
    mayReturnTo(tenant: Tenant, address: string): boolean {
      const origin = redirectOrigin(address);
      if (origin === null) return false;
      const listed = tenant.redirectOrigins;
      // Not known yet: allow any website, see `Tenant`.
      if (!listed) return true;
      return listed.length > 0 ? listed.includes(origin) || isOwn(tenant, origin) : mayCall(tenant, origin);
    },

    /** Whether a website may call for any venue at all; a preflight does not name one. */
    async mayCallAny(origin: string): Promise<boolean> {
      if (ownOrigins.has(origin)) return true;
      if (origin.length > 300) return false;
      if (await origins.get(ALL, origin, () => catalog.allowedOrigin.query({ origin }))) return true;
      const host = webHostOf(origin, port);
      return host !== null && (await find({ slug: undefined, host })) !== null;
    },

    /** Drops all cached venues and origins. */
    invalidate() {
      tenants.invalidate(ALL);
      origins.invalidate(ALL);
    },
  };
}
export type Tenancy = ReturnType<typeof createTenancy>;

/** Converts a cache key to catalog's input: `slug zaal`, `domain boeken.zaal.nl`. */
const catalogQueryOf = (key: string): { slug: string } | { domain: string } =>
  key.startsWith('slug ') ? { slug: key.slice(5) } : { domain: key.slice(7) };

/**
 * The host of a website on its default port or on that of the platform; null for other ports and for anything
 * that is not an origin.
 */
function webHostOf(origin: string, port: string): string | null {
  const url = /^https?:/.test(origin) ? URL.parse(origin) : null;
  return url?.origin === origin && ['', port].includes(url.port) ? url.hostname : null;
}

/** The platform's own origin. On a developer's machine, also the other names of localhost. */
export function originsOf(publicUrl: string): Set<string> {
  const { origin, hostname } = new URL(publicUrl);
  if (hostname !== 'localhost') return new Set([origin]);
  return new Set(['localhost', '127.0.0.1', '[::1]'].map((name) => origin.replace('localhost', name)));
}
