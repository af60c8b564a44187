import { type PurgeState, type PurgeStep, purgeRows } from '@venue-booking/kit/postgres/purgeRows';
import { retryConflicts } from '@venue-booking/kit/postgres/sql';
import { RESTORE_DAYS } from '@venue-booking/proto/venue/venueState';
import type { Deps } from './change.ts';
import type { CatalogDatabase, CatalogTx } from './database.ts';
import { deleteImageRows } from './images/deleteImages.ts';

/** Ids of venues that were deleted so long ago that their purge is due or has begun, by id. */
export async function listDuePurges(
  database: CatalogDatabase,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await database.$queryRaw<{ id: number }[]>`
    SELECT id FROM catalog.venue
    WHERE deleted_at < now() - make_interval(days => ${RESTORE_DAYS}::integer) AND id > ${after}
    ORDER BY id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}

/**
 * Begins the purge of a venue: from now on it cannot be restored, and its slug is reserved for good. Returns
 * false if it was restored meanwhile, or is purged.
 */
export const beginPurge = (database: CatalogDatabase, venueId: number): Promise<boolean> =>
  database.$transaction(async (tx) => {
    const [venue] = await tx.$queryRaw<unknown[]>`
      SELECT FROM catalog.venue WHERE id = ${venueId}
        AND deleted_at < now() - make_interval(days => ${RESTORE_DAYS}::integer) FOR UPDATE`;
    if (!venue) return false;
    await tx.$executeRaw`
      INSERT INTO catalog.purged_venue (venue_id, slug, timezone, day_start, deleted_at)
      SELECT id, slug, timezone, day_start, deleted_at FROM catalog.venue WHERE id = ${venueId} ON CONFLICT DO NOTHING`;
    return true;
  });

/** The id of a venue that is or is being purged; null: none had this slug. */
export const findPurged = async (database: CatalogDatabase, slug: string): Promise<number | null> =>
  (await database.purgedVenue.findUnique({ where: { slug } }))?.venueId ?? null;

/** Everything of a venue besides its images and people, children first. */
const STEPS: readonly PurgeStep[] = [
  ...[
    'token',
    'opening_exception',
    'venue_exception',
    'booking_field',
    'facility',
    'room',
    'venue_domain',
    'audit_entry',
  ].map((table) => ({ table: `catalog.${table}` })),
  {
    table: 'catalog.audit_entry',
    where:
      'venue_id IS NULL AND venue = (SELECT slug FROM catalog.purged_venue WHERE venue_id = $1::integer)',
  },
];

/**
 * Purges a batch of catalog's data of a venue, after the other services have purged theirs. The venue's row
 * goes last, so that a crash leaves it due. Idempotent.
 */
export async function finishPurge({ database, images }: Deps, venueId: number): Promise<PurgeState> {
  const begun = await database.purgedVenue.findUnique({ where: { venueId } });
  if (!begun || begun.purgedAt) return 'done';
  await deleteImageRows(database, venueId, 'all');
  await retryConflicts(() => database.$transaction((tx) => removePeople(tx, venueId)));
  if (await purgeRows(database, venueId, STEPS)) return 'more';
  if ((await database.imageRemoval.count({ where: { venueId } })) > 0) {
    images?.wake();
    return 'waiting';
  }
  await database.$transaction([
    database.venue.deleteMany({ where: { id: venueId } }),
    database.purgedVenue.update({ where: { venueId }, data: { purgedAt: new Date() } }),
  ]);
  return 'done';
}

/** Removes all people of a venue. Those without any other venue are deleted, with links and sessions. */
async function removePeople(tx: CatalogTx, venueId: number): Promise<void> {
  // The lock order of `personStore.ts`: memberships, then people.
  const removed = await tx.$queryRaw<{ id: string }[]>`
    WITH locked AS (
      SELECT person_id FROM catalog.membership WHERE venue_id = ${venueId} ORDER BY person_id FOR UPDATE)
    DELETE FROM catalog.membership m USING locked
    WHERE m.venue_id = ${venueId} AND m.person_id = locked.person_id RETURNING m.person_id::text AS id`;
  const ids = removed.map(({ id }) => id);
  await tx.$queryRaw`SELECT FROM catalog.person WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`;
  await tx.person.deleteMany({ where: { id: { in: ids }, memberships: { none: {} } } });
}
