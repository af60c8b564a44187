import { withDeadline } from '@venue-booking/kit/concurrency/callContext';
import { createTtlCache } from '@venue-booking/kit/concurrency/ttlCache';
import type { Log } from '@venue-booking/kit/logging/log';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { Locale } from '@venue-booking/proto/primitives';
import { Slug, type Tenant } from '@venue-booking/proto/venue/venue';
import { type ErrorRequestHandler, type NextFunction, type Request, type Response, Router } from 'express';
import type { Backends } from '../../backends/backends.ts';
import { isPaidOnline } from '../../backends/readSite.ts';
import { failureOfExpress } from '../../http/errors.ts';
import { registerRoute } from '../../http/methods.ts';
import { READ_BUDGET_MS, runWithDeadline } from '../../http/requestDeadline.ts';
import type { VenueBulkheads } from '../../limits/venueBulkheads.ts';
import { hostOf } from '../../tenancy/cors.ts';
import type { Tenancy } from '../../tenancy/tenancy.ts';
import { failureHandler } from '../guest/guestLink.ts';
import { type Asset, assetOf, sendAsset } from '../layout/assets.ts';
import { type PageOptions, pageHeaders, plainSources } from '../layout/html.ts';
import { accessibilityView } from './accessibilityView.ts';
import { frameView } from './frameView.ts';
import { deepLinkOf } from './share/deepLink.ts';
import { codeSvg, posterPdf, posterSvg } from './share/poster.ts';
import type { PosterContent } from './share/posterLayout.ts';
import { siteFiles } from './siteFiles.ts';
import { imagesOf, MAX_CARDS, type VenueData } from './venueData.ts';
import { venueAssets } from './venueLayout.ts';
import { linksOf } from './venueLinks.ts';
import { venueView } from './venueView.ts';

type Settings = { publicUrl: string; baseDomain: string | undefined; widgetUrl?: string | undefined };
type Deps = Backends & { tenancy: Tenancy; bulkheads: VenueBulkheads; settings: Settings; log: Log };

/** A rendered page with the headers that depend on its content. */
type Rendered = { asset: Asset; headers: Record<string, string> };
type View = {
  name: string;
  /** Default: HTML. */
  type?: string;
  /** Whether it shows next times and how guests pay, which cost two calls to other services. */
  hasExtras?: true;
  /** `deepLink`: what the widget shows first, as a query; empty for the page as it is. */
  render: (data: VenueData, deepLink: string) => string | Promise<string | Buffer>;
  options: (data: VenueData, websites: readonly string[]) => PageOptions;
};

/** Maximum wait for other services than the catalog. After it, the page lacks what they know. */
const EXTRAS_BUDGET_MS = 1500;

/**
 * The pages of venues: `/v/{slug}` and what is below it, and `/` on a venue's own hosts. Rendered pages are
 * cached like reads of the API: for at most a second, and never across a change that this process has seen.
 */
export function venuePages(deps: Deps) {
  const { tenancy, bulkheads, settings, log } = deps;
  const rendered = createTtlCache<Rendered>();

  const show = async (view: View, tenant: Tenant, own: boolean, request: Request, response: Response) => {
    const chosen = Locale.safeParse(request.query.locale).data;
    const accepted = chosen ?? acceptedLanguage(request);
    const deepLink = view.type ? deepLinkOf(request) : '';
    const key = `${view.name} ${chosen ?? ''} ${accepted ?? ''} ${own} ${deepLink}`;
    const links = linksOf(tenant, { widgetUrl: undefined, ...settings }, { own, chosen });
    const make = () =>
      bulkheads.public.query(String(tenant.venueId), async (): Promise<Rendered> => {
        const data = await readData(deps, tenant.venueId, { links, locale: accepted, view });
        const content = Buffer.from(await view.render(data, deepLink));
        return {
          asset: assetOf(content, view.type ?? 'text/html; charset=utf-8'),
          headers: {
            ...pageHeaders(view.options(data, tenancy.originsOf(tenant))),
            ...(!data.page.site.live && { 'X-Robots-Tag': 'noindex' }),
            'Content-Language': data.locale,
          },
        };
      });
    const page = await rendered.get(tenant.venueId, key, make);
    await sendAsset(page.asset, request, response.vary('Accept-Language').set(page.headers));
  };

  /** Handles a request for a page of the venue in its path, if this host may show that venue. */
  const ofPath =
    (view: View) =>
    (request: Request<{ slug: string }>, response: Response, next: NextFunction): Promise<void> =>
      runWithDeadline(request, READ_BUDGET_MS, async () => {
        const slug = Slug.safeParse(request.params.slug).data;
        const host = await tenancy.ofHost(hostOf(request));
        // Nobody's domain shows the page of another venue.
        if (!slug || (host && host.slug !== slug)) return next('route');
        const tenant = await tenancy.resolve({ slug, host: '' }).catch(nullIfUnknown);
        if (!tenant) return next('route');
        await show(view, tenant, host !== null, request, response);
      });

  const ofHost = (request: Request, response: Response, next: NextFunction): Promise<void> =>
    runWithDeadline(request, READ_BUDGET_MS, async () => {
      const tenant = await tenancy.ofHost(hostOf(request));
      if (!tenant) return next();
      await show(page, tenant, true, request, response);
    });

  const router = Router();
  router.use(venueAssets, siteFiles(deps));
  router.get('/', ofHost);
  registerRoute<{ slug: string }>(router, '/v/:slug', { get: ofPath(page) });
  registerRoute<{ slug: string }>(router, '/v/:slug/accessibility', { get: ofPath(statement) });
  registerRoute<{ slug: string }>(router, '/v/:slug/frame', { get: ofPath(frame) });
  for (const file of shareFiles)
    registerRoute<{ slug: string }>(router, `/v/:slug/${file.name}`, { get: ofPath(file) });
  const showFailure = failureHandler(log);
  const onError: ErrorRequestHandler = (error, request, response, next) =>
    failureOfExpress(error) ? next(error) : showFailure(error, request, response, next);
  router.use(onError);
  return { router, invalidate: (venueId: number) => rendered.invalidate(venueId) };
}

/** Images of the page and of the widget in it. */
const allImages = (data: VenueData): string[] =>
  data.page.site.facilities.flatMap((facility) =>
    imagesOf(data, {
      images: [
        ...facility.images,
        ...(facility.price?.add_ons ?? []).flatMap(({ image }) => (image === undefined ? [] : [image])),
      ],
    }),
  );

/** What the widget loads. Scripts of other folders of its host do not run. */
const widgetSources = (data: VenueData): PageOptions => ({
  scriptSources: [`${data.links.widgetUrl}/`],
  connectSources: [`${data.links.widgetUrl}/`],
  imageSources: plainSources(
    [data.links.publicUrl, ...allImages(data)].map((address) => new URL(address).origin),
  ),
});

const page: View = { name: 'page', hasExtras: true, render: venueView, options: widgetSources };
const statement: View = {
  name: 'accessibility',
  render: accessibilityView,
  options: ({ links }) => ({ imageSources: [new URL(links.publicUrl).origin] }),
};

const posterOf = ({ page: { contact }, locale, links }: VenueData, deepLink: string): PosterContent => ({
  ...{ name: contact.name, address: links.home + deepLink, locale },
  accent: contact.brand?.accent ?? null,
});
/** Files to share the page with, which people open or download. */
const shareFiles: (View & { type: string })[] = [
  {
    name: 'code.svg',
    type: 'image/svg+xml',
    render: ({ links }, deepLink) => codeSvg(links.home + deepLink),
    options: () => ({}),
  },
  {
    name: 'poster.svg',
    type: 'image/svg+xml',
    render: (data, deepLink) => posterSvg(posterOf(data, deepLink)),
    options: () => ({}),
  },
  {
    name: 'poster.pdf',
    type: 'application/pdf',
    render: (data, deepLink) => posterPdf(posterOf(data, deepLink)),
    options: () => ({}),
  },
];

const frame: View = {
  name: 'frame',
  render: frameView,
  options: (data, websites) => ({ ...widgetSources(data), frameAncestors: plainSources(websites) }),
};

/** Reads what a page shows, with one call per service. @throws `venue_not_found` */
async function readData(
  { catalog, availability, payment }: Backends,
  venueId: number,
  { links, locale, view }: Pick<VenueData, 'links'> & { locale: Locale | undefined; view: View },
): Promise<VenueData> {
  const { hasExtras } = view;
  const [found, next, paysOnline] = await Promise.all([
    catalog.venuePage.query({ venueId }),
    hasExtras
      ? withDeadline(EXTRAS_BUDGET_MS, () =>
          availability.nextSlots.query({ venueId, most: MAX_CARDS }),
        ).catch(() => null)
      : null,
    hasExtras ? withDeadline(EXTRAS_BUDGET_MS, () => isPaidOnline(payment, venueId)) : undefined,
  ]);
  return { page: found, next, paysOnline, locale: locale ?? found.contact.locale, links };
}

/** The language that the browser prefers. Undefined, for the venue's language, if it accepts none of ours. */
function acceptedLanguage(request: Request): Locale | undefined {
  if (request.headers['accept-language'] === undefined) return undefined;
  return Locale.safeParse(request.acceptsLanguages(Locale.options)).data;
}

function nullIfUnknown(error: unknown): null {
  if (failureOf(error)?.code === 'venue_unknown') return null;
  throw error;
}
