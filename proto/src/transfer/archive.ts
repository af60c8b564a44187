import { z } from 'zod';
import { slotIdOf } from '../facility/slotId.ts';
import { FacilityId } from '../primitives.ts';
import { Slug } from '../venue/venue.ts';

/** The archive of a venue: a tar file, compressed by gzip. docs/export.md describes it. */
export const ARCHIVE_FORMAT = 'venue-booking-archive';
/** Grows with every change that an older reader would misread. */
export const ARCHIVE_VERSION = 1;

/** Media type of an archive. */
export const ARCHIVE_TYPE = 'application/gzip';

/**
 * Limits of an archive. Readers refuse more, so that a hostile archive costs little. The manifest and the
 * settings of the largest archive fit into one message of the broker.
 */
export const MAX_ENTRY_BYTES = 700_000;
export const MAX_ENTRIES = 3000;
export const MAX_BOOKINGS = 1_000_000;
/** Maximum size of the manifest. */
export const MAX_MANIFEST_BYTES = 4_000_000;
/** Maximum total size of the entries that are imported in one transaction: {@link SETTINGS_KINDS}. */
export const MAX_SETTINGS_BYTES = 4_000_000;
/** Maximum total size of these entries when compressed by gzip. */
export const MAX_PACKED_SETTINGS_BYTES = 340_000;
/** A writer begins another entry of the same kind after so many bytes: some 300 bookings. */
export const ENTRY_BYTES = 650_000;

/** The names of the two entries that are not data. */
export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'signature';

/** Kinds that one transaction imports: all of them or none. */
const SETTINGS_KINDS = ['venue', 'rooms', 'facilities', 'fields', 'days', 'people'] as const;
/** Further kinds, in the order of the archive and of the import. */
const DATA_KINDS = ['image', 'mail_texts', 'capacities', 'bookings', 'blocks'] as const;
export const ArchiveKind = z.enum([...SETTINGS_KINDS, ...DATA_KINDS]);
export type ArchiveKind = z.infer<typeof ArchiveKind>;

export const isSettingsKind = (kind: ArchiveKind): kind is (typeof SETTINGS_KINDS)[number] =>
  (SETTINGS_KINDS as readonly string[]).includes(kind);

/**
 * A text as it is stored: of any version of the rules for new texts, so only what PostgreSQL and screens
 * cannot bear is refused.
 */
export const stored = (max: number) =>
  z
    .string()
    .max(max)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
    .refine((text) => text.isWellFormed() && !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text), {
      message: 'must be a text without control characters',
    });

/** An instant that PostgreSQL stores: ISO 8601 without, for example, the year 0. */
export const Instant = z.iso.datetime({ offset: true }).refine((text) => Date.parse(text) >= 0, {
  message: 'must be after 1970',
});

/** Names of entries: no absolute path, no `..`, only what our writer uses. */
const EntryName = z
  .string()
  .max(100)
  .regex(/^[a-z_]+\/[a-z0-9-]{1,60}\.(jsonl|webp)$/, 'is not a name of an entry');

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256');

export const ArchiveEntry = z.strictObject({
  name: EntryName,
  kind: ArchiveKind,
  size: z.int().min(0).max(MAX_ENTRY_BYTES),
  sha256: Sha256,
  /** Lines of a JSON Lines file; 1 of an image. */
  rows: z.int().min(0).max(100_000),
});
export type ArchiveEntry = z.infer<typeof ArchiveEntry>;

/** What an installation left out, and why. */
export const LeftOut = z.object({
  what: stored(200).describe('What was left out'),
  why: stored(500).describe('Why'),
  count: z.int().min(1).optional().describe('How many there are'),
});
export type LeftOut = z.infer<typeof LeftOut>;

export const Manifest = z
  .strictObject({
    format: z.literal(ARCHIVE_FORMAT),
    version: z.literal(ARCHIVE_VERSION),
    exported_at: z.iso.datetime(),
    /** Address of the installation that exported it. */
    from: stored(300),
    slug: Slug,
    name: stored(200),
    timezone: stored(100),
    /** Public key of the exporting installation: Ed25519, 32 bytes, base64url. */
    public_key: z.string().regex(/^[\w-]{43}$/, 'must be an Ed25519 key in base64url'),
    entries: z.array(ArchiveEntry).min(1).max(MAX_ENTRIES),
    left_out: z.array(LeftOut).max(1000),
  })
  .refine(({ entries }) => new Set(entries.map(({ name }) => name)).size === entries.length, {
    message: 'names an entry twice',
    path: ['entries'],
  })
  .refine(({ entries }) => entries.filter(({ kind }) => kind === 'venue').length === 1, {
    message: 'must have one entry of the kind venue',
    path: ['entries'],
  })
  .refine(({ entries }) => entries.every(({ name, kind }) => name.startsWith(`${kind}/`)), {
    message: 'has an entry whose name does not suit its kind',
    path: ['entries'],
  })
  .refine(({ entries }) => isInOrder(entries.map(({ kind }) => kind)), {
    message: 'are not in the order of their kinds',
    path: ['entries'],
  })
  .refine(
    ({ entries }) =>
      entries.reduce((sum, { kind, size }) => sum + (isSettingsKind(kind) ? size : 0), 0) <=
      MAX_SETTINGS_BYTES,
    { message: `have more than ${MAX_SETTINGS_BYTES} bytes of settings`, path: ['entries'] },
  );
export type Manifest = z.infer<typeof Manifest>;

function isInOrder(kinds: readonly ArchiveKind[]): boolean {
  const places = kinds.map((kind) => ArchiveKind.options.indexOf(kind));
  return places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0));
}

/** A refinement of a line: it lasts. */
export const isInterval = (line: { starts_at: string; ends_at: string }): boolean =>
  Date.parse(line.starts_at) < Date.parse(line.ends_at);
export const NOT_INTERVAL = { message: 'must be after starts_at', path: ['ends_at'] };
/** A refinement of a line: its start identifies a slot. */
export const hasSlot = (line: { facility_id: number; starts_at: string }): boolean =>
  slotIdOf(line.facility_id, Date.parse(line.starts_at)) !== null;
export const NO_SLOT = { message: 'must be a whole minute from 2020 to 2147', path: ['starts_at'] };

/** A place of the ledger: an own capacity of a slot. */
export const CapacityLine = z
  .strictObject({
    facility_id: FacilityId,
    starts_at: Instant,
    ends_at: Instant,
    capacity: z.int().min(0).max(100_000),
  })
  .refine(isInterval, NOT_INTERVAL)
  .refine(hasSlot, NO_SLOT);
export type CapacityLine = z.infer<typeof CapacityLine>;

/** A blocked time of a facility, of a room or, without either, of the venue. */
export const BlockLine = z
  .strictObject({
    facility_id: FacilityId.nullable(),
    room_id: z.int().min(1).nullable(),
    starts_at: Instant,
    ends_at: Instant,
    reason: z.string().max(500),
  })
  .refine(isInterval, NOT_INTERVAL)
  .refine((line) => line.facility_id === null || line.room_id === null, {
    message: 'must be null, as the block is of a facility',
    path: ['room_id'],
  });
export type BlockLine = z.infer<typeof BlockLine>;

/** Body of `POST /api/admin/imports`. */
export const StartImport = z.strictObject({
  manifest: z.string().max(MAX_MANIFEST_BYTES).describe('The manifest of the archive, as it is'),
  signature: z.string().max(200).describe('The signature of the archive'),
  settings: z
    .record(z.string().max(100), z.string().max(MAX_ENTRY_BYTES))
    .describe('The texts of its entries with settings, by name'),
  slug: Slug.optional().describe('Slug of the venue here. Default: that of the archive'),
  dry_run: z.boolean().default(false).describe('Check everything and write nothing'),
});

/** State of an import; of a check `id` and the numbers of a start. */
export const ImportState = z.object({
  id: z.string().describe('SHA-256 of the manifest'),
  slug: Slug.describe('Slug of the venue here'),
  fingerprint: z.string().describe('Fingerprint of the key that signed the archive'),
  next_part: z.int().describe('The part to send next, from 0'),
  parts: z.int().describe('Number of parts: the entries of the archive that are not settings'),
  finished: z.boolean().describe('Whether the import has ended'),
  written: z.record(z.string(), z.int()).describe('Number of rows that were written, by kind'),
  left_out: z.array(LeftOut).describe('What was left out here, and why'),
});
export type ImportState = z.infer<typeof ImportState>;
