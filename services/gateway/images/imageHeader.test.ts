import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failureOf } from '@venue-booking/kit/messaging/rpc';
import { assertTakesLessThan, timed } from '@venue-booking/kit/testing/testPace';
import { MAX_IMAGE_MB } from '@venue-booking/proto/image';
import { readImageHeader } from './imageHeader.ts';

const START = Buffer.from('ffd8', 'hex');
const END = Buffer.from('ffd9', 'hex');
/** What a scan begins with. */
const SCAN = Buffer.from('ffda0008010100003f00', 'hex');
/** A segment that decoders pass over. */
const segment = (length: number) => {
  const bytes = Buffer.alloc(2 + length, 0xff);
  bytes.writeUInt16BE(0xffe2, 0);
  bytes.writeUInt16BE(length, 2);
  return bytes;
};
/** Says how large it is. */
const frame = (width: number, height: number) => {
  const bytes = Buffer.from('ffc0000b080000000001011100', 'hex');
  bytes.writeUInt16BE(height, 5);
  bytes.writeUInt16BE(width, 7);
  return bytes;
};
/** As many of these bytes as fit into a file that is taken. */
const filled = (...bytes: number[]) => Buffer.alloc(MAX_IMAGE_MB * 1024 * 1024 - 100, Buffer.from(bytes));

/** What becomes of a file. */
async function read(...parts: Buffer[]): Promise<string | undefined> {
  try {
    return await readImageHeader(Buffer.concat(parts));
  } catch (error) {
    return failureOf(error)?.code;
  }
}

describe('the header of a JPEG', () => {
  it('is read behind all that a camera writes before it', async () => {
    const before = Array.from({ length: 40 }, () => segment(65_533));
    assert.equal(await read(START, ...before, frame(4000, 3000), SCAN, END), 'jpg');
    assert.equal(await read(START, ...before, frame(4000, 4000), SCAN, END), 'image_too_many_pixels');
    assert.equal(await read(START, ...before, SCAN, END), 'image_type_refused');
    assert.equal(await read(START, frame(4000, 3000), SCAN), 'image_unreadable');
    assert.equal(await read(START, Buffer.from('ffc000', 'hex')), 'image_type_refused');
  });

  // It is read in the thread that everybody's requests go through.
  for (const [what, code, ...parts] of [
    ['none', 'image_type_refused', filled(0, 0, 0, 8, 1, 1, 1, 1)],
    ['segments of nothing', 'image_too_slow', filled(0xff, 0xe2, 0, 2)],
    ['filling', 'image_too_slow', filled(0xff)],
    ['a scan of signs', 'image_too_slow', frame(10, 10), SCAN, filled(0xff, 0)],
  ] as const)
    it(`is not looked for any longer in ${what}, however much there is of it`, async () => {
      const file = [START, ...parts];
      assert.equal(await read(...file), code);
      await assertTakesLessThan(120, () => timed(() => read(...file)));
    });
});
