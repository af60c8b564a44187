import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { describe, it } from 'vitest';
import * as hostile from '../testing/hostileImages.ts';
import { makeImage } from '../testing/makeImage.ts';
import { shrinkPatiently } from '../testing/shrinkPatiently.ts';

/** The code of the failure, or the largest width and height. */
const shrunk = (file: Buffer) =>
  shrinkPatiently(file).then(
    ([largest]) => `${largest?.width}x${largest?.height}`,
    (error: unknown) => failureOf(error)?.code,
  );
const jpeg = await makeImage('jpg', { width: 100, height: 100 });
const avif = await makeImage('avif', { width: 100, height: 100 });
const packed = deflateSync(Buffer.alloc((100 * 4 + 1) * 100));
const SIZE = '100x100';
const HUGE = 30_000;

describe('an image whose headers disagree', () => {
  for (const [kind, expected, make] of [
    [
      'an AVIF whose picture is larger than its boxes state',
      'image_too_many_pixels',
      () => hostile.forgedAvif(4000, 4000),
    ],
    ['an AVIF whose picture is slightly larger', 'image_unreadable', () => hostile.forgedAvif(200, 200)],
    [
      'an AVIF whose picture is missing',
      'image_unreadable',
      () => avif.subarray(0, avif.indexOf('mdat') + 4),
    ],
    ['an AVIF without a picture', 'image_unreadable', () => hostile.avifOfSizes(2)],
    [
      'a WebP whose picture is larger than its header states',
      'image_unreadable',
      () => hostile.forgedWebp(4000, 4000),
    ],
    [
      'a JPEG with a second, larger size',
      'image_unreadable',
      () => {
        const at = jpeg.indexOf(Buffer.from('ffda', 'hex'));
        return Buffer.concat([jpeg.subarray(0, at), hostile.jpegFrame(HUGE, HUGE), jpeg.subarray(at)]);
      },
    ],
    [
      'a JPEG with a first, larger size',
      'image_too_many_pixels',
      () => hostile.jpegAfter(jpeg, hostile.jpegFrame(HUGE, HUGE)),
    ],
    [
      'a JPEG with a larger size of another process',
      'image_unreadable',
      () => hostile.jpegAfter(jpeg, hostile.jpegFrame(HUGE, HUGE, 0xc9)),
    ],
    [
      'a JPEG that states its height after its pixels',
      'image_unreadable',
      () => hostile.jpegAfter(jpeg, hostile.jpegFrame(HUGE, 0)),
    ],
    [
      'a PNG with two sizes',
      'image_unreadable',
      () => hostile.pngOf([hostile.pngHeader(100, 100), hostile.pngHeader(HUGE, HUGE)], packed),
    ],
    ['a PNG whose size is not first', 'image_type_refused', hostile.phonePng],
  ] as [string, string, () => Buffer | Promise<Buffer>][])
    it(`is rejected as ${expected}: ${kind}`, async () => {
      assert.equal(await shrunk(await make()), expected);
    });

  it('is accepted when its headers agree', async () => {
    for (const type of ['jpg', 'png', 'webp', 'avif'] as const)
      assert.equal(await shrunk(await makeImage(type, { width: 100, height: 100 })), SIZE, type);
  });
});
