// A program that allocates 2,000,000 objects, keeping 60,000 of them at a time and 300,000 others throughout.
// It prints the number of full garbage collections. The argument `tuned` applies the services' memory
// settings.
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { tuneMemory } from '../../services/kit/process/memory.ts';

if (process.argv[2] === 'tuned') tuneMemory();
let full = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    // Node's type definitions lack `detail`.
    const { kind } = (entry as unknown as { detail: { kind: number } }).detail;
    if (kind === constants.NODE_PERFORMANCE_GC_MAJOR) full++;
  }
}).observe({ entryTypes: ['gc'] });

const object = (number: number) => new Array<number>(20).fill(number);
const staying = Array.from({ length: 300_000 }, (_, number) => object(number));
const passing: number[][] = [];
for (let number = 0; number < 2_000_000; number++) {
  passing[number % 60_000] = object(number);
  if (number % 10_000 === 0) await new Promise(setImmediate);
}
await new Promise(setImmediate);
process.stdout.write(JSON.stringify({ full, staying: staying.length }));
