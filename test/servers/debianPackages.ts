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
import { withSetupLock } from '../../tools/setup/setupLock.mjs';
import { cacheFolder } from './cacheFolder.ts';
import { isExecutable, type Program } from './executable.ts';

const run = promisify(execFile);
/** How long lists of packages are taken for those of today, in ms. */
const LISTS_LAST_MS = 3600_000;
/**
 * What is fetched together, into one folder: packages with the libraries they need, and packages just as they
 * are.
 */
const groups = {
  backings: { whole: ['nats-server', 'redis-server', 'pgbouncer'], bare: [] },
  podman: { whole: ['podman', 'runc', 'netavark'], bare: [] },
  caddy: { whole: ['caddy'], bare: [] },
  // For promtool, which needs nothing else.
  prometheus: { whole: [], bare: ['prometheus'] },
  // All that WordPress needs to run; as a whole it would bring Apache along.
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
 * A program out of this Debian (or Ubuntu) system's own package source, unpacked into a cache folder together
 * with the libraries it needs. Nothing is installed, no service started and no right needed, so root does the
 * same.
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
 * The folder into which a group's packages were unpacked, once; none on a system that has no such packages.
 */
export async function unpackFromDebian(group: Group): Promise<string | undefined> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg'))
    return undefined;
  const folder = path.join(cacheFolder(), `${group}-${systemName()}-${process.arch}`);
  if (!existsSync(folder)) {
    // Two servers that start at the same time share one fetch.
    const fetching = unpacking.get(group) ?? unpackInto(folder, groups[group]);
    unpacking.set(group, fetching);
    await fetching;
  }
  return folder;
}

/**
 * A file of a group's packages: from its folder, else from this machine, as what is installed is not fetched.
 * @param pattern below the root, such as `usr/bin/php[0-9]*`
 */
export function packagedFile(folder: string, pattern: string): string {
  for (const root of [folder, '/']) {
    const [found] = globSync(pattern, { cwd: root });
    if (found) return path.join(root, found);
  }
  throw new Error(`${pattern} is neither in ${folder} nor on this machine.`);
}

/** What a program of that folder needs in its environment. */
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
    timeout: 180_000,
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
    // Another process may have been quicker.
    if (existsSync(folder)) return;
    throw new Error(
      `Fetching ${named} failed: install them by hand, or start Docker.\n${(error as Error).message}`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Has apt's lists of packages read anew, unless that was within the hour, for all groups alike.
 * @returns apt's options for lists of its own, and the system's list of what is installed, so that only
 * missing libraries come along
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
    // Its exit code is not asked: a clean-up hook of container images fails without root, and what counts is
    // whether the packages are then found.
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
