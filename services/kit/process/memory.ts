import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/** From there V8 by itself lets objects in use grow by 60 % or more, of 256 MB by 30 %. */
const LARGE_HEAP = 1024 * 2 ** 20;

/**
 * Sets what Node.js does with memory where its defaults don't suit a service. Other settings are flags of the
 * command (docs/decisions/0070-memory-of-a-service.md).
 */
export function tuneMemory(): void {
  // Node.js has 64 KiB, which stay in memory for the sake of any one buffer in them
  // (docs/decisions/0070-memory-of-a-service.md).
  Buffer.poolSize = 8192;
  // How much more there may be before all of it is looked through, for which guests wait.
  if (getHeapStatistics().heap_size_limit < LARGE_HEAP) setFlagsFromString('--heap-growing-percent=60');
}
