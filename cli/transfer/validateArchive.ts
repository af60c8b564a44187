import { createHash } from 'node:crypto';
import { fingerprintOf, isSigned } from '@venue-booking/domain/transfer/archiveSignature';
import { createArchiveCheck } from '@venue-booking/domain/transfer/checkArchive';
import { parseLines } from '@venue-booking/domain/transfer/parseLines';
import {
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  type ArchiveKind,
  isSettingsKind,
  MANIFEST,
  MAX_SETTINGS_BYTES,
  Manifest,
  SIGNATURE,
} from '@venue-booking/proto/transfer/archive';
import type { LineKind } from '@venue-booking/proto/transfer/settingsLines';
import { type Entry, readEntries, refused } from './readEntries.ts';

/** A valid archive. */
export type ValidArchive = {
  manifest: Manifest;
  /** Text of the manifest, unchanged, because its hash is the id of the import. */
  manifestText: string;
  signature: string;
  fingerprint: string;
  /** Texts of the entries with settings, by name. */
  settings: Record<string, string>;
  /** Rows by kind. */
  rows: Partial<Record<ArchiveKind, number>>;
};

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads a whole archive and checks all of it: the signature, the hash of each entry, each line by its schema,
 * and the lines against each other.
 * @throws CliError with the first fault
 */
export async function validateArchive(file: string): Promise<ValidArchive> {
  const { check } = createArchiveCheck();
  const found: { name: string; size: number; sha256: string; rows: number }[] = [];
  const settings: Record<string, string> = {};
  const rows: ValidArchive['rows'] = {};
  let settingsBytes = 0;
  let [manifestText, signature]: [string | null, string | null] = [null, null];
  for await (const entry of readEntries(file)) {
    const { name, kind, bytes } = entry;
    if (signature !== null || (manifestText !== null && name !== SIGNATURE))
      throw refused(`${name} comes after the manifest`);
    if (name === MANIFEST) manifestText = bytes.toString();
    if (name === SIGNATURE) signature = bytes.toString();
    if (kind === null) continue;
    const count = checkEntry(entry, kind, check);
    found.push({ name, size: bytes.length, sha256: sha256Of(bytes), rows: count });
    rows[kind] = (rows[kind] ?? 0) + count;
    if (!isSettingsKind(kind)) continue;
    settingsBytes += bytes.length;
    if (settingsBytes > MAX_SETTINGS_BYTES) throw refused('its settings are too large');
    settings[name] = bytes.toString();
  }
  if (manifestText === null || signature === null)
    throw refused('it is incomplete: its signature is missing');
  const manifest = readManifest(manifestText);
  for (const [at, { name, size, sha256, rows: count }] of manifest.entries.entries()) {
    const is = found[at];
    if (is?.name !== name || is.size !== size || is.sha256 !== sha256 || is.rows !== count)
      throw refused(`${name} differs from the manifest`);
  }
  if (found.length !== manifest.entries.length) throw refused('it has entries that its manifest lacks');
  const hash = sha256Of(Buffer.from(manifestText));
  if (!(await isSigned(hash, manifest.public_key, signature))) throw refused('its signature is wrong');
  const fingerprint = await fingerprintOf(manifest.public_key);
  return { manifest, manifestText, signature, fingerprint, settings, rows };
}

/** Checks the content of an entry. @returns the number of its rows @throws CliError */
function checkEntry(
  { name, bytes }: Entry,
  kind: ArchiveKind,
  check: ReturnType<typeof createArchiveCheck>['check'],
): number {
  if (kind === 'image') {
    const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
    if (!isWebp) throw refused(`${name} is no WebP image`);
    return 1;
  }
  return checkLines(name, kind, bytes.toString(), check);
}

function checkLines<K extends LineKind>(
  name: string,
  kind: K,
  text: string,
  check: ReturnType<typeof createArchiveCheck>['check'],
): number {
  const { lines, fault } = parseLines(kind, text);
  if (fault !== null) throw refused(`${name}, ${fault}`);
  for (const [at, line] of lines.entries()) {
    const wrong = check(kind, line);
    if (wrong !== null) throw refused(`${name}, line ${at + 1}: ${wrong}`);
  }
  return lines.length;
}

function readManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused('its manifest is not JSON');
  }
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== ARCHIVE_FORMAT) throw refused('it is not an archive of a venue');
  if (version !== ARCHIVE_VERSION)
    throw refused(`its version is ${JSON.stringify(version)}, and this program reads ${ARCHIVE_VERSION}`);
  const { success, data, error } = Manifest.safeParse(value);
  if (!success) {
    const [issue] = error.issues;
    throw refused(`its manifest: ${issue?.path.join('.')} ${issue?.message}`);
  }
  return data;
}
