import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { AuditRecord } from '@venue-booking/proto/reports/auditEntry';
import express from 'express';
import { describe, it } from 'vitest';
import { eventually } from '../../../test/stack/api.ts';
import type { Callers } from '../auth/callers.ts';
import type { Backends } from '../backends/backends.ts';
import { errorHandler } from '../http/errors.ts';
import { makeImage } from '../testing/makeImage.ts';
import { visit } from '../testing/testVisit.ts';
import type { ImageCache } from './imageCache.ts';
import { imageRoutes } from './imageRoutes.ts';
import type { ImageLimits } from './shrinkImage.ts';

const image = await makeImage('png', { width: 8, height: 8 });

/** The routes with a fake catalog that accepts every image. */
async function open(imageLimits?: ImageLimits) {
  const stored: string[] = [];
  const recorded: AuditRecord[] = [];
  const begin = async (entry: AuditRecord) => void recorded.push(entry);
  let heard = 0;
  const images = { putPart: { mutate: async ({ slug }: { slug: string }) => void stored.push(slug) } };
  const routes = imageRoutes({
    catalog: { images } as unknown as Backends['catalog'],
    callers: {
      require: async () => {
        heard += 1;
        return { name: 'operator' };
      },
    } as unknown as Callers,
    images: {} as ImageCache,
    audit: { begin, end() {}, flush: async () => {} },
    publicUrl: 'https://book.example',
    ...(imageLimits && { imageLimits }),
  });
  const log = { error() {} } as never;
  const site = await visit(express.Router().use(routes, errorHandler(log)));
  const upload = async (slug: string, more: Record<string, string> = {}) => {
    const headers = { 'Content-Type': 'image/png', ...more };
    const to = `${site.url}/api/admin/venues/${slug}/images`;
    const { status, headers: answered } = await fetch(to, { method: 'POST', headers, body: image });
    return { status, code: answered.get('error-code'), wait: Number(answered.get('retry-after')) };
  };
  /** Starts an upload that stalls. */
  const hang = (slug: string) => {
    const socket = connect(Number(new URL(site.url).port), '127.0.0.1').on('error', () => {});
    const head = `POST /api/admin/venues/${slug}/images HTTP/1.1\r\nHost: x\r\nContent-Type: image/png\r\n`;
    socket.write(`${head}Content-Length: 5000000\r\n\r\nx`);
    return socket;
  };
  return {
    upload,
    hang,
    stored: stored,
    recorded,
    heard: () => heard,
    [Symbol.asyncDispose]: site[Symbol.asyncDispose],
  };
}

describe('an image upload', () => {
  it('is not delayed by stalled uploads of several venues', async () => {
    await using site = await open({ timeoutMs: 600_000, slowMs: 0 });
    const hanging = ['a', 'b', 'c', 'd', 'e'].flatMap((slug) => [site.hang(slug), site.hang(slug)]);
    await eventually('all uploads have started', () => site.heard() === hanging.length);
    assert.equal((await site.upload('other')).status, 201);
    for (const socket of hanging) socket.destroy();
    await eventually(
      'an aborted upload frees its place',
      async () => (await site.upload('a')).status === 201,
    );
    assert.deepEqual(new Set(site.stored), new Set(['other', 'a']));
    const audited = site.recorded.map(({ call, venue, actor }) => [call, venue, actor]);
    assert.deepEqual(audited[0], ['uploadImage', 'other', 'operator']);
  });

  it('times out, and makes its venue wait before the next one', async () => {
    await using site = await open({ timeoutMs: 1, slowMs: 0 });
    const slow = await site.upload('a');
    assert.deepEqual([slow.status, slow.code], [422, 'image_too_slow']);
    const next = await site.upload('a');
    assert.deepEqual([next.status, next.code], [503, 'busy']);
    assert.ok(next.wait > 5, `${next.wait} s`);
    assert.equal((await site.upload('b')).code, 'image_too_slow', 'another venue may upload');
    assert.deepEqual(site.stored, []);
  });

  it('may be tried again if the machine had no time for it', async () => {
    await using site = await open({ timeoutMs: 1, slowMs: Number.POSITIVE_INFINITY });
    for (const attempt of [1, 2]) {
      const { status, code, wait } = await site.upload('a');
      assert.deepEqual([status, code, wait], [503, 'busy', 5], `attempt ${attempt}`);
    }
    assert.deepEqual(site.stored, []);
  });

  it('is rejected when compressed', async () => {
    await using site = await open();
    const packed = await site.upload('a', { 'Content-Encoding': 'gzip' });
    assert.deepEqual([packed.status, packed.code], [415, 'image_type_refused']);
    assert.deepEqual(site.stored, []);
  });
});
