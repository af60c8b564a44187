import type { CatalogDatabase } from '../database.ts';
import { type Bucket, hashOf } from './bucket.ts';

const BATCH = 20;

type Part = { venueId: number; id: string; name: number };

/**
 * Moves images from the database to the bucket, one after the other. Returns whether there may be more. After
 * a failure or crash, an image stays in the database for a later pass. Its row gets the object's name before
 * the upload, and keeps the bytes until the bucket has them (docs/decisions/0055-images-are-written-anew.md).
 * Replicas may run this concurrently.
 */
export async function moveImages(database: CatalogDatabase, bucket: Bucket): Promise<boolean> {
  // Only complete uploads: an incomplete one may be abandoned.
  const parts = await database.$queryRaw<Part[]>`
    SELECT venue_id AS "venueId", id, name FROM catalog.image
    WHERE bytes IS NOT NULL AND parts = (
      SELECT count(*) FROM catalog.image other
      WHERE other.venue_id = image.venue_id AND other.id = image.id)
    ORDER BY created_at LIMIT ${BATCH}`;
  for (const part of parts) await movePart(database, bucket, part);
  return parts.length === BATCH;
}

async function movePart(database: CatalogDatabase, bucket: Bucket, part: Part): Promise<void> {
  const { venueId, id, name } = part;
  const row = await database.image.findUnique({ where: { id_name: { id, name } }, select: { bytes: true } });
  if (!row?.bytes) return;
  // The name contains the hash of the contents, so objects never change and a repeated upload has no effect.
  const object = `${venueId}/${id}/${name}-${hashOf(row.bytes)}.webp`;
  const claimed = await database.image.updateMany({
    where: { ...part, bytes: { not: null } },
    data: { object },
  });
  if (claimed.count === 0) return;
  await bucket.put(object, row.bytes);
  await database.image.updateMany({ where: { ...part, object }, data: { bytes: null } });
}
