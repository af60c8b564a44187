import { Worker } from 'node:worker_threads';
import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import { fail } from '@venue-booking/proto/failures';
import type { InvoiceDocument } from '@venue-booking/proto/invoice/invoice';
import type { ReceiptDocument } from './receipt.ts';

/**
 * A document to write: an invoice as PDF/A-3 with its XML (CII) inside or as XML (UBL), or a receipt as PDF.
 */
export type DocumentJob =
  | { format: 'pdf' | 'xml'; document: InvoiceDocument }
  | { format: 'receipt'; receipt: ReceiptDocument };

/** Deadline in ms, below that of the request. A document takes a second, of which most is loading. */
const TIMEOUT_MS = 14_000;
const MAX_HEAP_MB = 192;

const createError = () => fail('busy', { retryAfterSeconds: 5 });
// One at a time, because each thread loads the libraries.
const bulkhead = createBulkhead({ maxConcurrent: 1, maxWaiting: 8, maxWaitMs: TIMEOUT_MS, createError });
// One per venue in front of it, so that a venue's files do not block those of others.
const venueBulkhead = createBulkhead({
  maxConcurrent: 1,
  maxWaiting: 2,
  maxWaitMs: TIMEOUT_MS,
  createError,
});

/** Writes a document in a thread of its own. @throws `busy` when too many documents are waiting */
export const renderDocument = (job: DocumentJob): Promise<Buffer> => inTurn(job, () => inThread(job));

/** Runs the work for a document once it is its turn. @throws `busy` when too many documents are waiting */
export const inTurn = <T>(job: DocumentJob, work: () => Promise<T>): Promise<T> =>
  venueBulkhead(venueOf(job), () => bulkhead('documents', work));

/** The venue by what its document says of it; venues of one company may share a queue. */
const venueOf = (job: DocumentJob): string =>
  JSON.stringify(job.format === 'receipt' ? job.receipt.venue : job.document.seller);

async function inThread(job: DocumentJob): Promise<Buffer> {
  const worker = new Worker(new URL('./documentWorker.ts', import.meta.url), {
    workerData: job,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const bytes = await new Promise<Uint8Array>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(createError()), { once: true });
      worker.once('message', resolve).once('error', reject);
      worker.once('exit', (code) => reject(new Error(`the document thread exited with ${code}`)));
    });
    return Buffer.from(bytes);
  } finally {
    await worker.terminate();
  }
}
