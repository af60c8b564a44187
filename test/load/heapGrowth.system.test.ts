import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, it } from 'vitest';

/** Full garbage collections of the program with a heap of `heapMb`. Counts don't depend on machine speed. */
async function collections(heapMb: number, ...args: string[]): Promise<number> {
  const program = fileURLToPath(new URL('./heapGrowth.ts', import.meta.url));
  const flags = [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4'];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, ...args]);
  return JSON.parse(stdout).full;
}

describe('full garbage collections of a service', () => {
  let inPod: number;
  beforeAll(async () => {
    inPod = await collections(256, 'tuned');
  });

  it('run less often than with the defaults of Node.js, in a pod of 512 MB', async () => {
    const byItself = await collections(256);
    assert.ok(inPod < byItself, `${inPod}, ${byItself} with defaults`);
  });

  it('run less than half as often on a machine with much memory as in a pod', async () => {
    const onMachine = await collections(4096, 'tuned');
    assert.ok(onMachine < inPod / 2, `${onMachine}, ${inPod} in a pod`);
  });
});
