// The folder in which packages are installed. Starting the product needs less than half of their bytes: the
// packages of the services, the command line and the generators. `npm ci` accepts a lock file with more
// packages than the manifests, so smaller manifests lead to exactly the locked versions.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/**
 * Packages of the root that generate code. Those that build the widget and the dashboard are in their
 * manifests.
 */
const GENERATORS = ['@bufbuild/buf', '@bufbuild/protoc-gen-es', 'prisma', 'typescript'];
/** Packages of the widget and the dashboard that only check types. */
const ONLY_CHECKS = ['vue-tsc'];
/** Workspaces that are only published: no code of the product imports them. */
const ONLY_PUBLISHED = /^widget-vue\/wrappers\//;

/** The folders of all workspaces. */
function workspaceFolders(root) {
  return readJson(root, 'package.json').workspaces.flatMap((pattern) => {
    if (!pattern.endsWith('/*')) return pattern;
    const parent = pattern.slice(0, -2);
    return readdirSync(path.join(root, parent))
      .map((name) => `${parent}/${name}`)
      .filter((folder) => existsSync(path.join(root, folder, 'package.json')));
  });
}

/**
 * Creates a folder in which `npm ci` installs the packages of a level, while those of the clone stay in use.
 * @param level `start` or `all` @returns its path
 */
export function preparePackagesFolder(root, level) {
  const folder = path.join(root, '.cache', 'packages');
  rmSync(folder, { recursive: true, force: true });
  const write = (file, content) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), JSON.stringify(content, null, 2));
  };
  const isStart = level === 'start';
  const manifest = readJson(root, 'package.json');
  const workspaces = workspaceFolders(root).filter((name) => !isStart || !ONLY_PUBLISHED.test(name));
  const reduced = ({ devDependencies, ...rest }, isWanted) => ({
    ...rest,
    devDependencies: isStart ? pick(devDependencies, isWanted) : devDependencies,
  });
  write('package.json', { ...reduced(manifest, (name) => GENERATORS.includes(name)), workspaces });
  for (const workspace of workspaces) {
    const file = `${workspace}/package.json`;
    write(
      file,
      reduced(readJson(root, file), (name) => !ONLY_CHECKS.includes(name)),
    );
  }
  write('package-lock.json', withAddresses(readJson(root, 'package-lock.json')));
  copyFileSync(path.join(root, '.npmrc'), path.join(folder, '.npmrc'));
  return folder;
}

/** Moves the installed packages from the prepared folder into the clone, in place of those there. */
export function movePackages(folder, root) {
  for (const workspace of ['', ...workspaceFolders(root)]) {
    const target = path.join(root, workspace, 'node_modules');
    const old = path.join(folder, workspace, 'node_modules.old');
    if (existsSync(target)) {
      mkdirSync(path.dirname(old), { recursive: true });
      renameSync(target, old);
    }
    const installed = path.join(folder, workspace, 'node_modules');
    if (existsSync(installed)) renameSync(installed, target);
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Adds the usual address of each package to a lock file. Without it npm also downloads a description of all
 * versions of each package: a quarter of all bytes. npm replaces this host by the configured registry.
 */
function withAddresses(lock) {
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (!place.includes('node_modules/') || entry.link || !entry.version) continue;
    const name = entry.name ?? place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = `${path.posix.basename(name)}-${entry.version}.tgz`;
    entry.resolved ??= `https://registry.npmjs.org/${name}/-/${file}`;
  }
  return lock;
}

const readJson = (root, file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

const pick = (entries = {}, isWanted) =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => isWanted(name)));
