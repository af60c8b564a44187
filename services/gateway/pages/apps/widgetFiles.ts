import { existsSync } from 'node:fs';
import { Router } from 'express';
import { assets, FOR_EVER, filesIn } from '../layout/assets.ts';

/** The example page has inline styles. */
const EXAMPLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; img-src https: data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PINNED = /\.[0-9a-f]{12}\.(m?js|json)$/;

/**
 * `/widget/`: the built widget, for any website. Headers must match those of `widget-vue/Caddyfile`.
 * @param options.folder output of the widget's build
 * @throws Error when the widget is not built
 */
export function widgetFiles({ folder }: { folder: string }): Router {
  if (!existsSync(folder))
    throw new Error('The widget is not built: run `npm run build -w widget-vue`, or start with `npm start`.');
  const named = filesIn(folder, (name) => !/\.(br|gz)$/.test(name));
  const { router } = assets(named, (name) => ({
    ...(PINNED.test(name) ? FOR_EVER : { 'Cache-Control': 'public, max-age=300' }),
    ...(name.endsWith('.html') && { 'Content-Security-Policy': EXAMPLE_POLICY }),
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }));
  return Router().use('/widget', router);
}
