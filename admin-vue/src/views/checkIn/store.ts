import type { CheckInList, Scan, ScanResult } from '@venue-booking/proto/booking/checkIns';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { DEVICE_DATABASE, wipeDevice } from '../../deviceData.ts';

/** An unsent scan, and the result that the device showed. */
export type UnsentScan = { scan: Scan; said: 'yes' | 'no' | 'unsure'; name: string };
/** A later result of the server that differs from what the device showed. */
export type Correction = { result: ScanResult; said: UnsentScan['said']; device: string; at: string };

type Sealed = { iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer };
type OfVenue = Sealed & { slug: string };
interface Schema extends DBSchema {
  keys: { key: string; value: CryptoKey };
  lists: { key: string; value: Sealed };
  waiting: { key: string; value: OfVenue; indexes: { slug: string } };
  told: { key: string; value: OfVenue; indexes: { slug: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;
const closed = () => {
  opened = undefined;
};
const open = () => {
  opened ??= openDB<Schema>(DEVICE_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('keys');
      database.createObjectStore('lists');
      database.createObjectStore('waiting').createIndex('slug', 'slug');
      database.createObjectStore('told').createIndex('slug', 'slug');
    },
    // The database is being deleted, here or in another tab.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      closed();
    },
    terminated: closed,
  });
  return opened;
};

/** The key of this session. It is not extractable, and is deleted with the database. */
async function keyOf(database: IDBPDatabase<Schema>): Promise<CryptoKey> {
  const known = await database.get('keys', 'session');
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const transaction = database.transaction('keys', 'readwrite');
  const other = await transaction.store.get('session');
  if (!other) await transaction.store.put(made, 'session');
  await transaction.done;
  return other ?? made;
}

/** Encrypts a value. The authenticated `place` prevents moving it to another record. */
async function seal(key: CryptoKey, place: string, value: unknown): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = new TextEncoder().encode(place);
  const text = new TextEncoder().encode(JSON.stringify(value));
  return { iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, text) };
}

async function unseal<T>(key: CryptoKey, place: string, { iv, data }: Sealed): Promise<T> {
  const additionalData = new TextEncoder().encode(place);
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, data);
  return JSON.parse(new TextDecoder().decode(text));
}

/** Deletes everything that another person left on the device. */
export async function claimDevice(person: string): Promise<void> {
  const database = await open();
  const sealed = await database.get('lists', '#person');
  const before = sealed && (await unseal<string>(await keyOf(database), '#person', sealed).catch(() => null));
  if (before === person) return;
  if (sealed) await wipeDevice();
  const own = await open();
  await own.put('lists', await seal(await keyOf(own), '#person', person), '#person');
}

/** Replaces the stored guest list of a venue. */
export async function storeGuestList(slug: string, list: CheckInList): Promise<void> {
  const database = await open();
  await database.put('lists', await seal(await keyOf(database), `list ${slug}`, list), slug);
}

/** Deletes the guest lists of other venues. Unsent scans stay, encrypted. */
export async function deleteGuestListsExcept(isOwn: (slug: string) => boolean): Promise<void> {
  const database = await open();
  for (const slug of await database.getAllKeys('lists'))
    if (slug !== '#person' && !isOwn(slug)) await database.delete('lists', slug);
}

/** Reads the stored data of a venue. */
export async function readStored(
  slug: string,
): Promise<{ list: CheckInList | null; waiting: UnsentScan[]; corrections: Correction[] }> {
  const database = await open();
  const key = await keyOf(database);
  const sealed = await database.get('lists', slug);
  const all = async <T>(name: 'waiting' | 'told'): Promise<T[]> => {
    const transaction = database.transaction(name);
    const index = transaction.store.index('slug');
    const [ids, rows] = await Promise.all([
      transaction.store.index('slug').getAllKeys(slug),
      index.getAll(slug),
    ]);
    return Promise.all(rows.map((row, at) => unseal<T>(key, `${name} ${ids[at]}`, row)));
  };
  return {
    list: sealed ? await unseal(key, `list ${slug}`, sealed) : null,
    waiting: (await all<UnsentScan>('waiting')).sort((a, b) =>
      a.scan.scanned_at < b.scan.scanned_at ? -1 : 1,
    ),
    corrections: await all('told'),
  };
}

/** The venues with unsent scans. */
export async function venuesWithUnsentScans(): Promise<string[]> {
  const rows = await (await open()).getAll('waiting');
  return [...new Set(rows.map(({ slug }) => slug))];
}

/** Stores a scan. The check-in shows its result only after this resolves. */
export async function storeScan(slug: string, waiting: UnsentScan): Promise<void> {
  const database = await open();
  const id = waiting.scan.scan_id;
  const sealed = await seal(await keyOf(database), `waiting ${id}`, waiting);
  await database.put('waiting', { ...sealed, slug }, id);
}

/** Deletes answered scans, and stores the results that staff must review. */
export async function settleScans(
  slug: string,
  answered: readonly string[],
  corrections: readonly Correction[],
): Promise<void> {
  const database = await open();
  const key = await keyOf(database);
  const sealed = await Promise.all(
    corrections.map(async (one) => ({
      id: one.result.scan_id,
      ...(await seal(key, `told ${one.result.scan_id}`, one)),
    })),
  );
  const transaction = database.transaction(['waiting', 'told'], 'readwrite');
  await Promise.all([
    ...answered.map((id) => transaction.objectStore('waiting').delete(id)),
    ...sealed.map(({ id, ...row }) => transaction.objectStore('told').put({ ...row, slug }, id)),
    transaction.done,
  ]);
}

/** Deletes a reviewed result. */
export const deleteCorrection = async (id: string): Promise<void> => (await open()).delete('told', id);
