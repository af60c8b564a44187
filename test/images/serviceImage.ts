import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { output } from '../hosts/npm.ts';
import type { Command } from '../stack/serviceProcess.ts';
import type { Container, Engine } from './engine.ts';

const run = promisify(execFile);
export const root = path.join(import.meta.dirname, '../..');

/** The user of the image. Only root may run something as somebody else. */
const user = process.getuid?.() === 0 ? 65_532 : undefined;

/** What the image of the services holds, and how it is run. */
export interface ServiceImage {
  /** Where its files lie, to be looked at. */
  app: string;
  /** Every file in it, with slashes. */
  files(): string[];
  /**
   * Runs it with its arguments.
   * @param settings names of variables, whose values its own environment holds
   */
  command(settings: string[], ...args: string[]): Command;
  remove(): void;
}

/** What the image holds, taken out of one that an engine has built. */
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

/** What an image of the services has Node run. */
export const ENTRY = [
  '--max-semi-space-size=4',
  '--import=./services/strippedTypes.mjs',
  'services/run.ts',
] as const;

/**
 * What the image holds, by the same script as in its Dockerfile, in a plain folder that nobody who runs it
 * can write to.
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
  // A Node of its own, as the clone may lie where another user can't look.
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

const filesIn = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => path.relative(folder, path.join(it.parentPath, it.name)).replaceAll(path.sep, '/'))
    .sort();
