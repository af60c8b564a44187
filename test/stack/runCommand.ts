import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import { endWithTests } from '../servers/endWithTests.ts';
import { eventually } from './api.ts';

const SCRIPT = resolve(import.meta.dirname, '../../services/run.ts');

/** How a command ended, and what it printed. */
type Ended = { code: number | null; out: string; err: string };

/**
 * Starts a command of the services image as a process, with only these settings. `whenItSays` waits for words
 * on stdout; `end` sends SIGTERM.
 */
export function startCommand(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [SCRIPT, ...args], {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: PATIENCE_MS,
  });
  if (child.pid) child.once('exit', endWithTests(child.pid, 'KILL'));
  const printed = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    printed.out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.err += chunk;
  });
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...printed }));
  return {
    ended,
    whenItSays: (words: RegExp) => eventually(String(words), () => words.test(printed.out)),
    end: () => void child.kill('SIGTERM'),
  };
}

/** Runs a command to its end. */
export const runCommand = (args: string[], env: Record<string, string>): Promise<Ended> =>
  startCommand(args, env).ended;
