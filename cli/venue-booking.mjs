#!/usr/bin/env node
// `node cli/venue-booking.mjs …`, from any folder: runs cli/main.ts under the Node that came with the
// dependencies. Plain JavaScript, as it must start on an older Node. It installs nothing: what it prints is
// the command's own output only.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickNode } from '../tools/setup/node.mjs';
import { SetupError } from '../tools/setup/setupError.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const main = path.join(root, 'cli', 'main.ts');
// Keeps the compiled code between runs: 0.1 s of each start.
const compiled = path.join(root, 'node_modules', '.cache', 'venue-booking');

try {
  for (const name of ['commander', 'zod', '@venue-booking/proto/venue']) requireInstalled(name);
  const node = pickNode(root);
  if (node === process.execPath) {
    module.enableCompileCache(compiled);
    await import('./main.ts');
  } else launch(node);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`venue-booking: ${error.message}`);
  process.exitCode = 2;
}

function requireInstalled(name) {
  try {
    import.meta.resolve(name);
  } catch {
    throw new SetupError(`The dependencies are not installed: run \`npm run generate\` in ${root} once.`);
  }
}

/** Runs the command in the foreground and ends with its exit code. */
function launch(node) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
  // Ctrl-C and a closed terminal reach the child as well; dying first would hand the prompt back too early.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(`venue-booking: Could not start ${node}: ${error.message}.`);
    process.exitCode = 2;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}
