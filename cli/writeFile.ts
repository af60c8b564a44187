import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { usageError } from './exitCodes.ts';

/**
 * Writes a file that only its owner can read, since it contains guests' data. The file appears when complete.
 * @throws CliError when it cannot be written
 */
export async function writeFile(file: string, content: Readable): Promise<void> {
  // A random name, so that nobody can prepare a readable file or a symbolic link there.
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
