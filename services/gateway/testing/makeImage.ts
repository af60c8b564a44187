import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import encodeAvif, { init as initAvif } from '@jsquash/avif/encode.js';
import encodeJpeg, { init as initJpeg } from '@jsquash/jpeg/encode.js';
import encodePng, { init as initPng } from '@jsquash/png/encode.js';
import encodeWebp, { init as initWebp } from '@jsquash/webp/encode.js';

const compiled = async (file: string) =>
  WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(`@jsquash/${file}`))));

const encoders = {
  jpg: async (pixels: ImageData) => {
    await initJpeg(await compiled('jpeg/codec/enc/mozjpeg_enc.wasm'));
    return encodeJpeg(pixels, { quality: 80 });
  },
  png: async (pixels: ImageData) => {
    await initPng(await compiled('png/codec/pkg/squoosh_png_bg.wasm'));
    return encodePng(pixels);
  },
  webp: async (pixels: ImageData) => {
    await initWebp(await compiled('webp/codec/enc/webp_enc_simd.wasm'));
    return encodeWebp(pixels);
  },
  avif: async (pixels: ImageData) => {
    await initAvif(await compiled('avif/codec/enc/avif_enc.wasm'));
    return encodeAvif(pixels, { speed: 10 });
  },
};

/** An image file whose left half is red and whose right half is blue. */
export async function makeImage(
  type: keyof typeof encoders,
  { width = 640, height = 400 } = {},
): Promise<Buffer> {
  const data = new Uint8ClampedArray(width * height * 4);
  for (let at = 0; at < width * height; at++)
    data.set(at % width < width / 2 ? [200, 30, 30, 255] : [30, 30, 200, 255], at * 4);
  return Buffer.from(await encoders[type]({ data, width, height, colorSpace: 'srgb' } as ImageData));
}
