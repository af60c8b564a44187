import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { output } from '../hosts/npm.ts';
import type { Command } from '../stack/serviceProcess.ts';
import type { Container, Engine } from './engine.ts';

const run = promisify(execFile);
export const root = path.join(import.meta.dirname, '../..');

/** The user of the image. Only root can run something as another user. */
const user = process.getuid?.() === 0 ? 65_532 : undefined;

/** The contents of the services image, and how to run it. */
export interface ServiceImage {
  /** A folder with its files. */
  app: string;
  /** The paths of all files, with forward slashes. */
  files(): string[];
  /**
   * The command that runs it with these arguments.
   * @param settings names of variables, whose values are in the environment of the command
   */
  command(settings: string[], ...args: string[]): Command;
  remove(): void;
}

/** Copies the contents out of an image that an engine has built. */
export async function filesOfImage({ program }: Engine, container: Container): Promise<ServiceImage> {
  const app = path.join(mkdtempSync(path.join(tmpdir(), 'vb-image-')), 'app');
  const { stdout } = await run(program, ['create', container.image]);
  await run(program, ['cp', `${stdout.trim()}:/app`, app]);
  await run(program, ['rm', stdout.trim()]);
  return {
    app,
    files: () => filesIn(app),
    command: (settings, ...args) => container.command(settings, args),
    remove: () => rmSync(path.dirname(app), { recursive: true }),
  };
}

/** The arguments of Node in the services image. */
export const ENTRY = [
  '--max-semi-space-size=4',
  '--import=./services/strippedTypes.mjs',
  'services/run.ts',
] as const;

/**
 * Creates the contents of the image with the script that its Dockerfile uses, in a plain folder without write
 * access.
 */
export async function makeServiceFolder(): Promise<ServiceImage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-image-'));
  const app = path.join(folder, 'app');
  const { npm_execpath, npm_node_execpath } = process.env;
  for (const part of ['packages', 'sources'])
    await output(process.execPath, [path.join(root, 'tools/imageFiles.ts'), part, app], root, {
      ...(npm_execpath && { npm_execpath }),
      ...(npm_node_execpath && { npm_node_execpath }),
    });
  // A copy of Node, because another user may be unable to read the clone.
  const node = path.join(folder, 'bin', 'node');
  mkdirSync(path.dirname(node));
  copyFileSync(process.execPath, node);
  chmodSync(node, 0o555);
  chmodSync(folder, 0o555);
  const entries = globSync('**/*', { cwd: app, withFileTypes: true });
  const all = entries.filter((it) => !it.isSymbolicLink()).map((it) => path.join(it.parentPath, it.name));
  for (const file of [app, ...all]) chmodSync(file, statSync(file).isDirectory() ? 0o555 : 0o444);
  return {
    app,
    files: () => filesIn(app),
    command: (_settings, ...args) => ({
      file: node,
      args: [...ENTRY, ...args],
      cwd: app,
      uid: user,
    }),
    remove() {
      for (const file of [folder, app, ...all]) if (statSync(file).isDirectory()) chmodSync(file, 0o755);
      rmSync(folder, { recursive: true });
    },
  };
}

/** A user as OpenShift assigns them: without a name, in the group of root. */
export const ARBITRARY_USER = 1_000_730_000;

/**
 * The contents of the image of the whole product: those of the services' image and the part that the
 * Dockerfile adds. It runs as a user without a name, and cannot write to its files.
 */
export async function makeWholeFolder({ app: services }: ServiceImage): Promise<ServiceImage> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-whole-image-'));
  const app = path.join(folder, 'app');
  cpSync(services, app, { recursive: true, verbatimSymlinks: true });
  for (const each of [app, path.join(app, 'services')]) chmodSync(each, 0o755);
  await output(process.execPath, [path.join(root, 'tools/imageFiles.ts'), 'one-process', app], root);
  const node = path.join(folder, 'node');
  copyFileSync(process.execPath, node);
  for (const each of [node, folder]) chmodSync(each, 0o555);
  const own = ['services', 'widget-vue'].flatMap((name) =>
    globSync('**/*', { cwd: path.join(app, name), withFileTypes: true, exclude: ['**/node_modules'] }),
  );
  for (const entry of own)
    if (!entry.isSymbolicLink())
      chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  for (const each of [app, ...['services', 'widget-vue'].map((name) => path.join(app, name))])
    chmodSync(each, 0o555);
  return {
    app,
    files: () => filesIn(app),
    command: (_settings, ...args) => ({
      file: node,
      args: [...ENTRY, ...args],
      cwd: app,
      uid: process.getuid?.() === 0 ? ARBITRARY_USER : undefined,
      gid: 0,
    }),
    // Root may remove what is read-only; others may not enter the folders.
    remove() {
      for (const entry of globSync('**/', { cwd: folder })) chmodSync(path.join(folder, entry), 0o755);
      chmodSync(folder, 0o755);
      rmSync(folder, { recursive: true });
    },
  };
}

const filesIn = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => path.relative(folder, path.join(it.parentPath, it.name)).replaceAll(path.sep, '/'))
    .sort();
