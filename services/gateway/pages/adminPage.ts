import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express, { type Router } from 'express';
import { only } from '../methods.ts';
import { assets, constant, FOR_EVER } from './assets.ts';
import { pageHeaders } from './html.ts';

const BUILT = fileURLToPath(new URL('../../../admin-vue/dist', import.meta.url));
const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    (existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [])
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, join(folder, name)]),
  );

/**
 * `/admin/`: the owner's page. Its script shows a view for each address below it, so that all of them are
 * this page. It talks to the admin API alone.
 * @param folder what its build made; where there is none, nothing is at these addresses
 */
export function adminPage(folder = BUILT): Router {
  const router = express.Router();
  const { 'index.html': page, ...others } = filesIn(folder);
  if (!page) return router;
  // Hashed by their contents.
  const { router: hashed } = assets(filesIn(join(folder, 'assets')), FOR_EVER);
  // Asked for anew each time, the service worker above all: an old one must not stay. It runs under its own
  // policy.
  const { router: named } = assets(others, {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': "default-src 'none'; connect-src 'self'",
  });
  // Facilities may have their pictures anywhere.
  const headers = pageHeaders({ frames: true, camera: true, installable: true, imageSources: ['https:'] });
  const show = constant(readFileSync(page, 'utf8'), '.html', headers);
  router.get('/admin', (request, response, next) => {
    if (request.path.endsWith('/')) return next();
    response.redirect(308, '/admin/');
  });
  router.use('/admin/assets', hashed);
  router.use('/admin', named);
  router
    .route(['/admin/', '/admin/*path'])
    .get((request, response, next) =>
      request.path.startsWith('/admin/assets/') ? next('route') : show(request, response, next),
    )
    .all(only('GET, HEAD'));
  return router;
}
