import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { EnvError } from '../../kit/process/env.ts';

const noRight = (folder: string) =>
  `this user may not write to ${folder}: give it that right, or set DATA_DIR to another folder`;
const inTheWay = (folder: string) =>
  `a file is in the way of the folder ${folder}: move it, or set DATA_DIR to another folder`;
const full = (folder: string) => `no room is left for ${folder}: make room, then start again`;

const remedies: Record<string, (folder: string) => string> = {
  EACCES: noRight,
  EPERM: noRight,
  ENOENT: noRight,
  EROFS: (folder) => `${folder} can only be read: set DATA_DIR to a folder that can be written`,
  EEXIST: inTheWay,
  ENOTDIR: inTheWay,
  EISDIR: (folder) =>
    `a folder is in ${folder} where a file must be: move it, or set DATA_DIR to another folder`,
  ENOSPC: full,
  EDQUOT: full,
  // PostgreSQL's own.
  '53100': full,
};

/**
 * Makes a folder for its owner only, with those above it, unless it is there. Node's own way ends with ENOENT
 * on a file system that can only be read, and never under /proc.
 */
export function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeFolder(path.dirname(path.resolve(folder)));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** What went wrong with files of the data folder: an EnvError with the remedy, where that is known. */
export function withRemedy(folder: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  const remedy = remedies[code];
  return remedy ? new EnvError(`DATA_DIR: ${remedy(folder)} (${code}).`, { cause: error }) : error;
}
