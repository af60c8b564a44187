// First process of the image that `skaffold dev` builds, in the place of services/run.ts: runs a service from a copy of its code that may be written to, and anew
// when a file of the copy changes. The rest of the container stays as strict as in production: the copy lies in the temporary folder.
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const app = process.cwd();
const copy = path.join(tmpdir(), 'app');

// A container that is started again keeps its temporary folder, and what was synced into it.
if (!existsSync(copy)) {
  for (const name of ['package.json', 'proto', 'services'])
    cpSync(path.join(app, name), path.join(copy, name), { recursive: true });
  linkPackages('node_modules');
}
process.chdir(copy);
const [name = ''] = process.argv.slice(2);
// What is not a service ends by itself.
const watch = existsSync(path.join('services', name, 'main.ts'))
  ? ['--watch', '--watch-preserve-output']
  : [];
// In this process's place, so that signals reach the one that watches.
process.execve(
  process.execPath,
  [process.execPath, ...watch, 'services/run.ts', ...process.argv.slice(2)],
  process.env,
);

/** Packages where they are; our own, which are links into the code, as links into the copy. */
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
