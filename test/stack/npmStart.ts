import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { dieWithUs } from '../servers/dieWithUs.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * `npm start` as a newcomer types it, in a terminal of its own: a process group that Ctrl-C reaches as a
 * whole.
 */
export function npmStart(env: Record<string, string>) {
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    detached: true,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exited = once(child, 'exit');
  // Its group goes on without npm, and ends by itself when npm does.
  if (child.pid) child.once('close', dieWithUs(child.pid, 'INT', env.DATA_DIR));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    /** What it said of errors, without npm's own words. */
    errors: () => errors.replace(/^npm .*\n/gm, ''),
    exited,
    /** As a signal of the terminal or of who runs services reaches it: every process of the group. */
    signalAll: (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal),
    /** What a closed terminal does besides: nothing that is written goes anywhere. */
    closeOutput() {
      child.stdout.destroy();
      child.stderr.destroy();
    },
    ctrlC: async () => {
      process.kill(-(child.pid ?? 0), 'SIGINT');
      await exited;
    },
  };
}
