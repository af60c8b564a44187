import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

type Program = ChildProcessByStdio<Writable, Readable, null>;

/**
 * Starts a program of this folder, so that its processor time is counted apart. It ends with its standard
 * input, and so with this process.
 */
export function startProgram(name: string, ...args: string[]): Program {
  return spawn(process.execPath, [join(import.meta.dirname, name), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Runs a program that reads a task and prints its result. @throws Error if it fails */
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
