import { createFreshCache } from '@venue-booking/kit/process/freshCache';
import { fail } from '@venue-booking/proto/failures';
import { redirectOrigin } from '@venue-booking/proto/redirectUrl';
import { LONGEST_LABEL, type Tenant } from '@venue-booking/proto/venue';
import type { Backends } from './backends.ts';

const ALL = 'venues';
/** Of DNS; whatever is longer is nobody's. */
const LONGEST_HOST = 253;

/** What of a request names its venue. */
export type Named = { slug: string | undefined; host: string };

/** Finds the venue of a request, and decides which websites may speak for it. */
export function createTenancy(deps: {
  catalog: Backends['catalog'];
  publicUrl: string;
  baseDomain: string | undefined;
}) {
  const { catalog, publicUrl, baseDomain } = deps;
  const tenants = createFreshCache<Tenant | null>({
    renew: (names) => catalog.tenants.query(names.map(({ key }) => askedBy(key))),
  });
  const origins = createFreshCache<boolean>();
  const ownOrigins = originsOf(publicUrl);

  const subdomainOf = (host: string) =>
    baseDomain && host.endsWith(`.${baseDomain}`) ? host.slice(0, -baseDomain.length - 1) : null;
  /** By the X-Tenant header, else by subdomain, else by custom domain. */
  const keyOf = ({ slug, host }: Named) => {
    const named = slug || subdomainOf(host);
    return named ? `slug ${named}` : `domain ${host}`;
  };
  const find = (named: Named) => {
    const key = keyOf(named);
    return tenants.get(ALL, key, () => catalog.tenant.query(askedBy(key)));
  };

  const hostsOf = (tenant: Tenant) => [
    ...tenant.domains,
    ...(baseDomain ? [`${tenant.slug}.${baseDomain}`] : []),
  ];

  /** True for a website that may call for this venue: its origins, its addresses, the platform's. */
  const mayCall = (tenant: Tenant, origin: string): boolean => {
    if (ownOrigins.has(origin) || tenant.allowedOrigins.includes(origin)) return true;
    const host = webHostOf(origin);
    return host !== null && hostsOf(tenant).includes(host);
  };

  return {
    /** The venue that `resolve` would answer, where that is known already. */
    peek: (named: Named): Tenant | null | undefined => tenants.peek(ALL, keyOf(named)),

    /** @throws `venue_missing`, `venue_unknown` */
    async resolve({ slug, host }: Named): Promise<Tenant> {
      const venue = slug || subdomainOf(host);
      const isName = venue ? venue.length <= LONGEST_LABEL : host !== '' && host.length <= LONGEST_HOST;
      const tenant = isName ? await find({ slug, host }) : null;
      if (tenant) return tenant;
      throw venue ? fail('venue_unknown', { venue: venue.slice(0, LONGEST_LABEL) }) : fail('venue_missing');
    },

    mayCall,

    /** Whether a guest of this venue may be sent to an address after paying. */
    mayReturnTo(tenant: Tenant, address: string): boolean {
      const origin = redirectOrigin(address);
      if (origin === null) return false;
      const listed = tenant.redirectOrigins;
      // Not known yet: see `Tenant`.
      if (!listed) return true;
      return listed.length > 0 ? listed.includes(origin) : mayCall(tenant, origin);
    },

    /** True for a website that may call for some venue: a preflight does not say for which. */
    async mayCallSome(origin: string): Promise<boolean> {
      if (ownOrigins.has(origin)) return true;
      if (origin.length > 300) return false;
      if (await origins.get(ALL, origin, () => catalog.allowedOrigin.query({ origin }))) return true;
      const host = webHostOf(origin);
      return host !== null && (await find({ slug: undefined, host })) !== null;
    },

    /** Forgets what was known of venues. */
    drop() {
      tenants.drop(ALL);
      origins.drop(ALL);
    },
  };
}
export type Tenancy = ReturnType<typeof createTenancy>;

/** What catalog is asked by, of a key: `slug zaal`, `domain boeken.zaal.nl`. */
const askedBy = (key: string): { slug: string } | { domain: string } =>
  key.startsWith('slug ') ? { slug: key.slice(5) } : { domain: key.slice(7) };

/** The host of a website at its usual port, or null for anything that is not the origin of one. */
function webHostOf(origin: string): string | null {
  const url = /^https?:/.test(origin) ? URL.parse(origin) : null;
  return url?.origin === origin && url.port === '' ? url.hostname : null;
}

/** The platform's own origin; on a developer's machine also under its other names. */
export function originsOf(publicUrl: string): Set<string> {
  const { origin, hostname } = new URL(publicUrl);
  if (hostname !== 'localhost') return new Set([origin]);
  return new Set(['localhost', '127.0.0.1', '[::1]'].map((name) => origin.replace('localhost', name)));
}
