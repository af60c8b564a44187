import { parentPort, workerData } from 'node:worker_threads';
import decodeAvif, { init as initAvif } from '@jsquash/avif/decode.js';
import decodeJpeg, { init as initJpeg } from '@jsquash/jpeg/decode.js';
import decodePng, { init as initPng } from '@jsquash/png/decode.js';
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js';
import type { ImageType } from '@venue-booking/proto/facility/image';
import { Failure } from '@venue-booking/proto/failures';
import { compiled, limitPixels, prepareThread } from './codecs.ts';
import { readImageHeader } from './imageHeader.ts';
import type { DecodeJob, ThreadData } from './shrinkJob.ts';

/**
 * Decodes one image in a worker thread. The codecs are WebAssembly, so a crafted file can corrupt only their
 * own memory (docs/decisions/0055-images-are-written-anew.md).
 */

const { job } = workerData as ThreadData<DecodeJob>;
prepareThread();
limitPixels(job.maxPixels);

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

async function decode(): Promise<void> {
  const type = readImageHeader(Buffer.from(job.file), job.maxPixels);
  const decoded = await decoders[type]();
  if (!decoded || decoded.width * decoded.height > job.maxPixels) throw new Error('unreadable');
  const { data, width, height } = decoded;
  parentPort?.postMessage({ data, width, height }, [data.buffer]);
}

await decode().catch((error: unknown) => {
  if (!(error instanceof Failure)) throw error;
  parentPort?.postMessage({ refusal: { code: error.code, params: error.params } });
});
