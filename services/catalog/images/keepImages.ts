import { createBulkhead } from '@venue-booking/kit/process/bulkhead';
import { every } from '@venue-booking/kit/process/every';
import type { Log } from '@venue-booking/kit/process/log';
import { fail } from '@venue-booking/proto/failures';
import type { CatalogDatabase } from '../database.ts';
import { BucketError, hashOf, openBucket } from './bucket.ts';
import type { BucketSettings } from './bucketSettings.ts';
import { moveImages } from './moveImages.ts';
import { removeObjects } from './removeObjects.ts';

/** Besides, an upload or a removal wakes it: this is for what failed, or was there before the bucket. */
const PASS_MS = 10 * 60_000;
/** Images that are fetched at once; of one venue fewer, so that it is not in the way of others. */
const FETCHES = { atOnce: 16, mostWaiting: 64, patienceMs: 3000 };
const OF_A_VENUE = { atOnce: 6, mostWaiting: 24, patienceMs: 3000 };
const ALL = 'all';
const away = () => fail('images_away');

/** Images in a bucket: those of the database move there, and are read from there. */
export function keepImages(deps: { database: CatalogDatabase; settings: BucketSettings; log: Log }) {
  const { database, log } = deps;
  const bucket = openBucket(deps.settings);
  const fetches = createBulkhead({ ...FETCHES, full: away });
  const ofVenue = createBulkhead({ ...OF_A_VENUE, full: away });
  const run = async () => (await moveImages(database, bucket)) || removeObjects(database, bucket);
  const { wake, stop } = every(PASS_MS, { name: 'moving images to the bucket', run }, log);

  const read = async (object: string) => {
    const bytes = await bucket.get(object).catch((error: unknown) => {
      if (!(error instanceof BucketError)) throw error;
      log.warn({ err: error }, 'an image could not be fetched from the bucket');
      throw away();
    });
    if (!bytes) throw fail('image_not_found');
    // Anything else would be shown under our name.
    if (object.includes(`-${hashOf(bytes)}.`)) return bytes;
    log.error({ object }, 'the bucket holds something else than was kept');
    throw fail('image_not_found');
  };
  return {
    /** @throws `images_away`, `image_not_found` */
    read: (venueId: number, object: string): Promise<Uint8Array> =>
      ofVenue(`${venueId}`, () => fetches(ALL, () => read(object))),
    /** Says that there is something to move or to remove. */
    wake,
    stop,
  };
}
export type BucketImages = ReturnType<typeof keepImages>;
