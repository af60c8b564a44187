// Used by every npm script: `node tools/run.mjs <script> [args…]` installs what is missing and runs the
// script with the Node that the lock file pins. Plain JavaScript without dependencies, because it installs
// them and must run on an older Node than the services need.
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
  // Only tests and checks need all packages.
  await setUp(/^(services|cli)[\\/]/.test(script) ? 'start' : 'all');
  if (script !== '--generate') launch(pickNode(root), path.resolve(root, script), args);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`venue-booking: ${error.message}`);
  process.exitCode = 1;
}

/**
 * Identifies the process that started this one. On Linux it includes the parent of npm's shell, because that
 * shell outlives npm.
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

/** Runs the script in the foreground and exits with its exit code. */
function launch(node, file, scriptArgs) {
  // The same memory settings as in the image (Dockerfile).
  const isService = file.startsWith(path.join(root, 'services', path.sep));
  const flags = ['--disable-warning=ExperimentalWarning', ...(isService ? ['--max-semi-space-size=4'] : [])];
  const child = spawn(node, [...flags, file, ...scriptArgs], {
    // The IPC channel tells the child when this process is killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...(isService && { MALLOC_ARENA_MAX: '2' }), ...withTools(process.env, root, node) },
  });
  // Wait for the child to stop cleanly. Exiting first would return the prompt while it still drains. A signal
  // to the process group reaches the child directly, one to this process or to npm does not; the child treats
  // several as one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm or its shell ended without forwarding a signal.
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
