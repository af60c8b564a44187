import { Worker } from 'node:worker_threads';
import { createBulkhead } from '@venue-booking/kit/process/bulkhead';
import { fail } from '@venue-booking/proto/failures';
import { IMAGE_WIDTHS, MAX_IMAGE_MEGAPIXELS, MAX_WIDTH_BYTES } from '@venue-booking/proto/image';
import { readImageHeader } from './imageHeader.ts';
import type { ShrinkJob, ShrunkImage } from './shrinkJob.ts';

/** A photo of a phone takes 2 s on a slow core; a file that was made to take for ever is given up then. */
const MOST_MS = 9000;
const MEGABYTE = 2 ** 20;
/** Twice the pixels of the largest image, as decoders hold them next to what they make of them. */
const MOST_MEMORY = 160 * MEGABYTE;
/** Of the thread beside its codecs. */
const MOST_HEAP_MB = 64;

// Decoding takes a core and its pixels: one at a time, whoever asks.
const inTurn = createBulkhead({ atOnce: 1, mostWaiting: 8, patienceMs: 8000 });
const busy = () => fail('busy', { retryAfterSeconds: 5 });

/**
 * An image in each of {@link IMAGE_WIDTHS}, upright and without metadata.
 * @throws `image_type_refused`, `image_too_many_pixels`, `image_unreadable`; `busy` when many are under way
 */
export async function shrinkImage(file: Buffer): Promise<ShrunkImage[]> {
  const type = readImageHeader(file);
  const job: ShrinkJob = {
    // Handed over to the thread, so that it is in memory once.
    file: new Uint8Array(file).buffer,
    type,
    widths: IMAGE_WIDTHS.toSorted((a, b) => b - a),
    mostPixels: MAX_IMAGE_MEGAPIXELS * 1_000_000,
    mostBytes: MAX_WIDTH_BYTES,
    mostMemory: MOST_MEMORY,
  };
  return inTurn('images', () => inThread(job), busy);
}

function inThread(job: ShrinkJob): Promise<ShrunkImage[]> {
  const worker = new Worker(new URL('./shrinkWorker.ts', import.meta.url), {
    workerData: job,
    transferList: [job.file],
    // Nothing of ours is in reach of what decodes files of others, and what it writes is not our log.
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  });
  return new Promise<ShrunkImage[]>((resolve, reject) => {
    const refuse = () => reject(fail('image_unreadable'));
    const timer = setTimeout(refuse, MOST_MS);
    worker.once('message', resolve).once('error', refuse).once('exit', refuse);
    worker.once('exit', () => clearTimeout(timer));
  }).finally(() => worker.terminate());
}
