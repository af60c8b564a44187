import { type ExecFileOptions, execFile } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import { withSetupLock } from '../../tools/setup/setupLock.mjs';
import { cacheFolder } from './cacheFolder.ts';
import { isExecutable, type Program } from './executable.ts';

const run = promisify(execFile);
/** How long apt's package lists count as current, in ms. */
const LISTS_LAST_MS = 3600_000;
/**
 * Packages that are fetched together into one folder: `whole` ones with the libraries they need, `bare` ones
 * alone.
 */
const groups = {
  backings: { whole: ['nats-server', 'redis-server', 'pgbouncer'], bare: [] },
  postgresql: { whole: ['postgresql'], bare: [] },
  podman: { whole: ['podman', 'runc', 'netavark'], bare: [] },
  caddy: { whole: ['caddy'], bare: [] },
  // For promtool, which needs no libraries.
  prometheus: { whole: [], bare: ['prometheus'] },
  // All that WordPress needs to run. Its own dependencies would include Apache.
  wordpress: {
    whole: ['php-cli', 'php-mysql', 'mariadb-server-core'],
    bare: [
      'wordpress',
      'wordpress-theme-twentytwentyone',
      'wordpress-theme-twentytwentythree',
      'libjs-cropper',
      'libjs-underscore',
      'php-getid3',
    ],
  },
};
type Group = keyof typeof groups;
const unpacking = new Map<string, Promise<void>>();

/**
 * A program from the package source of this Debian or Ubuntu system, unpacked with its libraries into a cache
 * folder. It installs nothing, starts no service and needs no rights. Undefined on other systems.
 */
export async function fetchFromDebian(names: string[]): Promise<Program | undefined> {
  const found = Object.entries(groups).find(([, { whole }]) => whole.some((name) => names.includes(name)));
  const folder = found && (await unpackFromDebian(found[0] as Group));
  if (folder === undefined) return undefined;
  const file = names
    .flatMap((name) => [path.join(folder, 'usr/bin', name), path.join(folder, 'usr/sbin', name)])
    .find(isExecutable);
  return file === undefined ? undefined : { file, env: librariesOf(folder) };
}

/**
 * The folder into which a group's packages are unpacked once; undefined on a system without such packages.
 */
export async function unpackFromDebian(group: Group): Promise<string | undefined> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg'))
    return undefined;
  const folder = path.join(cacheFolder(), `${group}-${systemName()}-${process.arch}`);
  if (!existsSync(folder)) {
    // Two servers that start at the same time share one download.
    const fetching = unpacking.get(group) ?? unpackInto(folder, groups[group]);
    unpacking.set(group, fetching);
    await fetching;
  }
  return folder;
}

/**
 * A file of a group's packages: from its folder, else from this machine, because installed packages are not
 * fetched.
 * @param pattern below the root, such as `usr/bin/php[0-9]*`
 */
export function packagedFile(folder: string, pattern: string): string {
  for (const root of [folder, '/']) {
    const [found] = globSync(pattern, { cwd: root });
    if (found) return path.join(root, found);
  }
  throw new Error(`${pattern} is neither in ${folder} nor on this machine.`);
}

/** The environment that programs in that folder need. */
export const librariesOf = (folder: string) => ({ LD_LIBRARY_PATH: libraries(folder).join(':') });

async function unpackInto(
  folder: string,
  { whole, bare }: { whole: string[]; bare: string[] },
): Promise<void> {
  const named = [...whole, ...bare].join(' and ');
  console.error(`Fetching ${named} from this system's package source into ${folder} (once) …`);
  const work = `${folder}.${process.pid}`;
  const root = path.join(work, 'root');
  const archives = path.join(work, 'archives');
  for (const part of [path.join(archives, 'partial'), root]) mkdirSync(part, { recursive: true });
  const limits = {
    timeout: 2 * PATIENCE_MS,
    maxBuffer: 10_000_000,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    const options = [...(await packageLists(limits)), '-o', `Dir::Cache::archives=${archives}`];
    if (whole.length > 0)
      await run(
        'apt-get',
        [...options, '-qq', '-y', '--no-install-recommends', '--download-only', 'install', ...whole],
        limits,
      );
    if (bare.length > 0)
      await run('apt-get', [...options, '-qq', 'download', ...bare], { ...limits, cwd: archives });
    for (const archive of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      await run('dpkg', ['-x', path.join(archives, archive), root], limits);
    }
    renameSync(root, folder);
  } catch (error) {
    // Another process may have finished first.
    if (existsSync(folder)) return;
    throw new Error(
      `Fetching ${named} failed: install them by hand, or start Docker.\n${(error as Error).message}`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Updates apt's package lists for all groups, at most once an hour.
 * @returns apt options for these lists and the system's list of installed packages, so that apt fetches only
 * missing libraries
 */
async function packageLists(limits: ExecFileOptions): Promise<string[]> {
  const folder = path.join(cacheFolder(), `debian-lists-${systemName()}-${process.arch}`);
  const [lists, cache] = [path.join(folder, 'state', 'lists'), path.join(folder, 'cache')];
  const options = [
    `Dir::State=${path.dirname(lists)}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${cache}`,
    'Debug::NoLocking=true',
    'APT::Sandbox::User=',
    'Acquire::Retries=3',
  ].flatMap((option) => ['-o', option]);
  const readAt = path.join(folder, 'read');
  await withSetupLock(folder, async () => {
    if (existsSync(readAt) && Date.now() - statSync(readAt).mtimeMs < LISTS_LAST_MS) return;
    for (const part of [path.join(lists, 'partial'), cache]) mkdirSync(part, { recursive: true });
    // The exit code is ignored, because a clean-up hook of container images fails without root. What counts
    // is whether apt then finds the packages.
    await run('apt-get', [...options, '-qq', 'update'], limits).catch(() => {});
    if (readdirSync(lists).some((name) => name.includes('_Packages'))) writeFileSync(readAt, '');
  });
  return options;
}

function libraries(folder: string): string[] {
  return ['usr/lib', 'lib'].flatMap((name) => {
    const place = path.join(folder, name);
    return existsSync(place) ? [place, ...readdirSync(place).map((inner) => path.join(place, inner))] : [];
  });
}

const systemName = () =>
  /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown';
