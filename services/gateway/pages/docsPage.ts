import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Router } from 'express';
import { only } from '../methods.ts';
import { assets, constant } from './assets.ts';
import { fill, pageHeaders } from './html.ts';

const own = (name: string) => fileURLToPath(new URL(`./docs/${name}`, import.meta.url));
const swaggerUi = (name: string) => createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);

/**
 * `/docs`: the API reference, rendered in the browser from `/openapi.json` by Swagger UI, which is served
 * from node_modules.
 */
export function docsPage(): Router {
  const { router: files, version } = assets(
    {
      'swagger-ui-bundle.js': swaggerUi('swagger-ui-bundle.js'),
      'swagger-ui.css': swaggerUi('swagger-ui.css'),
      'site.css': own('../site.css'),
      'docs.js': own('docs.js'),
      'docs.css': own('docs.css'),
    },
    { 'Cache-Control': 'public, max-age=31536000, immutable' },
  );
  const html = fill(readFileSync(own('docs.html'), 'utf8'), { assets: `/docs/assets/${version}` });

  const router = Router();
  router
    .route('/docs')
    .get(constant(html, '.html', pageHeaders()))
    .all(only('GET, HEAD'));
  router.use(`/docs/assets/${version}`, files);
  return router;
}
