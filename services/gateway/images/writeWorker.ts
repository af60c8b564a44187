import { parentPort, workerData } from 'node:worker_threads';
import resize, { initResize } from '@jsquash/resize';
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js';
import { compiled, prepareThread } from './codecs.ts';
import type { ShrunkImage, ThreadData, WriteJob } from './shrinkJob.ts';

/** Resizes an image and encodes it as WebP in a thread of its own, so that only the pixels remain. */

/** Tried in this order until the result is small enough. */
const QUALITIES = [80, 60, 40, 20];

const { job } = workerData as ThreadData<WriteJob>;
prepareThread();

async function write(): Promise<ShrunkImage[]> {
  await initResize(await compiled('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'));
  await initEncoder(await compiled('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));
  const made: ShrunkImage[] = [];
  let pixels: ImageData = { ...job.pixels, colorSpace: 'srgb' };
  for (const name of job.widths) {
    // Never enlarge: a small image is the same in all widths.
    const width = Math.min(name, pixels.width);
    const height = Math.max(1, Math.round((pixels.height * width) / pixels.width));
    if (width < pixels.width)
      pixels = await resize(pixels, { width, height, premultiply: false, linearRGB: false });
    made.push({ name, width, height, bytes: await written(pixels) });
  }
  return made;
}

/** Encodes as WebP in the best quality that fits. */
async function written(pixels: ImageData): Promise<Uint8Array> {
  for (const quality of QUALITIES) {
    const bytes = new Uint8Array(await encodeWebp(pixels, { quality }));
    if (bytes.byteLength <= job.maxBytes) return bytes;
  }
  throw new Error('too much for one width');
}

parentPort?.postMessage(await write());
