import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import { Slug } from '@venue-booking/proto/venue/venue';
import type { Router } from 'express';
import { assets, filesIn, pageAssets } from '../layout/assets.ts';
import { fill, readTemplate, sendPage } from '../layout/html.ts';

type DemoVenue = { slug: string; name: string };

/**
 * `/`: shows the widget in all variants for a demo venue, or for any venue of this server with `?tenant=`,
 * and generates the snippet for other websites. Without venues it explains how to create one.
 * @param options.venues read at each request, so that venues may be added later
 * @param options.showsMail whether to link to `/dev/mail`
 * @param options.publicUrl URL in commands and in the snippet, without a trailing slash
 * @param options.widgetUrl URL of the widget's files, if not `/widget` of this server
 * @param options.imagesFolder folder of SVG files, served at `/demo/images/`
 */
export function demoPage(options: {
  venues: DemoVenue[];
  publicUrl: string;
  widgetUrl?: string | undefined;
  imagesFolder?: string;
  showsMail?: boolean;
}): Router {
  const { venues, publicUrl, imagesFolder, showsMail } = options;
  const widgetUrl = options.widgetUrl ?? `${publicUrl}/widget`;
  const own = ['demo.css', 'settings.css', 'demo.js', 'snippet.js'].map((name) => `demo/${name}`);
  const { router, path } = pageAssets('/demo/assets', ['layout/site.css', ...own]);
  const page = readTemplate('demo/demo.html');
  const empty = readTemplate('demo/empty.html');
  const { origin } = new URL(publicUrl);
  const mail = showsMail ? '<a href="/dev/mail">Mail</a>' : '';
  // Without a host of its own, the widget also loads where this server has another name.
  const widgetFrom = escapeHtml(options.widgetUrl ?? '/widget');
  const widgetOrigin = new URL(widgetUrl).origin;
  const values = {
    ...{ assets: path, publicUrl: escapeHtml(publicUrl), widgetUrl: escapeHtml(widgetUrl) },
    ...{ widgetFrom, widgetOrigin, origin, mail },
  };
  const sources = options.widgetUrl === undefined ? [] : [widgetOrigin];

  router.get('/', (req, res) => {
    const requested = Slug.safeParse(req.query.tenant).data;
    const others =
      requested === undefined || venues.some(({ slug }) => slug === requested) ? [] : [requested];
    const shown = [...others.map((slug) => ({ slug, name: slug })), ...venues];
    const tenant = requested ?? shown[0]?.slug;
    const html = tenant
      ? fill(page, {
          ...values,
          venues: shown.map((venue) => venueChoice(venue, tenant)).join(''),
          tenant: escapeHtml(tenant),
          snippet: escapeHtml(snippetOf({ publicUrl, widgetUrl }, tenant)),
        })
      : fill(empty, values);
    sendPage(res, html, { imageSources: [origin], scriptSources: sources, connectSources: sources });
  });
  if (imagesFolder) router.use('/demo/images', images(imagesFolder));
  return router;
}

/** The same snippet as the page's script generates for the initial settings, for browsers without scripts. */
const snippetOf = ({ publicUrl, widgetUrl }: { publicUrl: string; widgetUrl: string }, tenant: string) =>
  `<venue-booking
  tenant="${tenant}"
  api="${publicUrl}"
  variant="strip"
  accent="#0b6660"
  radius="12">
  <p>Boeken kan ook: bel of mail ons.</p>
</venue-booking>
<script src="${widgetUrl}/venue-booking.js" async></script>`;

const venueChoice = ({ slug, name }: DemoVenue, chosen: string) =>
  `<label><input type="radio" name="tenant" value="${escapeHtml(slug)}"${slug === chosen ? ' checked' : ''}>` +
  `<span lang="nl">${escapeHtml(name)}</span></label>`;

/**
 * Cross-origin, because widgets on other websites show these images. The policy disables scripts in SVG
 * files.
 */
const images = (folder: string): Router =>
  assets(
    filesIn(folder, (name) => name.endsWith('.svg')),
    {
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  ).router;
