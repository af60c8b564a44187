import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { healthRouter } from '@venue-booking/kit/http/health';
import express from 'express';
import { Gauge, Registry } from 'prom-client';
import { describe, it } from 'vitest';
import { openGateway } from '../testing/testGateway.ts';
import { visit } from '../testing/testVisit.ts';

/** Fetches without decompressing, to count the transferred bytes. */
const fetched = (url: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: IncomingMessage['headers']; size: number }>(
    (resolve, reject) => {
      get(url, { headers }, (answer) => {
        let size = 0;
        answer.on('data', (chunk: Buffer) => {
          size += chunk.length;
        });
        answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, size }));
      }).once('error', reject);
    },
  );

describe('a constant response', () => {
  for (const path of ['/openapi.json', '/docs'])
    it(`is compressed, and 304 for a cached copy: ${path}`, async () => {
      await using gateway = await openGateway({});
      const plain = await fetched(gateway.url + path);
      const packed = await fetched(gateway.url + path, { 'Accept-Encoding': 'gzip, br' });
      assert.equal(packed.headers['content-encoding'], 'br');
      assert.ok(packed.size * 2 < plain.size + 1000, `${packed.size} of ${plain.size} bytes`);
      assert.equal(packed.headers['cache-control'], 'no-cache');
      const again = await fetched(gateway.url + path, { 'If-None-Match': plain.headers.etag ?? '' });
      assert.deepEqual([again.status, again.size], [304, 0]);
      if (path === '/openapi.json') assert.equal(plain.headers['access-control-allow-origin'], '*');
    });

  it('is generated once for concurrent requests', async () => {
    /** Number of JSON serialisations during concurrent requests to a gateway. */
    const madeFor = async (guests: number, { url }: { url: string }) => {
      const { stringify } = JSON;
      let made = 0;
      JSON.stringify = ((...args: Parameters<typeof stringify>) => {
        made += 1;
        return stringify(...args);
      }) as typeof stringify;
      try {
        await Promise.all(Array.from({ length: guests }, () => fetched(`${url}/openapi.json`)));
      } finally {
        JSON.stringify = stringify;
      }
      return made;
    };
    await using one = await openGateway({});
    const forOne = await madeFor(1, one);
    await using gateway = await openGateway({});
    assert.equal(await madeFor(20, gateway), forOne, 'as often as for a single request');
    assert.equal(await madeFor(20, gateway), 0, 'not again for later requests');
  });
});

describe('metrics', () => {
  it('are collected once for concurrent requests, and again for later ones', async () => {
    const metrics = new Registry();
    const requested = Promise.withResolvers<void>();
    let reads = 0;
    new Gauge({
      name: 'reads',
      help: 'how often this was read',
      registers: [metrics],
      async collect() {
        reads += 1;
        await requested.promise;
        this.set(reads);
      },
    });
    let waiting = 0;
    const pages = express.Router().use((_request, _response, next) => {
      waiting += 1;
      if (waiting === 10) setImmediate(requested.resolve);
      next();
    });
    await using site = await visit(pages.use(healthRouter({ ready: async () => true, metrics })));
    const readers = Array.from({ length: 10 }, async () => (await site.get('/metrics')).text());
    for (const text of await Promise.all(readers)) assert.match(text, /^reads 1$/m);
    assert.match(await (await site.get('/metrics')).text(), /^reads 2$/m);
  });
});
