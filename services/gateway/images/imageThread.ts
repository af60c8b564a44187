import { platform, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { ThreadData } from './shrinkJob.ts';

/**
 * The start of a thread that runs codecs. Its work gives way to requests: on Linux priorities are per thread.
 * The program is imported afterwards, as loading it takes longer than some images.
 */

const LOWEST_PRIORITY = 19;

if (platform() === 'linux') setPriority(LOWEST_PRIORITY);
await import((workerData as ThreadData<unknown>).program);
