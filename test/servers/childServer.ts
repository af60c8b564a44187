import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { claimPort } from './claimPort.ts';
import { makeDataFolder } from './dataFolder.ts';
import { endWithTests } from './endWithTests.ts';
import type { Program } from './executable.ts';
import type { FreezableServer } from './testServer.ts';
import { type Greeting, waitUntilResponds } from './waitUntilResponds.ts';

export interface ChildServerOptions {
  /** Used in the folder's name and in messages. */
  name: string;
  program: Program;
  scheme: string;
  /** Writes files that the server needs into its folder, before the first start. */
  prepare?(port: number, folder: string): Promise<void>;
  args(port: number, folder: string): string[];
  /** Settings for a program that reads them from the environment. */
  env?(port: number, folder: string): Record<string, string>;
  greeting: Greeting;
}

/**
 * Runs a server program as a child process on a free port of 127.0.0.1, with its data in a temporary folder.
 */
export async function startChildServer(options: ChildServerOptions): Promise<FreezableServer> {
  const { name, program, args, greeting } = options;
  const folder = await makeDataFolder(name);
  const port = await claimPort();
  const logFile = path.join(folder, 'server.log');
  let child: ReturnType<typeof spawn> | undefined;
  let callOff = () => {};

  async function prepareAndStart() {
    await options.prepare?.(port, folder);
    await start();
  }

  async function start() {
    if (child) return;
    const log = await open(logFile, 'a');
    const started = spawn(program.file, args(port, folder), {
      cwd: folder,
      stdio: ['ignore', log.fd, log.fd],
      env: { PATH: process.env.PATH, ...program.env, ...options.env?.(port, folder) },
      detached: true,
    });
    let ended: string | undefined;
    started.on('error', (error) => (ended = error.message));
    started.on('exit', (code, signal) => (ended ??= `it ended with ${code ?? signal}`));
    started.unref();
    child = started;
    if (started.pid) callOff = endWithTests(started.pid, 'KILL', folder);
    try {
      await waitUntilResponds(port, greeting, () => ended);
    } catch (error) {
      const tail = (await readFile(logFile, 'utf8')).split('\n').slice(-15).join('\n');
      await end('SIGKILL');
      throw new Error(`${name} (${program.file}) did not start: ${(error as Error).message}\n${tail}`);
    } finally {
      await log.close();
    }
  }

  async function end(signal: NodeJS.Signals) {
    const ending = child;
    child = undefined;
    callOff();
    if (!ending?.pid || ending.exitCode !== null || ending.signalCode !== null) return;
    const exit = once(ending, 'exit');
    ending.ref();
    // A frozen process only reacts to SIGKILL.
    const harder = setTimeout(() => ending.kill('SIGKILL'), 3_000);
    ending.kill(signal);
    await exit;
    clearTimeout(harder);
  }

  await prepareAndStart().catch(async (error) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  return {
    url: `${options.scheme}://127.0.0.1:${port}`,
    start,
    kill: () => end('SIGKILL'),
    freeze: async () => void child?.kill('SIGSTOP'),
    thaw: async () => void child?.kill('SIGCONT'),
    async stop() {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
