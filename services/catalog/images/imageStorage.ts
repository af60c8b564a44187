import { createBulkhead } from '@venue-booking/kit/concurrency/bulkhead';
import type { Log } from '@venue-booking/kit/logging/log';
import { every } from '@venue-booking/kit/scheduling/every';
import { fail } from '@venue-booking/proto/failures';
import type { CatalogDatabase } from '../database.ts';
import { BucketError, hashOf, openBucket } from './bucket.ts';
import type { BucketSettings } from './bucketSettings.ts';
import { deleteObjects } from './deleteImages.ts';
import { moveImages } from './moveImages.ts';

/** Interval of the passes. Uploads and removals also start one; this covers failures and earlier images. */
const PASS_MS = 10 * 60_000;
/** Concurrent fetches; the limit per venue is lower, so that one venue cannot delay others. */
const PER_BUCKET = { maxConcurrent: 16, maxWaiting: 64, maxWaitMs: 3000 };
const PER_VENUE = { maxConcurrent: 6, maxWaiting: 24, maxWaitMs: 3000 };
const ALL = 'all';
const imagesUnavailable = () => fail('images_away');

/** Moves images from the database to the bucket, and reads them from there. */
export function startImageStorage(deps: { database: CatalogDatabase; settings: BucketSettings; log: Log }) {
  const { database, log } = deps;
  const bucket = openBucket(deps.settings);
  const fetches = createBulkhead({ ...PER_BUCKET, createError: imagesUnavailable });
  const perVenue = createBulkhead({ ...PER_VENUE, createError: imagesUnavailable });
  const run = async () => (await moveImages(database, bucket)) || deleteObjects(database, bucket);
  const { wake, stop } = every(PASS_MS, { name: 'moving images to the bucket', run }, log);

  const read = async (object: string) => {
    const bytes = await bucket.get(object).catch((error: unknown) => {
      if (!(error instanceof BucketError)) throw error;
      log.warn({ err: error }, 'could not fetch an image from the bucket');
      throw imagesUnavailable();
    });
    if (!bytes) throw fail('image_not_found');
    // Any other content would be served under our name.
    if (object.includes(`-${hashOf(bytes)}.`)) return bytes;
    log.error({ object }, 'the object in the bucket does not match the stored image');
    throw fail('image_not_found');
  };
  return {
    /** @throws `images_away`, `image_not_found` */
    read: (venueId: number, object: string): Promise<Uint8Array> =>
      perVenue(`${venueId}`, () => fetches(ALL, () => read(object))),
    /** Starts a pass: there is something to move or to delete. */
    wake,
    stop,
  };
}
export type ImageStorage = ReturnType<typeof startImageStorage>;
