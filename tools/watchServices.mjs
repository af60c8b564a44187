// Entry point of the image that `skaffold dev` builds, instead of services/run.ts. Runs a service from a
// writable copy of its code in the temporary folder, and restarts it when a file of the copy changes. The
// rest of the container stays read-only, as in production.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, watch } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';

const app = process.cwd();
const copy = path.join(tmpdir(), 'app');
/** Files of one sync arrive within this time, in ms. */
const GATHER_MS = 100;

// A restarted container keeps its temporary folder with the synced files.
if (!existsSync(copy)) {
  for (const name of ['package.json', 'domain', 'proto', 'services'])
    cpSync(path.join(app, name), path.join(copy, name), { recursive: true });
  linkPackages('node_modules');
}

let changed = false;
let anew = false;
let child = run();
let gathering;
for (const folder of ['services', 'domain', 'proto'])
  watch(path.join(copy, folder), { recursive: true }, () => {
    clearTimeout(gathering);
    gathering = setTimeout(startAnew, GATHER_MS);
  });
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (child) child.kill(signal);
    else process.exit(0);
  });

function run() {
  const started = spawn(process.execPath, ['services/run.ts', ...process.argv.slice(2)], {
    cwd: copy,
    stdio: 'inherit',
  });
  started.on('exit', ended);
  return started;
}

function startAnew() {
  changed = true;
  if (!child) child = run();
  else {
    anew = true;
    child.kill('SIGTERM');
  }
}

function ended(code, signal) {
  child = undefined;
  if (anew) {
    anew = false;
    child = run();
    return;
  }
  // Before any change, exit as in production, so that Kubernetes restarts the container, for example until
  // its dependencies respond. After a change the code may be broken, so wait for the next change.
  if (!changed || code === 0) process.exit(code ?? 128 + constants.signals[signal]);
  console.error('Waiting for the next change.');
}

/** Links installed packages to their place, and our own packages into the copy. */
function linkPackages(folder) {
  mkdirSync(path.join(copy, folder));
  for (const entry of readdirSync(path.join(app, folder), { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.name.startsWith('@')) linkPackages(place);
    else
      symlinkSync(
        entry.isSymbolicLink() ? readlinkSync(path.join(app, place)) : path.join(app, place),
        path.join(copy, place),
      );
  }
}
