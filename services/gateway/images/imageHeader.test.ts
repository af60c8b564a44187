import assert from 'node:assert/strict';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { assertGrowsLinearly } from '@venue-booking/kit/testing/testTiming';
import { MAX_IMAGE_MB } from '@venue-booking/proto/facility/image';
import { describe, it } from 'vitest';
import * as hostile from '../testing/hostileImages.ts';
import { makeImage } from '../testing/makeImage.ts';
import { readImageHeader } from './imageHeader.ts';

const START = Buffer.from('ffd8', 'hex');
const END = Buffer.from('ffd9', 'hex');
/** The header of a scan. */
const SCAN = Buffer.from('ffda0008010100003f00', 'hex');
/** A segment that decoders skip. */
const segment = (length: number) => {
  const bytes = Buffer.alloc(2 + length, 0xff);
  bytes.writeUInt16BE(0xffe2, 0);
  bytes.writeUInt16BE(length, 2);
  return bytes;
};
/** The type of a file, or the code of its failure. */
function read(...parts: Buffer[]): string | undefined {
  try {
    return readImageHeader(Buffer.concat(parts), 13_000_000);
  } catch (error) {
    return failureOf(error)?.code;
  }
}

describe('the header of a JPEG', () => {
  it('is found after the segments of a camera', () => {
    const before = Array.from({ length: 40 }, () => segment(65_533));
    assert.equal(read(START, ...before, hostile.jpegFrame(4000, 3000), SCAN, END), 'jpg');
    assert.equal(read(START, ...before, hostile.jpegFrame(4000, 4000), SCAN, END), 'image_too_many_pixels');
    assert.equal(read(START, ...before, SCAN, END), 'image_unreadable');
    assert.equal(read(START, hostile.jpegFrame(4000, 3000), SCAN), 'image_unreadable');
    assert.equal(read(START, Buffer.from('ffc000', 'hex')), 'image_unreadable');
  });
});

/** A buffer of repeated bytes. */
const filled = (length: number, ...bytes: number[]) => Buffer.alloc(length, Buffer.from(bytes));
const LARGEST = MAX_IMAGE_MB * 1024 * 1024 - 100;

describe('the time to read an image header', () => {
  for (const [what, code, make] of [
    ['a JPEG without markers', 'image_unreadable', (n) => [START, filled(n, 0, 0, 0, 8, 1, 1, 1, 1)]],
    ['a JPEG of empty segments', 'image_too_slow', (n) => [START, filled(n, 0xff, 0xe2, 0, 2)]],
    ['a JPEG of fill bytes', 'image_too_slow', (n) => [START, filled(n, 0xff)]],
    [
      'a JPEG with a scan of markers',
      'image_too_slow',
      (n) => [START, hostile.jpegFrame(10, 10), SCAN, filled(n, 0xff, 0)],
    ],
    ['an AVIF of many sizes', 'avif', (n) => [hostile.avifOfSizes(n / 20)]],
    ['an AVIF of nested boxes', 'image_unreadable', (n) => [hostile.avifOfLevels(n / 8)]],
    [
      'an AVIF of empty boxes',
      'image_unreadable',
      (n) => [hostile.avifOfSizes(1), filled(n, 0, 0, 0, 8, 1, 1, 1, 1)],
    ],
    [
      'an AVIF of boxes without a size',
      'image_unreadable',
      (n) => [hostile.avifOfSizes(1), filled(n, 0, 0, 0, 7)],
    ],
    ['an AVIF of empty extents', 'image_unreadable', (n) => [hostile.avifOfParts(n / 6)]],
    ['an AVIF of empty units', 'image_unreadable', (n) => [hostile.avifOfUnits(n / 2)]],
    ['a WebP of zeros', 'image_unreadable', (n) => [Buffer.from('RIFF    WEBP'), filled(n, 0)]],
    ['an SVG', 'image_type_refused', (n) => [Buffer.from('<svg '), filled(n, 0x20)]],
  ] as [string, string, (bytes: number) => Buffer[]][])
    it(`grows linearly with the size of ${what}`, () => {
      const file = (bytes: number) => Buffer.concat(make(bytes));
      assert.equal(read(file(LARGEST)), code);
      assertGrowsLinearly(LARGEST / 8, (bytes) => {
        const hostileFile = file(bytes);
        return () => read(hostileFile);
      });
    });
});

describe('the header of a damaged image', () => {
  const KNOWN = ['image_type_refused', 'image_too_many_pixels', 'image_too_slow', 'image_unreadable'];
  for (const type of ['jpg', 'png', 'webp', 'avif'] as const)
    it(`is accepted or rejected with a known failure (${type})`, async () => {
      const whole = await makeImage(type, { width: 64, height: 64 });
      for (let at = 0; at < Math.min(whole.length, 400); at += 1)
        for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
          const damaged = Buffer.from(whole);
          damaged[at] = value;
          for (const file of [damaged, damaged.subarray(0, at)]) {
            const found = read(file) ?? 'no failure of ours';
            assert.ok(found === type || KNOWN.includes(found), `${found}: byte ${at} is ${value}`);
          }
        }
    });
});
