import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a website that shows the given HTML and policy. */
export async function startSite() {
  const site = { shown: { html: '', csp: '' }, origin: '', stop: () => {} };
  const server = createServer((_, response) => {
    const { html, csp } = site.shown;
    response
      .writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        ...(csp && { 'Content-Security-Policy': csp }),
      })
      .end(`<!doctype html><title>A website</title>${html}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  site.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  site.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return site;
}
