import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { forSetUp } from '../../tools/setup/environment.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
const git = async (...args: string[]) => (await run('git', args, { cwd: ROOT })).stdout.trim();

/** Code that is made and not committed: the folder, what it is made of, and by which program. */
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
 * The version that today's is an upgrade of, or why there is none: the commit that `UPGRADE_FROM` names, for
 * example of the release that is in use; otherwise the one before what the working tree holds.
 */
export async function earlierCommit(): Promise<{ commit: string } | { missing: string }> {
  try {
    await git('rev-parse', '--git-dir');
  } catch {
    return { missing: 'this is no clone, or git is missing' };
  }
  const named = process.env.UPGRADE_FROM;
  if (named) return { commit: await git('rev-parse', '--verify', '--end-of-options', `${named}^{commit}`) };
  const changed = await git('status', '--porcelain', '--', 'services', 'proto');
  try {
    return { commit: await git('rev-parse', '--verify', '--quiet', changed ? 'HEAD' : 'HEAD~1') };
  } catch {
    return { missing: 'the clone has no earlier commit' };
  }
}

/**
 * The product's sources as of a commit, ready to run from a folder of their own: its services meet none of
 * today's code.
 */
export async function checkOut(commit: string) {
  const folder = await mkdtemp(join(tmpdir(), 'vb-earlier-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'sources.tar');
    await git('archive', '--format=tar', '-o', archive, commit, 'services', 'proto', 'package.json');
    await run('tar', ['-xf', archive, '-C', folder]);
    await linkPackages(folder);
    for (const made of GENERATED) await generate(folder, commit, made);
  } catch (error) {
    await remove();
    throw error;
  }
  return { script: (service: string) => join(folder, 'services', service, 'main.ts'), remove };
}

/** Packages of others are today's; ours are those of the folder. */
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
