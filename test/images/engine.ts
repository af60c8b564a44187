import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Command } from '../stack/serviceProcess.ts';

const run = promisify(execFile);
const answers = (file: string, ...args: string[]): Promise<boolean> =>
  run(file, args, { timeout: 120_000 }).then(
    () => true,
    () => false,
  );

/** A container engine that has, or can get, the images that ours are built upon; else why there is none. */
export async function findEngine(bases: string[]): Promise<{ engine: string } | { reason: string }> {
  if (process.platform !== 'linux') return { reason: 'a container has no part in our loopback here' };
  let engine: string | undefined;
  for (const name of ['docker', 'podman']) if (!engine && (await answers(name, 'info'))) engine = name;
  if (!engine) return { reason: 'neither docker nor podman answers here' };
  for (const base of bases)
    if (!(await answers(engine, 'image', 'inspect', base)) && !(await answers(engine, 'pull', base)))
      return { reason: `${engine} can't get ${base}` };
  return { engine };
}

/** Builds an image out of this clone. @throws Error with the end of what the engine said */
export async function buildImage(engine: string, root: string, dockerfile: string, tag: string) {
  const args = ['build', '--network', 'host', '-f', dockerfile, '-t', tag, '.'];
  await run(engine, args, { cwd: root, timeout: 900_000, maxBuffer: 50_000_000 }).catch((error) => {
    throw new Error(`${dockerfile}: ${`${error.stdout}\n${error.stderr}`.trim().slice(-4_000)}`);
  });
}

/** Runs an image as strictly as an operator should. @param settings names of variables, whose values its own environment holds */
export const containerCommand = (
  engine: string,
  image: string,
  settings: string[],
  ...args: string[]
): Command => ({
  file: engine,
  args: [
    ...['run', '--rm', '--network', 'host', '--read-only', '--tmpfs', '/tmp'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...settings.flatMap((name) => ['--env', name]),
    image,
    ...args,
  ],
});
