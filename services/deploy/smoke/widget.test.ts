import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'vitest';
import { loadWidget } from './widget.ts';

type Answer = (response: ServerResponse) => void;

const script: Answer = (response) =>
  response
    .setHeader('Content-Type', 'text/javascript; charset=utf-8')
    .setHeader('Access-Control-Allow-Origin', '*')
    .end('customElements.define("venue-booking", class {})');
const dashboard =
  (head = ''): Answer =>
  (response) =>
    response.setHeader('Content-Type', 'text/html').end(`<html><head>${head}</head></html>`);

describe('the smoke test, when it loads the widget', () => {
  const closing: (() => void)[] = [];
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  /** Serves paths; every other path answers 404. Returns the URL. */
  const serve = async (paths: Record<string, Answer>): Promise<string> => {
    const server = createServer(({ url = '' }, response) => {
      const answer = paths[url];
      if (answer) answer(response);
      else response.writeHead(404).end();
    }).listen(0, '127.0.0.1');
    closing.push(() => void server.close());
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const load = (apiUrl: string, widgetUrl?: string) =>
    loadWidget({ signal: AbortSignal.timeout(60_000) }, { apiUrl, widgetUrl });

  it('takes the gateway, unless the dashboard names another address', async () => {
    await load(await serve({ '/admin/': dashboard(), '/widget/venue-booking.js': script }));
    const elsewhere = await serve({ '/booking/venue-booking.js': script });
    const meta = `<meta name="widget-url" content="${elsewhere}/booking">`;
    await load(await serve({ '/admin/': dashboard(meta) }));
  });

  it('takes the address in WIDGET_URL first', async () => {
    const reachable = await serve({ '/widget/venue-booking.js': script });
    const meta = '<meta name="widget-url" content="https://public.invalid/widget">';
    await load(await serve({ '/admin/': dashboard(meta) }), `${reachable}/widget`);
  });

  for (const [what, answer, reason] of [
    [
      'is missing, as in a cluster without a route',
      undefined,
      /venue-booking\.js answered 404\. Set WIDGET_URL/,
    ],
    ['is a page', dashboard(), /is not JavaScript/],
    [
      'is closed to other websites',
      (response: ServerResponse) =>
        response.setHeader('Content-Type', 'text/javascript').end('venue-booking'),
      /does not allow other websites/,
    ],
    [
      'is another script',
      (response: ServerResponse) =>
        response
          .setHeader('Content-Type', 'text/javascript')
          .setHeader('Access-Control-Allow-Origin', '*')
          .end('1'),
      /is another script/,
    ],
  ] as const)
    it(`fails with the reason when the script ${what}`, async () => {
      const url = await serve({
        '/admin/': dashboard(),
        ...(answer && { '/widget/venue-booking.js': answer }),
      });
      await assert.rejects(load(url), reason);
    });

  it('fails with the address when nothing responds there', async () => {
    const url = await serve({});
    for (const close of closing.splice(0)) close();
    await assert.rejects(load(url), /no response from http:\/\/127\.0\.0\.1:\d+\/admin\/ \(ECONNREFUSED\)/);
  });
});
