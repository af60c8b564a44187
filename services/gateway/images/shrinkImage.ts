import { Worker } from 'node:worker_threads';
import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import { IMAGE_WIDTHS, MAX_IMAGE_MEGAPIXELS, MAX_WIDTH_BYTES } from '@venue-booking/proto/facility/image';
import { fail } from '@venue-booking/proto/failures';
import type {
  DecodedImage,
  DecodeJob,
  RejectedFile,
  ShrunkImage,
  ThreadData,
  WriteJob,
} from './shrinkJob.ts';

/** Limits of an image in ms. */
export type ImageLimits = {
  timeoutMs: number;
  /**
   * The processor time from which on the image is too slow when it times out. With less the machine is busy,
   * and the image may be tried again.
   */
  slowMs: number;
};

/** A phone's photo takes 2 s of a slow core. */
const LIMITS: ImageLimits = { timeoutMs: 9000, slowMs: 2500 };
/** Heap limit of a thread, without its codecs. */
const MAX_HEAP_MB = 64;

// Decode one image at a time, as it occupies a core and needs memory for the pixels. The maximum wait exceeds
// the timeout of the image in progress.
export const busy = () => fail('busy', { retryAfterSeconds: 5 });
const bulkhead = createBulkhead({
  maxConcurrent: 1,
  maxWaiting: 8,
  maxWaitMs: LIMITS.timeoutMs + 1000,
  createError: busy,
});

/**
 * Converts an image to each of {@link IMAGE_WIDTHS}, upright and without metadata.
 * @throws `image_type_refused`, `image_too_many_pixels`, `image_unreadable`, `image_too_slow`; `busy` when
 * too many images are waiting, or the machine has no time for this one
 */
export function shrinkImage(file: Buffer, limits = LIMITS): Promise<ShrunkImage[]> {
  return bulkhead('images', () => shrink(file, limits));
}

/** Uses two threads in sequence, so that the memory of the first is free before the second allocates. */
async function shrink(file: Buffer, { timeoutMs, slowMs }: ImageLimits): Promise<ShrunkImage[]> {
  const until = { signal: AbortSignal.timeout(timeoutMs), slowMs };
  const decode: DecodeJob = {
    file: new Uint8Array(file).buffer,
    maxPixels: MAX_IMAGE_MEGAPIXELS * 1_000_000,
  };
  const decoder = new URL('./decodeWorker.ts', import.meta.url);
  const pixels = await inThread<DecodedImage>(decoder, decode, decode.file, until);
  const write: WriteJob = {
    pixels,
    widths: IMAGE_WIDTHS.toSorted((a, b) => b - a),
    maxBytes: MAX_WIDTH_BYTES,
  };
  const writer = new URL('./writeWorker.ts', import.meta.url);
  return inThread<ShrunkImage[]>(writer, write, pixels.data.buffer, until);
}

/**
 * Runs a job in a thread.
 * @param handedOver buffer to transfer instead of copying
 * @param until timeout, and {@link ImageLimits.slowMs}
 */
function inThread<Made>(
  program: URL,
  job: DecodeJob | WriteJob,
  handedOver: ArrayBuffer,
  { signal, slowMs }: { signal: AbortSignal; slowMs: number },
): Promise<Made> {
  const worker = new Worker(new URL('./imageThread.ts', import.meta.url), {
    workerData: { program: program.href, job } satisfies ThreadData<unknown>,
    transferList: [handedOver],
    // Isolate the thread, which decodes untrusted files: no environment, and no output to our log.
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  return new Promise<Made>((resolve, reject) => {
    const rejectFile = () => reject(fail('image_unreadable'));
    const onTimeout = async () => {
      // Rejects for a thread that has not begun.
      const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
      reject((user + system) / 1000 < slowMs ? busy() : fail('image_too_slow'));
    };
    if (signal.aborted) void onTimeout();
    signal.addEventListener('abort', () => void onTimeout(), { once: true });
    const answer = (made: Made | RejectedFile) =>
      typeof made === 'object' && made !== null && 'refusal' in made
        ? reject(fail(made.refusal.code, made.refusal.params))
        : resolve(made);
    worker.once('message', answer).once('error', rejectFile).once('exit', rejectFile);
  }).finally(() => worker.terminate());
}
