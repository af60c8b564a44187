import { createFreshCache } from '@venue-booking/kit/process/freshCache';
import { fail } from '@venue-booking/proto/failures';
import { LONGEST_LABEL, type Tenant } from '@venue-booking/proto/venue';
import type { Backends } from './backends.ts';

const ALL = 'venues';

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

  const find = (key: string) => tenants.get(ALL, key, () => catalog.tenant.query(askedBy(key)));
  const bySlug = (slug: string) => find(`slug ${slug}`);
  const byDomain = (domain: string) => find(`domain ${domain}`);
  /** Longest host name of DNS; whatever is longer is nobody's. */
  const isHost = (host: string) => host !== '' && host.length <= 253;
  const subdomainOf = (host: string) =>
    baseDomain && host.endsWith(`.${baseDomain}`) ? host.slice(0, -baseDomain.length - 1) : null;

  const hostsOf = (tenant: Tenant) => [
    ...tenant.domains,
    ...(baseDomain ? [`${tenant.slug}.${baseDomain}`] : []),
  ];

  return {
    /** The venue that `resolve` would answer, where that is known already. */
    peek({ slug, host }: Named): Tenant | null | undefined {
      if (slug) return tenants.peek(ALL, `slug ${slug}`);
      const subdomain = subdomainOf(host);
      return tenants.peek(ALL, subdomain ? `slug ${subdomain}` : `domain ${host}`);
    },

    /**
     * By the X-Tenant header, else by custom domain, else by subdomain.
     * @throws `venue_missing`, `venue_unknown`
     */
    async resolve({ slug, host }: Named): Promise<Tenant> {
      if (slug) {
        const tenant = slug.length <= LONGEST_LABEL ? await bySlug(slug) : null;
        if (!tenant) throw fail('venue_unknown', { venue: slug.slice(0, LONGEST_LABEL) });
        return tenant;
      }
      const subdomain = subdomainOf(host);
      const tenant = subdomain ? await bySlug(subdomain) : isHost(host) ? await byDomain(host) : null;
      if (tenant) return tenant;
      if (subdomain) throw fail('venue_unknown', { venue: subdomain });
      throw fail('venue_missing');
    },

    /** True for a website that may call for this venue: its origins, its addresses, the platform's. */
    mayCall(tenant: Tenant, origin: string): boolean {
      if (ownOrigins.has(origin) || tenant.allowedOrigins.includes(origin)) return true;
      const host = webHostOf(origin);
      return host !== null && hostsOf(tenant).includes(host);
    },

    /** True for a website that may call for some venue: a preflight does not say for which. */
    async mayCallSome(origin: string): Promise<boolean> {
      if (ownOrigins.has(origin)) return true;
      if (origin.length > 300) return false;
      if (await origins.get(ALL, origin, () => catalog.allowedOrigin.query({ origin }))) return true;
      const hostname = webHostOf(origin);
      if (hostname === null) return false;
      const subdomain = subdomainOf(hostname);
      return (subdomain ? await bySlug(subdomain) : await byDomain(hostname)) !== null;
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
  if (!/^https?:/.test(origin) || !URL.canParse(origin)) return null;
  const url = new URL(origin);
  return url.origin === origin && url.port === '' ? url.hostname : null;
}

/** The platform's own origin; on a developer's machine also under its other names. */
export function originsOf(publicUrl: string): Set<string> {
  const { origin, hostname } = new URL(publicUrl);
  if (hostname !== 'localhost') return new Set([origin]);
  return new Set(['localhost', '127.0.0.1', '[::1]'].map((name) => origin.replace('localhost', name)));
}
