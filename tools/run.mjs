// Behind every npm script: `node tools/run.mjs <script> [args…]` sets up what is missing, then runs the
// script under the Node that the lock file pins. Plain JavaScript without dependencies, because it is what
// installs them and must run on an older Node than the services need.
import { spawn } from 'node:child_process';
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

/** Runs the script in the foreground and ends with its exit code. */
function launch(node, file, scriptArgs) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', file, ...scriptArgs], {
    stdio: 'inherit',
    env: withTools(process.env, root, node),
  });
  // Ctrl-C and a closed terminal reach the whole foreground group, so the child has the signal already and
  // shuts down cleanly. Dying first would hand the prompt back while it still drains.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  // A SIGTERM to npm ends npm and its shell, but a shell passes none on: what is left alone by them ends as well.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
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
