import { createHash } from 'node:crypto';
import { fail } from '@venue-booking/proto/failures';
import {
  type ArchiveEntry,
  type ArchiveKind,
  ENTRY_BYTES,
  MANIFEST,
  MAX_ENTRIES,
  MAX_ENTRY_BYTES,
  type Manifest,
  SIGNATURE,
} from '@venue-booking/proto/transfer/archive';
import { packTar } from 'modern-tar';

export const sha256Of = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** A piece of an archive: the content of one entry. */
export type Piece = { name: string; kind: ArchiveKind; bytes: Buffer; rows: number };

/** The tar file's end: two empty blocks. */
const TAR_END = 1024;

/** An entry as it is in a tar file. */
async function tarEntry(name: string, body: Buffer): Promise<Uint8Array> {
  const header = { name, size: body.length, mode: 0o600, mtime: new Date(0) };
  const whole = await packTar([{ header, body }]);
  return whole.subarray(0, -TAR_END);
}

/**
 * Writes an archive piece by piece, then its manifest and signature, as a tar file. Only one piece is in
 * memory.
 * @throws `export_too_large` for too many pieces
 */
export async function* archiveOf(
  pieces: AsyncIterable<Piece>,
  facts: Omit<Manifest, 'entries'>,
  sign: (sha256: string) => Promise<string>,
): AsyncGenerator<Uint8Array> {
  const entries: ArchiveEntry[] = [];
  for await (const { bytes, ...piece } of pieces) {
    if (entries.length === MAX_ENTRIES)
      throw fail('export_too_large', { detail: `more than ${MAX_ENTRIES} entries` });
    entries.push({ ...piece, size: bytes.length, sha256: sha256Of(bytes) });
    yield await tarEntry(piece.name, bytes);
  }
  const manifest = Buffer.from(JSON.stringify({ ...facts, entries } satisfies Manifest));
  yield await tarEntry(MANIFEST, manifest);
  yield await tarEntry(SIGNATURE, Buffer.from(await sign(sha256Of(manifest))));
  yield new Uint8Array(TAR_END);
}

/** Splits lines of a kind into pieces of {@link ENTRY_BYTES}. @throws `export_too_large` for a huge line */
export async function* linePieces(
  kind: ArchiveKind,
  lines: AsyncIterable<object> | Iterable<object>,
): AsyncGenerator<Piece> {
  let [texts, size, number]: [string[], number, number] = [[], 0, 0];
  const piece = (): Piece => {
    const bytes = Buffer.from(texts.join(''));
    const rows = texts.length;
    [texts, size, number] = [[], 0, number + 1];
    return { name: `${kind}/${String(number).padStart(6, '0')}.jsonl`, kind, bytes, rows };
  };
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_ENTRY_BYTES) throw fail('export_too_large', { detail: `a line of ${kind}` });
    if (size > 0 && size + bytes > ENTRY_BYTES) yield piece();
    texts.push(text);
    size += bytes;
  }
  if (size > 0) yield piece();
}
