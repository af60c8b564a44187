import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** Parts of a host page, as HTML. */
export type HostPage = {
  body?: string;
  head?: string;
  lang?: string;
  /** Position of the widget's script; `after` the element, as documented. */
  script?: 'after' | 'before' | 'twice' | 'module' | 'released' | 'none';
  css?: string;
  /** Directives that replace the strict ones; null removes a directive. */
  csp?: Record<string, string | null>;
};

const built = (name: string) => path.join(import.meta.dirname, '../../widget-vue/dist', name);
export const scriptFile = built('venue-booking.js');

const files: Record<string, string> = {
  '/venue-booking.js': scriptFile,
  '/venue-booking.mjs': built('venue-booking.mjs'),
  '/released.js': path.join(import.meta.dirname, 'released/venue-booking-2026-11-24.js'),
};

/** Serves on 127.0.0.1. `answer`: body and headers by path, or null for a 404. */
async function serve(
  answer: (path: string) => { body: string | Buffer; headers: Record<string, string> } | null,
) {
  const server = createServer((request, response) => {
    const found = answer(new URL(request.url ?? '/', 'http://site').pathname);
    response.writeHead(found ? 200 : 404, { 'X-Content-Type-Options': 'nosniff', ...found?.headers });
    response.end(found?.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * A venue's website and the host of the widget's script, both on origins other than the API's. Pages have the
 * strictest Content-Security-Policy that a site may have: no inline script or style and no evaluation of
 * strings.
 */
export async function startWebsite(apiOrigin: string) {
  const scripts = await serve((at) => {
    const file = files[at];
    if (!file) return null;
    const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'Access-Control-Allow-Origin': '*' };
    return { body: readFileSync(file), headers: { ...headers, 'Cache-Control': 'max-age=600' } };
  });
  const pages = new Map<string, { html: string; csp: string; css: string }>();
  const site = await serve((at) => {
    const page = pages.get(at.replace(/[.]css$/, ''));
    if (!page) return null;
    if (at.endsWith('.css')) return { body: page.css, headers: { 'Content-Type': 'text/css' } };
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': page.csp };
    return { body: page.html, headers };
  });
  const strict = {
    'default-src': `'none'`,
    'script-src': scripts.origin,
    'connect-src': apiOrigin,
    'img-src': apiOrigin,
    'style-src': `'self'`,
    'base-uri': `'none'`,
    'form-action': `'none'`,
    'frame-ancestors': `'none'`,
    'require-trusted-types-for': `'script'`,
    'trusted-types': `'none'`,
  };
  let made = 0;
  return {
    origin: site.origin,
    scriptUrl: `${scripts.origin}/venue-booking.js`,
    /** Adds a page to the site. @returns its address */
    add({ body = '', head = '', lang = 'nl', script = 'after', css = '', csp = {} }: HostPage): string {
      const at = `/page-${++made}`;
      const classic = `<script src="${scripts.origin}/venue-booking.js"></script>`;
      const module = `<script type="module" src="${scripts.origin}/venue-booking.mjs"></script>`;
      const released = `<script src="${scripts.origin}/released.js"></script>`;
      const scriptsAfter = {
        after: classic,
        twice: classic + classic,
        module,
        released,
        before: '',
        none: '',
      };
      const html = `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>De site</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${at}.css">${head}${script === 'before' ? classic : ''}</head>
<body><main><h1>De site</h1>${body}</main>${scriptsAfter[script]}</body></html>`;
      const directives = Object.entries({ ...strict, ...csp }).filter(([, value]) => value !== null);
      const policy = directives.map((directive) => directive.join(' '));
      pages.set(at, { html, csp: policy.join('; '), css: `${PAGE_CSS}${css}` });
      return site.origin + at;
    },
    stop: async () => {
      await Promise.all([site.stop(), scripts.stop()]);
    },
  };
}

const PAGE_CSS = `
:root { color-scheme: light dark; font: 1rem/1.5 'Open Sans', sans-serif; }
body { margin: 0; }
main { max-width: 40rem; margin: 0 auto; padding: 1rem; }
`;

export type Website = Awaited<ReturnType<typeof startWebsite>>;
