import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { PATIENCE_MS } from '@venue-booking/kit/testing/testTiming';
import type { Command } from '../stack/serviceProcess.ts';
import { startOwnPodman } from './ownPodman.ts';
import { importReplacementImages, type ReplacementImages } from './replacementImages.ts';

const root = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
const answers = (file: string, ...args: string[]): Promise<boolean> =>
  run(file, args, { timeout: PATIENCE_MS }).then(
    () => true,
    () => false,
  );

/** A program that builds and runs images. */
export interface Engine {
  program: string;
  /** The program and its base images, for test titles. */
  name: string;
  /** Creates substitutes for base images that are not available. */
  prepare(): Promise<ReplacementImages>;
  close(): Promise<void>;
}

/** An image, and how to run it as strictly as an operator should. */
export interface Container {
  image: string;
  /** @param settings names of variables, whose values are in the environment of the command */
  command(settings: string[], args?: string[]): Command;
  /**
   * Runs code in Node, inside the container that `command` has started with these arguments.
   * @returns what it printed
   */
  inside(args: string[], code: string): Promise<string>;
  remove(): Promise<void>;
}

/**
 * A container engine of this machine that has, or can pull, our base images. Otherwise our own Podman with
 * substitutes for them, or the reason why that is impossible.
 */
export async function findEngine(dockerfiles: string[]): Promise<Engine | { reason: string }> {
  if (process.platform !== 'linux') return { reason: 'containers do not share our loopback here' };
  const bases = [...new Set(dockerfiles.flatMap((file) => basesOf(path.join(root, file))))];
  for (const program of ['docker', 'podman'])
    if (await canBuild(program, bases)) {
      const prepare = async () => ({ buildArgs: [], caddyArgs: [] });
      return { program, name: program, prepare, close: async () => {} };
    }
  const own = await startOwnPodman();
  if ('reason' in own)
    return { reason: `neither docker nor podman can get ${bases[0]} here, and ${own.reason}` };
  return {
    program: own.engine,
    name: `podman, with substitutes for ${bases.join(', ')}`,
    prepare: () => importReplacementImages(own.engine, own.folder),
    close: own.close,
  };
}

/** The base images of a Dockerfile. */
const basesOf = (dockerfile: string): string[] =>
  [...readFileSync(dockerfile, 'utf8').matchAll(/^ARG \w+_IMAGE=(\S+)/gm)].map(([, name = '']) => name);

/** Whether an engine responds and has, or can pull, the base images. */
async function canBuild(program: string, bases: string[]): Promise<boolean> {
  if (!(await answers(program, 'info'))) return false;
  for (const base of bases)
    if (!(await answers(program, 'image', 'inspect', base)) && !(await answers(program, 'pull', base)))
      return false;
  return true;
}

type Build = { dockerfile: string; image: string; buildArgs: string[]; runArgs?: string[] };

/** Builds an image from this clone. @throws Error with the end of the engine's output */
export async function buildImage(
  { program }: Engine,
  { dockerfile, image, buildArgs, runArgs = [] }: Build,
): Promise<Container> {
  const args = [
    'build',
    '--network',
    'host',
    ...buildArgs,
    '-f',
    path.join(root, dockerfile),
    '-t',
    image,
    root,
  ];
  await run(program, args, { timeout: 2 * PATIENCE_MS, maxBuffer: 50_000_000 }).catch((error) => {
    throw new Error(`${dockerfile}: ${`${error.stdout}\n${error.stderr}`.trim().slice(-4_000)}`);
  });
  const nameOf = (args: string[]) => [image.replaceAll(':', '-'), ...args].join('-');
  return {
    image,
    command: (settings, args = []) => ({
      file: program,
      args: [
        ...['run', '--rm', '--name', nameOf(args), '--network', 'host', '--read-only', '--tmpfs', '/tmp'],
        ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', ...runArgs],
        ...settings.flatMap((name) => ['--env', name]),
        image,
        ...args,
      ],
    }),
    inside: async (args, code) => (await run(program, ['exec', nameOf(args), 'node', '-e', code])).stdout,
    remove: async () => void (await run(program, ['image', 'rm', '-f', image])),
  };
}

/** The labels of an image. */
export async function labelsOf({ program }: Engine, image: string): Promise<Record<string, string>> {
  const { stdout } = await run(program, ['image', 'inspect', '--format', '{{json .Config.Labels}}', image]);
  return JSON.parse(stdout);
}
