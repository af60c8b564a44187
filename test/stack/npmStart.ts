import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endWithTests } from '../servers/endWithTests.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Runs `npm start` as a newcomer does, in a process group of its own, which Ctrl-C reaches as a whole. */
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
  // `close`, not `exit`: the group may outlive npm and then ends by itself.
  if (child.pid) child.once('close', endWithTests(child.pid, 'INT', env.DATA_DIR));
  return {
    pid: child.pid ?? 0,
    output: () => output,
    /** What was printed to stderr, without npm's own lines. */
    errors: () => errors.replace(/^npm .*\n/gm, ''),
    exited,
    /** Signals every process of the group, as a terminal or a service manager does. */
    signalAll: (signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal),
    /** Closes the pipes, as when the terminal closes: output goes nowhere. */
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
