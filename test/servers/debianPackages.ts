import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from './cacheFolder.ts';
import { isExecutable, type Program } from './executable.ts';

const run = promisify(execFile);
/** What is fetched together, into one folder. */
const groups = { servers: ['nats-server', 'redis-server'], caddy: ['caddy'] };
const unpacking = new Map<string, Promise<void>>();

/**
 * A program out of this Debian (or Ubuntu) system's own package source, unpacked into a cache folder together with
 * the libraries it needs. Nothing is installed, no service started and no right needed, so root does the same.
 */
export async function fetchFromDebian(names: string[]): Promise<Program | undefined> {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg'))
    return undefined;
  const found = Object.entries(groups).find(([, packages]) => packages.some((name) => names.includes(name)));
  if (!found) return undefined;
  const [group, packages] = found;
  const folder = path.join(cacheFolder(), `${group}-${systemName()}-${process.arch}`);
  if (!existsSync(folder)) {
    // Two servers that start at the same time share one fetch.
    const fetching = unpacking.get(group) ?? unpackInto(folder, packages);
    unpacking.set(group, fetching);
    await fetching;
  }
  const file = names
    .flatMap((name) => [path.join(folder, 'usr/bin', name), path.join(folder, 'usr/sbin', name)])
    .find(isExecutable);
  return file === undefined ? undefined : { file, env: { LD_LIBRARY_PATH: libraries(folder).join(':') } };
}

async function unpackInto(folder: string, packages: string[]): Promise<void> {
  console.error(
    `Fetching ${packages.join(' and ')} from this system's package source into ${folder} (once) …`,
  );
  const work = `${folder}.${process.pid}`;
  const root = path.join(work, 'root');
  const archives = path.join(work, 'cache', 'archives');
  for (const part of [path.join(work, 'state', 'lists', 'partial'), path.join(archives, 'partial'), root]) {
    mkdirSync(part, { recursive: true });
  }
  // Package lists and archives of its own; the system's list of what is installed, so that only missing
  // libraries come along.
  const options = [
    `Dir::State=${path.join(work, 'state')}`,
    'Dir::State::status=/var/lib/dpkg/status',
    `Dir::Cache=${path.join(work, 'cache')}`,
    'Debug::NoLocking=true',
    'APT::Sandbox::User=',
    'Acquire::Retries=3',
  ].flatMap((option) => ['-o', option]);
  const limits = {
    timeout: 180_000,
    maxBuffer: 10_000_000,
    env: { ...process.env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
  };
  try {
    // Its exit code is not asked: a clean-up hook of container images fails without root, and what counts is
    // whether the packages are then found.
    await run('apt-get', [...options, '-qq', 'update'], limits).catch(() => {});
    await run(
      'apt-get',
      [...options, '-qq', '-y', '--no-install-recommends', '--download-only', 'install', ...packages],
      limits,
    );
    for (const archive of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
      await run('dpkg', ['-x', path.join(archives, archive), root], limits);
    }
    renameSync(root, folder);
  } catch (error) {
    // Another process may have been quicker.
    if (existsSync(folder)) return;
    throw new Error(
      `Fetching ${packages.join(' and ')} failed: install them by hand, or start Docker.\n${(error as Error).message}`,
    );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function libraries(folder: string): string[] {
  return ['usr/lib', 'lib'].flatMap((name) => {
    const place = path.join(folder, name);
    return existsSync(place) ? [place, ...readdirSync(place).map((inner) => path.join(place, inner))] : [];
  });
}

const systemName = () =>
  /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown';
