import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { escapeHtml } from '@venue-booking/kit/wording';
import { Router } from 'express';
import { assets } from './assets.ts';
import { fill, sendPage } from './html.ts';

type DemoVenue = { slug: string; name: string };

const own = (name: string) => fileURLToPath(new URL(`./demo/${name}`, import.meta.url));
const scripts = [
  'demo.js',
  'api.js',
  'choices.js',
  'curl.js',
  'details.js',
  'format.js',
  'outcome.js',
  'steps.js',
];

/**
 * `/`: a page on which a visitor books one of the demo venues through the public API. Without venues it tells how to make one.
 * @param options.venues read at every request, so one may be added later
 * @param options.publicUrl the address shown in commands, without a closing slash
 * @param options.imagesFolder a folder of SVG files, served at `/demo/images/`
 */
export function demoPage(options: { venues: DemoVenue[]; publicUrl: string; imagesFolder?: string }): Router {
  const { venues, publicUrl, imagesFolder } = options;
  const files = { 'site.css': own('../site.css'), ...pathsOf(['demo.css', 'choices.css', ...scripts], own) };
  const { router: fileRouter, version } = assets(files, {
    'Cache-Control': 'public, max-age=31536000, immutable',
  });
  const assetsPath = `/demo/assets/${version}`;
  const page = readFileSync(own('demo.html'), 'utf8');
  const empty = readFileSync(own('empty.html'), 'utf8');
  const values = { assets: assetsPath, publicUrl: escapeHtml(publicUrl) };

  const router = Router();
  router.get('/', (_req, res) => {
    const html = venues.length
      ? fill(page, { ...values, venues: venues.map(venueChoice).join('') })
      : fill(empty, values);
    sendPage(res, html, { imageSources: [new URL(publicUrl).origin] });
  });
  router.use(assetsPath, fileRouter);
  if (imagesFolder) router.use('/demo/images', images(imagesFolder));
  return router;
}

const pathsOf = (names: string[], path: (name: string) => string) =>
  Object.fromEntries(names.map((name) => [name, path(name)]));

const venueChoice = ({ slug, name }: DemoVenue, index: number) =>
  `<label><input type="radio" name="venue" value="${escapeHtml(slug)}"${index ? '' : ' checked'}>` +
  `<span lang="nl">${escapeHtml(name)}</span></label>`;

/** A venue's widget shows these on other sites, hence cross-origin; opened by itself, an SVG may run nothing. */
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
