import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { forSetUp } from '../../tools/setup/environment.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: ROOT })).stdout.trim();

/** Folders with the code of the services. A version may lack one of them. */
const SOURCES = ['services', 'domain', 'proto'];

/** Generated code, which is not committed: its folder, its sources and the command that generates it. */
const GENERATED = [
  ...['catalog', 'availability', 'booking', 'payment'].map((service) => ({
    folder: `services/${service}`,
    sources: ['prisma/schema.prisma'],
    command: ['prisma/build/index.js', 'generate'],
  })),
  {
    folder: 'proto',
    sources: ['events', 'buf.yaml', 'buf.gen.yaml'],
    command: ['@bufbuild/buf/bin/buf', 'generate'],
  },
];

/**
 * The version that today's code upgrades from, or why there is none. `UPGRADE_FROM` may name a commit, such
 * as the release in use. Otherwise it is the last commit before the working tree's content.
 */
export async function earlierCommit(): Promise<{ commit: string } | { missing: string }> {
  try {
    await git('rev-parse', '--git-dir');
  } catch {
    return { missing: 'this is not a clone, or git is missing' };
  }
  const named = process.env.UPGRADE_FROM;
  if (named) return { commit: await git('rev-parse', '--verify', '--end-of-options', `${named}^{commit}`) };
  const changed = await git('status', '--porcelain', '--', ...SOURCES);
  try {
    return { commit: await git('rev-parse', '--verify', '--quiet', changed ? 'HEAD' : 'HEAD~1') };
  } catch {
    return { missing: 'the clone has no earlier commit' };
  }
}

/**
 * Checks out the product's sources at a commit into a folder of their own, ready to run without any of
 * today's code.
 */
export async function checkOut(commit: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vb-earlier-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'sources.tar');
    const present = (await git('ls-tree', '--name-only', commit, '--', ...SOURCES)).split('\n');
    await git('archive', '--format=tar', '-o', archive, commit, ...present, 'package.json');
    await run('tar', ['-xf', archive, '-C', folder]);
    await linkPackages(folder);
    for (const made of GENERATED) await generate(folder, commit, made);
  } catch (error) {
    await remove();
    throw error;
  }
  return { script: (service: string) => join(folder, 'services', service, 'main.ts'), remove };
}

/** Third-party packages are today's; our own are those of the folder. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [join(ROOT, 'node_modules'), join(folder, 'node_modules')];
  await mkdir(join(to, '@venue-booking'), { recursive: true });
  for (const name of await readdir(from))
    if (name !== '@venue-booking') await symlink(join(from, name), join(to, name));
  for (const name of await readdir(join(from, '@venue-booking'))) {
    const link = await readlink(join(from, '@venue-booking', name));
    await symlink(link, join(to, '@venue-booking', name));
  }
}

async function generate(
  folder: string,
  commit: string,
  { folder: part, sources, command }: (typeof GENERATED)[number],
): Promise<void> {
  const paths = sources.map((source) => `${part}/${source}`);
  const same = await git('diff', '--quiet', commit, '--', ...paths).then(
    () => true,
    () => false,
  );
  if (same) return cp(join(ROOT, part, 'gen'), join(folder, part, 'gen'), { recursive: true });
  const [program = '', ...args] = command;
  await run(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd: join(folder, part),
    env: forSetUp(process.env, ROOT),
  });
}
