import { cpSync, existsSync, globSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withSetupLock } from '../../tools/setup/setupLock.mjs';
import { cacheFolder } from '../servers/cacheFolder.ts';
import { startChildServer } from '../servers/childServer.ts';
import type { TestServer } from '../servers/testServer.ts';
import { hashOf, installed } from './installed.ts';
import { output } from './npm.ts';
import { installPacked, type PackageName, packPackages } from './packages.ts';

const apps = path.join(import.meta.dirname, 'apps');

/**
 * A website that uses our packages like any other site: with its own dependencies and lock file, built for
 * production.
 */
export type HostApp = {
  /** Folder in `apps/`. */
  name: string;
  /**
   * Another folder in `apps/` with additional files. A host for another version of a framework has only a
   * lock file of its own.
   */
  sources?: string;
  /** The packages of ours that it installs. */
  packages: PackageName[];
  /** A script in its `node_modules` with arguments, such as `['next/dist/bin/next', 'build']`. */
  build: string[];
  env?: Record<string, string>;
};

/**
 * Installs and builds a host, which takes a minute on two cores. Both are cached under a hash of their
 * inputs.
 * @returns the folder of the built host
 */
export async function buildHost(host: HostApp): Promise<string> {
  // Clones share the cache, and another one may be building.
  return withSetupLock(path.join(cacheFolder(), 'hosts', host.name), () => built(host));
}

async function built({ name, sources = name, packages, build, env = {} }: HostApp): Promise<string> {
  const app = path.join(apps, name);
  const files = new Map([...filesOf(path.join(apps, sources)), ...filesOf(app)]);
  const packed = await packPackages(packages);
  const folder = await installed(path.join(cacheFolder(), 'hosts'), name, app);
  const made = hashOf([
    process.version,
    JSON.stringify([build, env]),
    ...[...files].flatMap(([file, from]) => [file, readFileSync(from)]),
    ...packed.map(({ tarball }) => tarball),
  ]);
  const stamp = path.join(folder, '.built');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return folder;

  rmSync(stamp, { force: true });
  for (const left of readdirSync(folder))
    if (left !== 'node_modules') rmSync(path.join(folder, left), { recursive: true });
  for (const [file, from] of files) cpSync(from, path.join(folder, file));
  await installPacked(folder, packed);
  console.error(`Building the host ${name} in ${folder} (once) …`);
  const [script = '', ...args] = build;
  await output(process.execPath, [path.join(folder, 'node_modules', script), ...args], folder, {
    NODE_ENV: 'production',
    ...env,
  });
  writeFileSync(stamp, made);
  return folder;
}

/**
 * Serves a built host on 127.0.0.1. @param args arguments for Node; `PORT` and `HOST` are in the environment
 * too
 */
export function serveHost(
  folder: string,
  args: (port: number) => string[],
  env: Record<string, string> = {},
): Promise<TestServer> {
  return startChildServer({
    name: 'host',
    program: { file: process.execPath },
    scheme: 'http',
    args: (port) => args(port).map((arg, index) => (index === 0 ? path.join(folder, arg) : arg)),
    env: (port) => ({
      PORT: String(port),
      HOST: '127.0.0.1',
      HOSTNAME: '127.0.0.1',
      NODE_ENV: 'production',
      ...env,
    }),
    greeting: { send: 'GET /favicon.ico HTTP/1.0\r\n\r\n', expect: 'HTTP/1.' },
  });
}

/** The files of a host's folder, as relative and absolute paths. */
const filesOf = (folder: string): [file: string, from: string][] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((from): [string, string] => [path.relative(folder, from), from])
    .filter(([file]) => !/^(node_modules|[.])/.test(file))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
