import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';

export type Line = Record<string, unknown>;

/** Lines by name of the entry, in the order of the archive; a Buffer is written as it is. */
export type Content = Record<string, Line[] | Buffer>;

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

export const VENUE: Line = {
  slug: 'from-elsewhere',
  name: 'From elsewhere',
  timezone: 'Europe/Amsterdam',
  locale: 'nl',
};

export const FACILITY: Line = {
  ...{ id: 7, name: 'Court', mode: 'CAPACITY', capacity: 10, duration_minutes: 60 },
  ...{ opens_at: '06:00', closes_at: '06:00', price_eur: 5 },
};

/** A confirmed booking of {@link FACILITY}. */
export const bookingLine = (id: number, startsAt: number, more: Line = {}): Line => ({
  ...{ id, reference: `REF-${id}`, facility_id: 7, facility_name: 'Court', timezone: 'Europe/Amsterdam' },
  starts_at: new Date(startsAt).toISOString(),
  ends_at: new Date(startsAt + 3600_000).toISOString(),
  ...{ people: 1, guests: null, add_ons: null, amount_cents: 500, price_lines: null, vat: null },
  ...{ status: 'confirmed', customer_name: `Guest ${id}`, customer_email: `guest${id}@example.com` },
  ...{ extra: {}, locale: 'nl', client_reference: null, source: 'online', note: '', erased_at: null },
  created_at: new Date(startsAt - 86_400_000).toISOString(),
  ...{ refund_tiers: null, free_change_until: null, agreed_at: null, arrived: null, rest_absent: false },
  ...{ private_places: null, series_id: null, series_place: null, online_cents: 500 },
  ...{ kept_cents: null, invoiced_cents: null, money: [], invoices: [], history: [], tickets: [] },
  ...more,
});

/** A key pair of an installation. */
export const newKey = () => generateKeyPairSync('ed25519');

/**
 * Writes an archive as another installation would, without our code. The options forge it.
 * @param forge.manifest changes the manifest before it is signed
 * @param forge.entry changes the bytes of an entry after they were hashed
 * @param forge.key signs instead of the key that the manifest names
 */
export async function makeArchive(file: string, content: Content, forge: Forge = {}) {
  const signed = signedEntries(content, forge);
  const { entries, manifest, signature } = signed;
  const tarred = await packTar([
    ...(forge.more ?? []),
    ...entries.map(({ entry: { name }, bytes }) => ({ header: { name, size: bytes.length }, body: bytes })),
    { header: { name: 'manifest.json', size: Buffer.byteLength(manifest) }, body: manifest },
    { header: { name: 'signature', size: signature.length }, body: signature },
  ]);
  writeFileSync(file, gzipSync(tarred));
  return signed;
}

type Forge = {
  manifest?: (manifest: Line) => unknown;
  entry?: (name: string, bytes: Buffer) => Buffer;
  key?: ReturnType<typeof newKey>;
  more?: {
    header: { name: string; size: number; type?: 'symlink' | 'file'; linkname?: string };
    body?: string;
  }[];
};

/** The texts of settings entries by name, as a start of an import takes them. */
export const settingsIn = ({ entries }: ReturnType<typeof signedEntries>): Record<string, string> =>
  Object.fromEntries(
    entries
      .filter(({ entry: { name } }) => /^(venue|rooms|facilities|fields|days|people)\//.test(name))
      .map(({ entry: { name }, bytes }) => [name, bytes.toString()]),
  );

/** The entries of an archive, with the texts of their manifest and its signature. */
export function signedEntries(content: Content, forge: Forge = {}) {
  const own = newKey();
  const entries = Object.entries(content).map(([name, lines]) => {
    const bytes = Buffer.isBuffer(lines)
      ? lines
      : Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const rows = Buffer.isBuffer(lines) ? 1 : lines.length;
    const entry = { name, kind: name.split('/')[0], size: bytes.length, sha256: sha256(bytes), rows };
    return { entry, bytes: forge.entry?.(name, bytes) ?? bytes };
  });
  const manifest = {
    ...{ format: 'venue-booking-archive', version: 1, exported_at: new Date().toISOString() },
    ...{ from: 'https://elsewhere.example', slug: 'from-elsewhere', name: 'From elsewhere' },
    timezone: 'Europe/Amsterdam',
    public_key: own.publicKey.export({ format: 'jwk' }).x,
    entries: entries.map(({ entry }) => entry),
    left_out: [],
  };
  const text = JSON.stringify(forge.manifest?.(manifest) ?? manifest);
  const message = Buffer.from(`venue-booking-archive 1 ${sha256(text)}`);
  const signature = sign(null, message, (forge.key ?? own).privateKey).toString('base64url');
  return { entries, manifest: text, signature };
}
