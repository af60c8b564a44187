import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '@venue-booking/kit/escapeHtml';
import express, { type Router } from 'express';
import { registerRoute } from '../../http/methods.ts';
import { assets, constant, FOR_EVER, filesIn } from '../layout/assets.ts';
import { pageHeaders } from '../layout/html.ts';

const BUILT = join(import.meta.dirname, '../../../../admin-vue/dist');

/**
 * `/admin/`: the dashboard. It is a single-page application, so all paths below it serve the same page.
 * @param options.publicUrl where uploaded images are, which previews of mail show
 * @param options.widgetUrl where the preview loads the widget, if not from `/widget`
 * @param options.folder output of the dashboard's build; without it there are no routes
 */
export function adminPage({
  publicUrl,
  widgetUrl,
  folder = BUILT,
}: {
  publicUrl: string;
  widgetUrl?: string | undefined;
  folder?: string;
}): Router {
  const router = express.Router();
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return router;
  // The names contain content hashes.
  const { router: hashed } = assets(filesIn(join(folder, 'assets')), FOR_EVER);
  // Revalidate on each load, so that no outdated service worker stays. A service worker runs under the policy
  // of its own response.
  const others = filesIn(folder, (name) => name !== 'index.html');
  const { router: named } = assets(others, {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy':
      "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  });
  // Images of facilities may be on any host.
  const headers = pageHeaders({
    ...{ frames: true, camera: true, installable: true, imageSources: ['https:', new URL(publicUrl).origin] },
    ...(widgetUrl !== undefined && { scriptSources: [new URL(widgetUrl).origin] }),
  });
  const head = widgetUrl === undefined ? '' : `<meta name="widget-url" content="${escapeHtml(widgetUrl)}">`;
  const html = readFileSync(page, 'utf8').replace('</head>', `${head}</head>`);
  const show = constant(html, '.html', headers);
  router.get('/admin', (request, response, next) => {
    if (request.path.endsWith('/')) return next();
    response.redirect(308, '/admin/');
  });
  router.use('/admin/assets', hashed);
  router.use('/admin', named);
  registerRoute(router, ['/admin/', '/admin/*path'], {
    get: (request, response, next) =>
      request.path.startsWith('/admin/assets/') ? next('route') : show(request, response, next),
  });
  return router;
}
