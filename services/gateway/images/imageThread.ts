import { platform, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { ThreadData } from './shrinkJob.ts';

/**
 * Entry point of threads that run codecs. Lowers the thread's priority, so that requests come first (on Linux
 * priorities are per thread). Imports the program afterwards, because loading takes longer than some images.
 */

/**
 * A third of the time that a request gets on a busy core. 10 would get a tenth, 19 a hundredth, and both time
 * out when many requests run.
 */
const LOW_PRIORITY = 5;

if (platform() === 'linux') setPriority(LOW_PRIORITY);
await import((workerData as ThreadData<unknown>).program);
