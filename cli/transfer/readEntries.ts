import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import {
  ArchiveKind,
  MANIFEST,
  MAX_ENTRIES,
  MAX_ENTRY_BYTES,
  MAX_MANIFEST_BYTES,
  SIGNATURE,
} from '@venue-booking/proto/transfer/archive';
import { createTarDecoder } from 'modern-tar';
import { CliError, exitCodes, usageError } from '../exitCodes.ts';

/** An archive with so many bytes before its next entry is refused: its headers are too large. */
const MAX_SILENCE = MAX_MANIFEST_BYTES + 1_000_000;

export const refused = (why: string): CliError =>
  new CliError(exitCodes.rejected, `The archive is refused: ${why}.`);

/** An entry of an archive; `kind` is null of the manifest and the signature. */
export type Entry = { name: string; kind: ArchiveKind | null; bytes: Buffer };

/**
 * The entries of an archive in their order; one of them is in memory at a time. Refuses what no archive of
 * ours has: other types of entries, other names, and sizes above the limits.
 * @throws CliError
 */
export async function* readEntries(file: string): AsyncGenerator<Entry> {
  let silence = 0;
  async function* content() {
    const source = createReadStream(file);
    const unzipped = createGunzip();
    source.on('error', (error) => unzipped.destroy(error));
    for await (const chunk of source.pipe(unzipped)) {
      silence += chunk.length;
      if (silence > MAX_SILENCE) throw refused('an entry or a header is too large');
      yield chunk as Uint8Array<ArrayBuffer>;
    }
  }
  const names = new Set<string>();
  try {
    const entries = ReadableStream.from(content()).pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of entries) {
      const { name, size, type } = header;
      const kind = type === 'file' ? kindOf(name) : undefined;
      if (kind === undefined) throw refused(`it contains ${JSON.stringify(name.slice(0, 100))}`);
      const limit = name === MANIFEST ? MAX_MANIFEST_BYTES : MAX_ENTRY_BYTES;
      if (size > limit) throw refused(`${name} has more than ${limit} bytes`);
      if (names.has(name)) throw refused(`it contains ${name} twice`);
      if (names.size > MAX_ENTRIES + 1) throw refused(`it has more than ${MAX_ENTRIES} entries`);
      names.add(name);
      const chunks: Uint8Array[] = [];
      for await (const chunk of body) chunks.push(chunk);
      yield { name, kind, bytes: Buffer.concat(chunks) };
      silence = 0;
    }
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (syscall) throw usageError(`${file} can't be read (${code}).`);
    throw refused(`it is damaged or no archive (${message})`);
  }
}

function kindOf(name: string): ArchiveKind | null | undefined {
  if (name === MANIFEST || name === SIGNATURE) return null;
  if (!/^[a-z_]+\/[a-z0-9-]{1,60}\.(jsonl|webp)$/.test(name)) return undefined;
  return ArchiveKind.safeParse(name.split('/')[0]).data;
}
