import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { output } from './npm.ts';

const viteBin = path.join(import.meta.dirname, '../../node_modules/vite/bin/vite.js');

type Render = (given: Record<string, unknown>) => Promise<string>;

/**
 * Builds and serves the host `apps/vue` with this repository's Vue and Vite, which takes a second. `/`
 * renders in the browser only, `/served` on the server first, `/element` in a custom element. `?given` is the
 * app's input as JSON.
 */
export async function startVueHost() {
  const folder = await mkdtemp(path.join(tmpdir(), 'venue-booking-vue-'));
  const root = path.join(import.meta.dirname, 'apps/vue');
  const vite = (...args: string[]) => output(process.execPath, [viteBin, 'build', root, ...args], root);
  await Promise.all([
    vite('--outDir', path.join(folder, 'browser')),
    vite('--outDir', path.join(folder, 'server'), '--ssr', 'server.ts'),
  ]);
  const { render }: { render: Render } = await import(pathToFileURL(`${folder}/server/server.js`).href);

  const http = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
    if (pathname.endsWith('.js')) {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(await readFile(path.join(folder, 'browser', pathname)).catch(() => ''));
      return;
    }
    const given = searchParams.get('given') ?? '{}';
    const inside = {
      '/served': () => render(JSON.parse(given)),
      '/element': () => '<bath-house></bath-house>',
    };
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(page(given, (await inside[pathname as keyof typeof inside]?.()) ?? ''));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    origin,
    at: (pathname: '/' | '/served' | '/element', given: Record<string, unknown>) =>
      `${origin}${pathname}?${new URLSearchParams({ given: JSON.stringify(given) })}`,
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const page = (given: string, inside: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Badhuis Noord</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root { font: 1rem/1.6 'Open Sans', sans-serif; color: #33241c; background: #fbf4ec; }
body { margin: 0; border-top: 0.5rem solid #9a3412; }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1 { margin: 1rem 0 0; font-size: 2.25rem; line-height: 1.2; }
</style></head>
<body><div id="app" data-given="${given.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}">${inside}</div>
<script type="module" src="/client.js"></script></body></html>`;
