import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** Programs of this folder that run beside the measurement, so that what they need is not its own. */

type Program = ChildProcessByStdio<Writable, Readable, null>;

/** Starts one; it ends with its standard input, and so with us. */
export function startProgram(name: string, ...args: string[]): Program {
  return spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Runs one to its end: it reads its task, and prints what became of it. @throws Error when it fails */
export async function runProgram<T>(name: string, task: object): Promise<T> {
  const child = startProgram(name);
  child.stdin.end(JSON.stringify(task));
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  process.removeListener('exit', stop);
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return JSON.parse(said) as T;
}
