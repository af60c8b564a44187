import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { usageError } from './exitCodes.ts';

/**
 * Writes to a file that only its owner can read, as guests are in it. It has its name once it is complete.
 * @throws CliError when it can't be written
 */
export async function writeFile(file: string, content: Readable): Promise<void> {
  // A name that nobody can have taken before, be it by a file that others read or by a link to elsewhere.
  const part = `${file}.${randomUUID()}.part`;
  try {
    await pipeline(content, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall) throw usageError(`${file} can't be written (${code}).`);
    throw error;
  }
}
