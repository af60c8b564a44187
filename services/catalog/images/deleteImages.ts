import type { CatalogDatabase, CatalogTx } from '../database.ts';
import type { Bucket } from './bucket.ts';

const BATCH = 20;

/**
 * Deletes rows of images, and schedules the deletion of their objects by {@link deleteObjects}. An object
 * that may still be uploading is deleted an hour later.
 * @param which an image, the incomplete uploads from before `before`, or all images
 */
export async function deleteImageRows(
  tx: CatalogTx,
  venueId: number,
  which: { id: string } | { before: Date } | 'all',
): Promise<number> {
  const of = which === 'all' ? { id: null } : which;
  const id = 'id' in of ? of.id : null;
  const before = 'before' in of ? of.before : null;
  const [{ count } = { count: 0 }] = await tx.$queryRaw<{ count: number }[]>`
    WITH deleted AS (
      DELETE FROM catalog.image WHERE venue_id = ${venueId} AND (
        ${which === 'all'} OR id = ${id}::uuid OR created_at < ${before}::timestamptz AND (
          SELECT count(*) FROM catalog.image other
          WHERE other.venue_id = ${venueId} AND other.id = catalog.image.id) < parts)
      RETURNING object, bytes
    ), listed AS (
      INSERT INTO catalog.image_removal (venue_id, object, due_at)
      SELECT ${venueId}, object, now() + CASE WHEN bytes IS NULL THEN interval '0' ELSE interval '1 hour' END
      FROM deleted WHERE object IS NOT NULL ON CONFLICT DO NOTHING
    ) SELECT count(*)::integer AS count FROM deleted`;
  return count;
}

/**
 * Deletes due objects from the bucket. Returns whether there may be more. Replicas may run this concurrently.
 */
export async function deleteObjects(database: CatalogDatabase, bucket: Bucket): Promise<boolean> {
  const due = await database.$queryRaw<{ venueId: number; object: string }[]>`
    SELECT venue_id AS "venueId", object FROM catalog.image_removal
    WHERE due_at <= now()::timestamptz(3) ORDER BY due_at LIMIT ${BATCH}`;
  for (const removal of due) {
    await bucket.delete(removal.object);
    await database.imageRemoval.deleteMany({ where: removal });
  }
  return due.length === BATCH;
}
