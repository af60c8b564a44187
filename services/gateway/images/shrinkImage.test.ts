import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { describe, it } from 'vitest';
import * as hostile from '../testing/hostileImages.ts';
import { makeImage } from '../testing/makeImage.ts';
import { shrinkPatiently } from '../testing/shrinkPatiently.ts';

const failureCode = (file: Buffer) =>
  shrinkPatiently(file).then(
    () => null,
    (error: unknown) => failureOf(error)?.code,
  );

/** Adds an EXIF segment with the orientation and a location. */
const withExif = (jpeg: Buffer, orientation: number): Buffer => {
  const exif = Buffer.from('457869660000' + '4d4d002a00000008' + '0001' + '0112000300000001', 'hex');
  const value = Buffer.alloc(8);
  value.writeUInt16BE(orientation, 0);
  const body = Buffer.concat([exif, value, Buffer.from('GPS 52.37 4.89')]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(body.length + 2, 0);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, body, jpeg.subarray(2)]);
};

describe('an uploaded image', () => {
  for (const type of ['jpg', 'png', 'webp', 'avif'] as const)
    it(`is converted from ${type} to WebP in three widths`, async () => {
      const made = await shrinkPatiently(await makeImage(type, { width: 1800, height: 60 }));
      assert.deepEqual(
        made.map(({ name, width, height }) => [name, width, height]),
        [
          [1600, 1600, 53],
          [960, 960, 32],
          [480, 480, 16],
        ],
      );
      for (const { bytes } of made) assert.equal(Buffer.from(bytes).toString('latin1', 8, 12), 'WEBP');
    });

  it('is upright, without metadata, and never enlarged', async () => {
    const [largest, ...others] = await shrinkPatiently(
      withExif(await makeImage('jpg', { width: 60, height: 40 }), 6),
    );
    assert.deepEqual([largest?.width, largest?.height], [40, 60]);
    assert.deepEqual(
      others.map(({ width }) => width),
      [40, 40],
    );
    for (const { bytes } of [largest ?? assert.fail(), ...others])
      assert.doesNotMatch(Buffer.from(bytes).toString('latin1'), /GPS|Exif|EXIF/);
  });

  it('is rejected by its content, whatever its media type', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const text of [svg, 'GIF89a', '<html>', ''])
      assert.equal(await failureCode(Buffer.from(text)), 'image_type_refused', text);
    const moving = Buffer.from(`RIFF    WEBPVP8X    \x02   \x10  \x10  `, 'latin1');
    assert.equal(await failureCode(moving), 'image_type_refused');
  });

  it('is rejected before decoding when it has too many pixels', async () => {
    assert.equal(
      await failureCode(hostile.pngOf([hostile.pngHeader(60_000, 60_000)], deflateSync(Buffer.alloc(100)))),
      'image_too_many_pixels',
    );
  });

  it('is rejected before decoding when it has too many scans', async () => {
    const jpeg = await makeImage('jpg', { width: 60, height: 40 });
    const end = Buffer.from([0xff, 0xd9]);
    // An additional scan of the lowest frequencies of the first component.
    const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 1, 1, 0, 0]);
    const again = (times: number) =>
      Buffer.concat([jpeg.subarray(0, -end.length), ...new Array<Buffer>(times).fill(scan), end]);
    assert.equal(await failureCode(again(20)), null);
    assert.equal(await failureCode(again(200)), 'image_too_slow');
    const film = Buffer.alloc(1000, scan);
    assert.equal(await failureCode(Buffer.concat([jpeg, film])), null, 'data after the end is ignored');
  });

  it('is decompressed only up to its stated size', async () => {
    const [largest] = await shrinkPatiently(hostile.packedPng());
    assert.deepEqual([largest?.width, largest?.height], [100, 100]);
  });

  it('is rejected when it is damaged', async () => {
    const jpeg = await makeImage('jpg', { width: 60, height: 40 });
    assert.equal(
      await failureCode(hostile.pngOf([hostile.pngHeader(100, 100)], deflateSync(Buffer.alloc(50)))),
      'image_unreadable',
    );
    assert.equal(
      await failureCode(Buffer.concat([jpeg.subarray(0, 200), Buffer.alloc(20)])),
      'image_unreadable',
    );
    const photo = await makeImage('jpg', { width: 400, height: 300 });
    for (const part of [0.5, 0.99])
      assert.equal(
        await failureCode(photo.subarray(0, photo.length * part)),
        'image_unreadable',
        `${part} of it`,
      );
  });
});
