// Behind every npm script: `node tools/run.mjs <script> [args…]` sets up what is missing, then runs the
// script under the Node that the lock file pins. Plain JavaScript without dependencies, because it is what
// installs them and must run on an older Node than the services need.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { withTools } from './setup/environment.mjs';
import { pickNode } from './setup/node.mjs';
import { root, SetupError, setUp } from './setup/setUp.mjs';

const [script, ...args] = process.argv.slice(2);

try {
  if (!script)
    throw new SetupError('Usage: node tools/run.mjs <script> [args…], or --generate to only set up.');
  await setUp();
  if (script !== '--generate') launch(pickNode(root), path.resolve(root, script), args);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`venue-booking: ${error.message}`);
  process.exitCode = 1;
}

/**
 * Who started this process: its parent and, when that is npm's shell, which outlives npm, the shell's too
 * (Linux).
 */
function whoWaits() {
  const parent = String(process.ppid);
  if (process.env.npm_lifecycle_event === undefined) return parent;
  try {
    const [, shell, npm] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8'));
    return shell === 'sh' ? `${parent} of ${npm}` : parent;
  } catch {
    return parent;
  }
}

/** Runs the script in the foreground and ends with its exit code. */
function launch(node, file, scriptArgs) {
  // A service holds as much memory as from its image (Dockerfile).
  const isService = file.startsWith(path.join(root, 'services', path.sep));
  const flags = ['--disable-warning=ExperimentalWarning', ...(isService ? ['--max-semi-space-size=4'] : [])];
  const child = spawn(node, [...flags, file, ...scriptArgs], {
    // By the channel it learns that this process was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...(isService && { MALLOC_ARENA_MAX: '2' }), ...withTools(process.env, root, node) },
  });
  // The child stops cleanly, and this process waits for it: dying first would hand the prompt back while it
  // still drains. A signal to the whole group has reached the child already, one to this process or npm alone
  // has not; it takes several for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // Npm or its shell ended without passing a signal on.
  const above = whoWaits();
  const orphaned = setInterval(() => {
    if (whoWaits() === above) return;
    clearInterval(orphaned);
    child.kill('SIGTERM');
  }, 500).unref();
  child.on('error', (error) => {
    console.error(
      `venue-booking: Could not start ${node}: ${error.message}. Delete node_modules and run this again.`,
    );
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}
