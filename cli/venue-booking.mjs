#!/usr/bin/env node
// `node cli/venue-booking.mjs …` runs cli/main.ts from any folder, with the Node version in node_modules.
// Plain JavaScript, because it must also start on older versions. It installs nothing and prints only the
// command's output.
import { spawn } from 'node:child_process';
import module from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickNode } from '../tools/setup/node.mjs';
import { SetupError } from '../tools/setup/setupError.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const main = path.join(root, 'cli', 'main.ts');
// Caching compiled code saves 0.1 s per start.
const compiled = path.join(root, 'node_modules', '.cache', 'venue-booking');

try {
  for (const name of ['commander', 'zod', '@venue-booking/proto/venue/venue']) requireInstalled(name);
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

/** Runs the command in a child process and exits with its exit code. */
function launch(node) {
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: compiled, ...process.env },
  });
  // The terminal also signals the child. Exiting first would return to the prompt too early.
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
