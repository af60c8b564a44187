import { createHash } from 'node:crypto';
import { brandProperties } from '@venue-booking/domain/brand/css';
import { DEFAULT_ACCENT, DEFAULT_RADIUS } from '@venue-booking/domain/brand/palette';
import { type Brand, MAX_RADIUS } from '@venue-booking/proto/venue/brand';
import { Router } from 'express';
import { registerRoute } from '../../http/methods.ts';
import { FOR_EVER } from './assets.ts';

/** Computes a style sheet in half a millisecond, so nothing is stored. */
const sheetOf = (accent: string, radius: number): string => `:root {\n${brandProperties(accent, radius)}}\n`;

/** Changes when the computation of colours changes. */
const VERSION = createHash('sha256')
  .update(sheetOf(DEFAULT_ACCENT, DEFAULT_RADIUS))
  .digest('hex')
  .slice(0, 12);

/**
 * `/brand/{version}/{rrggbb}-{radius}.css`: the custom properties of a brand. The URL contains the whole
 * brand, so that pages keep a policy without inline styles and browsers cache the sheet forever.
 */
export function brandSheets(): Router {
  const router = Router();
  registerRoute(router, '/brand/:version/:file', {
    get: (request, response, next) => {
      const [, accent, radius] = /^([0-9a-f]{6})-(\d{1,2})\.css$/.exec(String(request.params.file)) ?? [];
      if (!accent || Number(radius) > MAX_RADIUS) return next('route');
      // During a rolling upgrade, a page of another release may request its own version.
      const caching = request.params.version === VERSION ? FOR_EVER : { 'Cache-Control': 'no-cache' };
      response.set({ ...caching, 'X-Content-Type-Options': 'nosniff' });
      response.type('css').send(sheetOf(`#${accent}`, Number(radius)));
    },
  });
  return router;
}

/** The `link` of a page to the style sheet of a brand; empty if the platform's own colours apply. */
export function brandLink(brand: Pick<Brand, 'accent' | 'radius'> | undefined): string {
  const { accent, radius } = brand ?? {};
  if ((accent ?? null) === null && (radius ?? null) === null) return '';
  const file = `${(accent ?? DEFAULT_ACCENT).slice(1)}-${radius ?? DEFAULT_RADIUS}.css`;
  return `<link rel="stylesheet" href="/brand/${VERSION}/${file}">`;
}
