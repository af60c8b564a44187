import { createRequire } from 'node:module';
import type { Router } from 'express';
import { registerRoute } from '../../http/methods.ts';
import { constant, pageAssets } from '../layout/assets.ts';
import { fill, pageHeaders, readTemplate } from '../layout/html.ts';

const swaggerUi = (name: string) => createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);

/** `/docs`: the API reference. Swagger UI from node_modules renders `/openapi.json` in the browser. */
export function docsPage(): Router {
  const { router, path } = pageAssets('/docs/assets', [
    ...['swagger-ui-bundle.js', 'swagger-ui.css'].map(swaggerUi),
    ...['layout/site.css', 'docs/docs.js', 'docs/docs.css'],
  ]);
  const html = fill(readTemplate('docs/docs.html'), { assets: path });
  registerRoute(router, '/docs', { get: constant(html, '.html', pageHeaders()) });
  return router;
}
