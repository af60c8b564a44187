import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Router } from 'express';
import { answerAt } from '../methods.ts';
import { constant, pageAssets } from './assets.ts';
import { fill, pageHeaders } from './html.ts';

const own = (name: string) => fileURLToPath(new URL(`./docs/${name}`, import.meta.url));
const swaggerUi = (name: string) => createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);

/** `/docs`: the API reference, made of `/openapi.json` in the browser by Swagger UI, from node_modules. */
export function docsPage(): Router {
  const { router, path } = pageAssets('/docs/assets', [
    ...['swagger-ui-bundle.js', 'swagger-ui.css'].map(swaggerUi),
    ...['../site.css', 'docs.js', 'docs.css'].map(own),
  ]);
  const html = fill(readFileSync(own('docs.html'), 'utf8'), { assets: path });
  answerAt(router, '/docs', { get: constant(html, '.html', pageHeaders()) });
  return router;
}
