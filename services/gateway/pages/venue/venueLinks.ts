import { venueOrigin } from '@venue-booking/domain/venue/venueOrigin';
import type { Locale } from '@venue-booking/proto/primitives';
import type { Tenant } from '@venue-booking/proto/venue/venue';

/** Where a venue's page is, and what it loads. */
export type VenueLinks = {
  slug: string;
  /** The page on the host of the request: `/`, or `/v/{slug}` on the host of the platform. */
  path: string;
  /** The address to share: the venue's primary domain, its subdomain, or a path of the platform. */
  home: string;
  publicUrl: string;
  /** Folder of the widget's files. */
  widgetUrl: string;
  /** The language that the visitor has selected, to keep in links. */
  chosen: Locale | undefined;
};

type Settings = { publicUrl: string; baseDomain: string | undefined; widgetUrl: string | undefined };
type Named = Pick<Tenant, 'slug' | 'primaryDomain'>;

/** The address of a venue's page, see {@link VenueLinks}. */
export function homeOf(
  { slug, primaryDomain }: Named,
  { publicUrl, baseDomain }: Omit<Settings, 'widgetUrl'>,
): string {
  const host = primaryDomain ?? (baseDomain === undefined ? undefined : `${slug}.${baseDomain}`);
  return host === undefined ? publicUrl + pagePath(slug) : `${venueOrigin(publicUrl, host)}/`;
}

/** @param options.own whether the request came to the venue's own host */
export const linksOf = (
  tenant: Named,
  settings: Settings,
  { own, chosen }: { own: boolean; chosen: Locale | undefined },
): VenueLinks => ({
  slug: tenant.slug,
  path: own ? '/' : pagePath(tenant.slug),
  home: homeOf(tenant, settings),
  publicUrl: settings.publicUrl,
  widgetUrl: settings.widgetUrl ?? `${settings.publicUrl}/widget`,
  chosen,
});

/** Path of a venue's accessibility statement, on every host. */
export const statementPath = (slug: string): string => `${pagePath(slug)}/accessibility`;

/** The address of the statement. @param home see {@link homeOf} */
export const statementOf = (home: string, slug: string): string => new URL(statementPath(slug), home).href;

export const pagePath = (slug: string): string => `/v/${slug}`;

/** A path with query parameters and the selected language. */
export function pathIn({ chosen }: VenueLinks, path: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams({ ...query, ...(chosen && { locale: chosen }) }).toString();
  return `${path}${search && `?${search}`}`;
}

/** An absolute address in a language: that of the page if it is the default one, else with `?locale=`. */
export const addressIn = (address: string, locale: Locale | undefined): string =>
  locale === undefined ? address : `${address}?locale=${locale}`;
