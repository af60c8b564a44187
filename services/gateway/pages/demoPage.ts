import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeHtml } from '@venue-booking/kit/wording';
import { Router } from 'express';
import { assets } from './assets.ts';
import { fill, sendPage } from './html.ts';

type DemoVenue = { slug: string; name: string };

const own = (name: string) => fileURLToPath(new URL(`./demo/${name}`, import.meta.url));

/**
 * `/`: a page that shows the widget in all its variants on one of the demo venues, and makes the snippet for
 * another site. It loads the widget from `/widget/`. Without venues it tells how to make one.
 * @param options.venues read at every request, so one may be added later
 * @param options.publicUrl the address shown in commands and in the snippet, without a closing slash
 * @param options.imagesFolder a folder of SVG files, served at `/demo/images/`
 */
export function demoPage(options: { venues: DemoVenue[]; publicUrl: string; imagesFolder?: string }): Router {
  const { venues, publicUrl, imagesFolder } = options;
  const files = {
    'site.css': own('../site.css'),
    ...pathsOf(['demo.css', 'settings.css', 'demo.js', 'snippet.js'], own),
  };
  const { router: fileRouter, version } = assets(files, {
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
  const assetsPath = `/demo/assets/${version}`;
  const page = readFileSync(own('demo.html'), 'utf8');
  const empty = readFileSync(own('empty.html'), 'utf8');
  const { origin } = new URL(publicUrl);
  const values = { assets: assetsPath, publicUrl: escapeHtml(publicUrl), origin };

  const router = Router();
  router.get('/', (_req, res) => {
    const [first] = venues;
    const html = first
      ? fill(page, {
          ...values,
          venues: venues.map(venueChoice).join(''),
          tenant: escapeHtml(first.slug),
          snippet: escapeHtml(snippetOf(publicUrl, first.slug)),
        })
      : fill(empty, values);
    sendPage(res, html, { imageSources: [origin] });
  });
  router.use(assetsPath, fileRouter);
  if (imagesFolder) router.use('/demo/images', images(imagesFolder));
  return router;
}

const pathsOf = (names: string[], path: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [name, path(name)]));

/** As the page's own script writes it for the settings that it opens with, for who has no script. */
const snippetOf = (publicUrl: string, tenant: string) =>
  `<venue-booking
  tenant="${tenant}"
  variant="strip"
  accent="#0b6660"
  radius="12"></venue-booking>
<script src="${publicUrl}/widget/venue-booking.js" async></script>`;

const venueChoice = ({ slug, name }: DemoVenue, index: number) =>
  `<label><input type="radio" name="tenant" value="${escapeHtml(slug)}"${index ? '' : ' checked'}>` +
  `<span lang="nl">${escapeHtml(name)}</span></label>`;

/**
 * A venue's widget shows these on other sites, hence cross-origin; opened by itself, an SVG may run nothing.
 */
function images(folder: string): Router {
  const names = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  return assets(
    pathsOf(names, (name) => join(folder, name)),
    {
      'Cache-Control': 'public, max-age=86400',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  ).router;
}
