import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { EnvError } from '../../kit/settings/env.ts';

const noRight = (folder: string) =>
  `this user has no permission to write to ${folder}: grant it, or set DATA_DIR to another folder`;
const inTheWay = (folder: string) =>
  `a file is in the way of the folder ${folder}: move it, or set DATA_DIR to another folder`;
const full = (folder: string) => `the disk of ${folder} is full: free some space, then start again`;

const remedies: Record<string, (folder: string) => string> = {
  EACCES: noRight,
  EPERM: noRight,
  ENOENT: noRight,
  EROFS: (folder) => `${folder} is read-only: set DATA_DIR to a writable folder`,
  EEXIST: inTheWay,
  ENOTDIR: inTheWay,
  EISDIR: (folder) =>
    `${folder} contains a folder in the place of a file: move it, or set DATA_DIR to another folder`,
  ENOSPC: full,
  EDQUOT: full,
  // PostgreSQL's SQLSTATE for a full disk.
  '53100': full,
};

/**
 * Creates a folder with its parents, for its owner only, unless it exists. Node's recursive `mkdirSync` fails
 * with ENOENT on a read-only file system and never returns under /proc.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(path.dirname(path.resolve(folder)));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Turns a known file error of the data folder into an EnvError that says how to fix it. */
export function withRemedy(folder: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const remedy = remedies[code];
  return remedy ? new EnvError(`DATA_DIR: ${remedy(folder)} (${code}).`, { cause: error }) : error;
}
