import { chmodSync, copyFileSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { output } from '../hosts/npm.ts';
import type { Command } from '../stack/serviceProcess.ts';

export const root = path.join(import.meta.dirname, '../..');

/** The user of the image. Only root may run something as somebody else. */
const user = process.getuid?.() === 0 ? 65_532 : undefined;

/** What the image of the services holds, by the same script as in its Dockerfile, in a plain folder that nobody who runs it can write to. */
export async function makeServiceFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'vb-image-'));
  const app = path.join(folder, 'app');
  const { npm_execpath, npm_node_execpath } = process.env;
  await output(process.execPath, [path.join(root, 'tools/imageFiles.ts'), app], root, {
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
  const list = () =>
    globSync('**/*', { cwd: app, withFileTypes: true })
      .filter((it) => it.isFile())
      .map((it) => path.relative(app, path.join(it.parentPath, it.name)))
      .sort();
  return {
    app,
    /** Every file in it, with slashes. */
    files: (): string[] => list().map((file) => file.replaceAll(path.sep, '/')),
    /** Runs what the image runs, with its argument. */
    command: (...args: string[]): Command => ({
      file: node,
      args: ['services/run.ts', ...args],
      cwd: app,
      uid: user,
    }),
    remove() {
      for (const file of [folder, app, ...all]) if (statSync(file).isDirectory()) chmodSync(file, 0o755);
      rmSync(folder, { recursive: true });
    },
  };
}
