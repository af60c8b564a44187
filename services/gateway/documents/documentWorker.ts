import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentJob } from './renderDocument.ts';
import { writeDocument } from './writeDocument.ts';

/**
 * Writes one document in a worker thread. The libraries take half a second to load and 90 MB, which the
 * thread returns when it ends.
 */

parentPort?.postMessage(await writeDocument(workerData as DocumentJob));
