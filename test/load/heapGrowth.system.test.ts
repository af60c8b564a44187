import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, it } from 'vitest';

/** Full garbage collections of the program, in a heap of so many MB. They are counted, not timed. */
async function collections(heapMb: number, ...args: string[]): Promise<number> {
  const program = fileURLToPath(new URL('./heapGrowth.ts', import.meta.url));
  const flags = [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, ...args]);
  return JSON.parse(stdout).full;
}

describe('all memory of a service is looked through for what nobody uses any more', () => {
  let inPod: number;
  beforeAll(async () => {
    inPod = await collections(256, 'tuned');
  });

  it('more seldom than by Node.js itself, in a pod of 512 MB', async () => {
    const byItself = await collections(256);
    assert.ok(inPod < byItself, `${inPod}, ${byItself} by itself`);
  });

  it('as seldom as by Node.js itself with much memory, where that is more seldom still', async () => {
    const onMachine = await collections(4096, 'tuned');
    assert.ok(onMachine < inPod / 2, `${onMachine}, ${inPod} in a pod`);
  });
});
