import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import express, { type Router } from 'express';
import { answerAt } from '../methods.ts';
import { assets, constant, FOR_EVER, filesIn } from './assets.ts';
import { pageHeaders } from './html.ts';

const BUILT = join(import.meta.dirname, '../../../admin-vue/dist');

/**
 * `/admin/`: the owner's page. Its script shows a view for each address below it, so that all of them are
 * this page. It talks to the admin API alone.
 * @param folder what its build made; where there is none, nothing is at these addresses
 */
export function adminPage(folder = BUILT): Router {
  const router = express.Router();
  const page = join(folder, 'index.html');
  if (!existsSync(page)) return router;
  // Hashed by their contents.
  const { router: hashed } = assets(filesIn(join(folder, 'assets')), FOR_EVER);
  // Asked for anew each time, the service worker above all: an old one must not stay. It runs under its own
  // policy.
  const others = filesIn(folder, (name) => name !== 'index.html');
  const { router: named } = assets(others, {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy':
      "default-src 'none'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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
  answerAt(router, ['/admin/', '/admin/*path'], {
    get: (request, response, next) =>
      request.path.startsWith('/admin/assets/') ? next('route') : show(request, response, next),
  });
  return router;
}
