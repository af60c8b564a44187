import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * From this limit V8's default lets the heap grow by 60 % or more between collections; with 256 MB only by 30
 * %.
 */
const LARGE_HEAP = 1024 * 2 ** 20;

/**
 * Adjusts Node.js memory defaults that don't suit a service. Other settings are command-line flags
 * (docs/decisions/0070-memory-of-a-service.md).
 */
export function tuneMemory(): void {
  // The default is 64 KiB. A single small buffer keeps its whole pool in memory
  // (docs/decisions/0070-memory-of-a-service.md).
  Buffer.poolSize = 8192;
  // Heap growth before the next full garbage collection, which delays requests.
  if (getHeapStatistics().heap_size_limit < LARGE_HEAP) setFlagsFromString('--heap-growing-percent=60');
}
