import { platform, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import type { ThreadData } from './shrinkJob.ts';

/**
 * Entry point of threads that run codecs. Lowers the thread's priority, so that requests come first (on Linux
 * priorities are per thread). Imports the program afterwards, because loading takes longer than some images.
 */

const LOWEST_PRIORITY = 19;

if (platform() === 'linux') setPriority(LOWEST_PRIORITY);
await import((workerData as ThreadData<unknown>).program);
