import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { npm } from './npm.ts';

/**
 * A folder in `parent` with the dependencies of the lock file in `source`, installed once. Deletes those of
 * earlier lock files. Only one process at a time may call it for a name.
 */
export async function installed(parent: string, name: string, source: string): Promise<string> {
  const lock = hashOf([process.platform, process.arch, readFileSync(path.join(source, 'package-lock.json'))]);
  const folder = path.join(parent, `${name}-${lock.slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  console.error(`Installing the dependencies of ${name} into ${folder} (once) …`);
  const work = `${folder}.${process.pid}`;
  try {
    mkdirSync(work, { recursive: true });
    for (const file of ['package.json', 'package-lock.json'])
      cpSync(path.join(source, file), path.join(work, file));
    await npm(work, ['ci', '--ignore-scripts']);
    for (const other of readdirSync(parent).filter(
      (one) => one.startsWith(`${name}-`) && !work.endsWith(one),
    ))
      rmSync(path.join(parent, other), { recursive: true, force: true });
    renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

export function hashOf(parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`\0${part.length}\0`).update(part);
  return hash.digest('hex');
}
