import { platform, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { ThreadData } from './shrinkJob.ts';

/**
 * Entry point of threads that run codecs. Lowers the thread's priority, so that requests come first (on Linux
 * priorities are per thread). Imports the program afterwards, because loading takes longer than some images.
 */

/**
 * A tenth of the processor time of a busy core. The lowest priority, 19, would get a hundredth and time out.
 */
const LOW_PRIORITY = 10;

if (platform() === 'linux') setPriority(LOW_PRIORITY);
await import((workerData as ThreadData<unknown>).program);
