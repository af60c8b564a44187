import assert from 'node:assert/strict';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, it } from 'vitest';

/**
 * A server of the widget's files.
 * @param url base URL of the files, with a trailing slash
 */
export type WidgetServer = { url: string; stop(): Promise<unknown> };

const BROWSER = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
const YEAR = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=300';

/**
 * Tests how any server serves the widget to other websites.
 * @param files the expected files, as `packFiles` makes them
 */
export function describeWidgetServing(
  way: string,
  files: Map<string, Buffer>,
  start: () => Promise<WidgetServer>,
): void {
  describe(way, () => {
    let server: WidgetServer;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.stop());
    const get = (name: string, headers = {}, method = 'GET') => ask(server.url + name, method, headers);
    const shipped = [...files.keys()].filter((name) => !/\.(br|gz)$/.test(name));
    const [pinned = ''] = shipped.filter((name) => /\.[0-9a-f]{12}\.js$/.test(name));

    for (const name of shipped)
      it(`serves ${name.replace(/[0-9a-f]{12}/, '<digest>')} as it was built, compressed for browsers`, async () => {
        const { status, headers, body } = await get(name, BROWSER);
        assert.equal(status, 200);
        assert.equal(headers['content-encoding'], 'br');
        assert.ok(body.equals(files.get(`${name}.br`) as Buffer));
        assert.equal(headers.vary, 'Accept-Encoding');

        const plain = await get(name);
        assert.equal(plain.headers['content-encoding'], undefined);
        assert.ok(plain.body.equals(files.get(name) as Buffer));
      });

    it('serves gzip to clients without brotli', async () => {
      const { headers, body } = await get('venue-booking.js', { 'Accept-Encoding': 'gzip' });
      assert.equal(headers['content-encoding'], 'gzip');
      assert.ok(body.equals(files.get('venue-booking.js.gz') as Buffer));
    });

    it('sends content types and security headers, and no server header', async () => {
      const types = {
        'venue-booking.js': 'text/javascript; charset=utf-8',
        'venue-booking.mjs': 'text/javascript; charset=utf-8',
        [pinned]: 'text/javascript; charset=utf-8',
        'venue-booking.d.ts': 'application/typescript; charset=utf-8',
        'custom-elements.json': 'application/json; charset=utf-8',
        'venue-booking.de.json': 'application/json; charset=utf-8',
        'integrity.json': 'application/json; charset=utf-8',
        'LICENSE.txt': 'text/plain; charset=utf-8',
        'example.html': 'text/html; charset=utf-8',
      };
      for (const [name, type] of Object.entries(types)) {
        const { headers } = await get(name, BROWSER);
        assert.equal(headers['content-type'], type, name);
        assert.equal(headers['x-content-type-options'], 'nosniff', name);
        const policy = String(headers['content-security-policy']);
        assert.match(
          policy,
          /^default-src 'none'; .*base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
          name,
        );
        assert.equal(policy.includes('script-src'), name.endsWith('.html'), name);
        assert.equal(headers.server, undefined);
        assert.equal(headers['x-powered-by'], undefined);
      }
    });

    it('lets any website load the files', async () => {
      for (const name of shipped) {
        const { headers } = await get(name, { ...BROWSER, Origin: 'https://www.example.com' });
        assert.equal(headers['access-control-allow-origin'], '*');
        assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
      }
    });

    it('lets clients cache pinned versions for a year and other files for five minutes', async () => {
      for (const name of shipped) {
        const { headers } = await get(name, BROWSER);
        assert.equal(headers['cache-control'], /\.[0-9a-f]{12}\./.test(name) ? YEAR : SHORT, name);
      }
    });

    it('answers HEAD like GET, without a body', async () => {
      for (const accepts of [BROWSER, { 'Accept-Encoding': 'gzip' }, {}]) {
        const got = await get('venue-booking.js', accepts);
        const { status, headers, body } = await get('venue-booking.js', accepts, 'HEAD');
        assert.equal(status, 200);
        assert.equal(body.length, 0);
        for (const name of ['content-type', 'content-encoding', 'etag', 'cache-control'])
          assert.equal(headers[name], got.headers[name], name);
      }
    });

    it('answers 304 if the client’s ETag matches', async () => {
      for (const accepts of [BROWSER, {}]) {
        const { headers } = await get('venue-booking.js', accepts);
        const again = await get('venue-booking.js', { ...accepts, 'If-None-Match': headers.etag });
        assert.equal(again.status, 304);
        assert.equal(again.body.length, 0);
        for (const name of ['etag', 'cache-control', 'access-control-allow-origin', 'vary'])
          assert.equal(again.headers[name], headers[name], name);
        const other = await get('venue-booking.js', { ...accepts, 'If-None-Match': '"another"' });
        assert.equal(other.status, 200);
      }
    });

    it('answers 404 for other names, without caching', async () => {
      for (const name of [
        '',
        'nothing.js',
        'venue-booking.0123456789ab.js',
        'venue-booking.js.br',
        'venue-booking.js.gz',
        '..%2fpackage.json',
        '%2e%2e/package.json',
      ]) {
        const { status, headers } = await get(name, BROWSER);
        assert.equal(status, 404, name);
        assert.doesNotMatch(headers['cache-control'] ?? '', /max-age=[1-9]/, name);
      }
    });
  });
}

/** Sends a raw request: no decompression, cache or redirects. */
function ask(url: string, method: string, headers: Record<string, string | undefined>) {
  return new Promise<{ status: number; headers: Record<string, string>; body: Buffer }>((resolve, reject) => {
    // Not parsed with `URL`, which would resolve dot segments.
    const [, origin = '', path = ''] = /^(http:\/\/[^/]+)(.*)$/.exec(url) ?? [];
    const { hostname, port } = new URL(origin);
    request({ hostname, port, path, method, headers, agent: false }, async (response) => {
      const chunks = await response.toArray();
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers as Record<string, string>,
        body: Buffer.concat(chunks),
      });
    })
      .on('error', reject)
      .end();
  });
}
