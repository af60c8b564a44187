// A program: keeps 60,000 of 2,000,000 objects at a time, beside some that stay, and prints how many full
// garbage collections that took; `tuned`: with what services set.
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { tuneMemory } from '../../services/kit/process/memory.ts';

if (process.argv[2] === 'tuned') tuneMemory();
let full = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    // Node's types know of no detail.
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
