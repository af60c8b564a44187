import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import decodeAvif, { init as initAvif } from '@jsquash/avif/decode.js';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import resize, { initResize } from '@jsquash/resize';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import encodeWebp, { init as initEncoder } from '@jsquash/webp/encode.js';
import type { ImageType } from '@venue-booking/proto/image';
import type { ShrinkJob, ShrunkImage } from './shrinkJob.ts';

/**
 * One image, in a thread of its own: decoded, resized and written anew, so that nothing but its pixels
 * stays. The codecs are WebAssembly: what a crafted file does to them stays in their own memory
 * (docs/decisions/0055-images-are-written-anew.md).
 */

/** As long as a width does not fit. */
const QUALITIES = [80, 60, 40, 20];

const job = workerData as ShrinkJob;

// What the codecs make of pixels in a browser, which Node has not.
class Pixels implements ImageData {
  readonly data: ImageData['data'];
  readonly width: number;
  readonly height: number;
  readonly colorSpace = 'srgb';
  constructor(data: ImageData['data'], width: number, height: number) {
    [this.data, this.width, this.height] = [data, width, height];
  }
}
Object.assign(globalThis, { ImageData: Pixels });

const PAGE_BYTES = 65_536;
// Codecs made by Emscripten ask here for more memory, and give up where there is none.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function limited(this: WebAssembly.Memory, pages: number): number {
  if (this.buffer.byteLength + pages * PAGE_BYTES > job.mostMemory) throw new RangeError('too much memory');
  return grow.call(this, pages);
};

const compiled = async (file: string) =>
  WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(file))));

const decoders: Record<ImageType, () => Promise<ImageData | null>> = {
  async jpg() {
    await initJpeg(await compiled('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'));
    return decodeJpeg(job.file, { preserveOrientation: true });
  },
  async png() {
    await initPng(await compiled('@jsquash/png/codec/pkg/squoosh_png_bg.wasm'));
    return decodePng(job.file);
  },
  async webp() {
    await initWebp(await compiled('@jsquash/webp/codec/dec/webp_dec.wasm'));
    return decodeWebp(job.file);
  },
  async avif() {
    await initAvif(await compiled('@jsquash/avif/codec/dec/avif_dec.wasm'));
    return decodeAvif(job.file);
  },
};

async function shrink(): Promise<ShrunkImage[]> {
  const decoded = await decoders[job.type]();
  if (!decoded || decoded.width * decoded.height > job.mostPixels) throw new Error('unreadable');
  await initResize(await compiled('@jsquash/resize/lib/resize/pkg/squoosh_resize_bg.wasm'));
  await initEncoder(await compiled('@jsquash/webp/codec/enc/webp_enc_simd.wasm'));
  const made: ShrunkImage[] = [];
  let pixels: ImageData = decoded;
  for (const name of job.widths) {
    // Never larger than it is: a small image is the same in all widths.
    const width = Math.min(name, pixels.width);
    const height = Math.max(1, Math.round((pixels.height * width) / pixels.width));
    if (width < pixels.width)
      pixels = await resize(pixels, { width, height, premultiply: false, linearRGB: false });
    made.push({ name, width, height, bytes: await written(pixels) });
  }
  return made;
}

/** As WebP, in the best quality that fits. */
async function written(pixels: ImageData): Promise<Uint8Array> {
  for (const quality of QUALITIES) {
    const bytes = new Uint8Array(await encodeWebp(pixels, { quality }));
    if (bytes.byteLength <= job.mostBytes) return bytes;
  }
  throw new Error('too much for one width');
}

parentPort?.postMessage(await shrink());
