import assert from 'node:assert/strict';
import { Worker } from 'node:worker_threads';
import type { ImageType } from '@venue-booking/proto/facility/image';
import { describe, it } from 'vitest';
import { makeImage } from '../testing/makeImage.ts';

const DECODERS: Record<ImageType, [module: string, codec: string]> = {
  jpg: ['@jsquash/jpeg/decode.js', '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'],
  png: ['@jsquash/png/decode.js', '@jsquash/png/codec/pkg/squoosh_png_bg.wasm'],
  webp: ['@jsquash/webp/decode.js', '@jsquash/webp/codec/dec/webp_dec.wasm'],
  avif: ['@jsquash/avif/decode.js', '@jsquash/avif/codec/dec/avif_dec.wasm'],
};
/** Runs in a thread, because it changes globals. */
const PROGRAM = `
  const { parentPort, workerData: { codecs, decoder, codec, file, mostPixels } } = require('node:worker_threads');
  (async () => {
    const { compiled, limitPixels, prepareThread } = await import(codecs);
    prepareThread();
    limitPixels(mostPixels);
    const { default: decode, init } = await import(decoder);
    await init(await compiled(codec));
    const { width, height } = await decode(file);
    return width + 'x' + height;
  })().then((size) => parentPort.postMessage(size), (error) => parentPort.postMessage(error.message));`;

/** Returns the size of the decoded image, or the message of the error. */
function decoded(type: ImageType, file: Buffer, mostPixels: number): Promise<unknown> {
  const [module, codec] = DECODERS[type];
  const codecs = new URL('./codecs.ts', import.meta.url).href;
  const decoder = import.meta.resolve(module);
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: { codecs, decoder, codec, file: new Uint8Array(file).buffer, mostPixels },
  });
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  worker.once('message', resolve).once('error', reject);
  return promise.finally(() => worker.terminate());
}

describe('an image decoder', () => {
  for (const type of ['jpg', 'png', 'webp', 'avif'] as const)
    it(`fails before it copies more pixels than the limit (${type})`, async () => {
      const file = await makeImage(type, { width: 200, height: 100 });
      assert.equal(await decoded(type, file, 20_000), '200x100');
      assert.equal(await decoded(type, file, 19_999), 'too many pixels');
    });
});
