import { IMAGE_WIDTHS, type Image, type ImagePart, MAX_IMAGES } from '@venue-booking/proto/facility/image';
import { fail } from '@venue-booking/proto/failures';
import { type Deps, requireVenue } from '../change.ts';
import type { CatalogDatabase, CatalogTx } from '../database.ts';
import type { Image as Row } from '../gen/prisma/client.ts';
import { deleteImageRows } from './deleteImages.ts';

/** A stored image of a venue, with the size of its largest width. */
type StoredImage = Omit<Image, 'url'>;

const toStoredImage = ({ id, width, height, createdAt }: Omit<Row, 'bytes' | 'object'>): StoredImage => ({
  id,
  width,
  height,
  created_at: createdAt.toISOString(),
});

/** An upload without all its parts after this time has failed. */
const ABANDONED_MS = 60 * 60_000;

/**
 * Stores one width of an image, unless it is there. At the limit, it first deletes failed uploads.
 * @throws `venue_not_found`, `too_many_images`
 */
export async function putImagePart(
  database: CatalogDatabase,
  slug: string,
  { base64, ...part }: ImagePart,
): Promise<{ venueId: number }> {
  return database.$transaction(async (tx) => {
    const venueId = await lockVenue(tx, slug);
    const ids = await tx.image.findMany({ where: { venueId }, distinct: ['id'], select: { id: true } });
    if (ids.length >= MAX_IMAGES && !ids.some(({ id }) => id === part.id)) {
      const before = new Date(Date.now() - ABANDONED_MS);
      if ((await deleteImageRows(tx, venueId, { before })) === 0)
        throw fail('too_many_images', { limit: MAX_IMAGES });
    }
    const data = [{ venueId, ...part, bytes: Buffer.from(base64, 'base64') }];
    await tx.image.createMany({ data, skipDuplicates: true });
    return { venueId };
  });
}

/** A venue's images, newest first. @throws `venue_not_found` */
export async function listImages(database: CatalogDatabase, slug: string): Promise<StoredImage[]> {
  const venue = await requireVenue(database, slug);
  const rows = await database.image.findMany({
    where: { venueId: venue.id },
    omit: { bytes: true, object: true },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }, { name: 'desc' }],
    take: MAX_IMAGES * IMAGE_WIDTHS.length,
  });
  const byId = Map.groupBy(rows, ({ id }) => id);
  return [...byId.values()]
    .filter((parts) => parts.length === parts[0]?.parts)
    .flatMap(([largest]) => (largest ? toStoredImage(largest) : []));
}

/** Deletes an image that is not in use. @throws `venue_not_found`, `image_not_found`, `image_in_use` */
export async function deleteImage(
  database: CatalogDatabase,
  { slug, id }: { slug: string; id: string },
): Promise<StoredImage> {
  return database.$transaction(async (tx) => {
    // Changes of facilities take this lock too, so none can start to use the image meanwhile.
    const venueId = await lockVenue(tx, slug);
    const largest = await tx.image.findFirst({
      where: { venueId, id },
      omit: { bytes: true, object: true },
      orderBy: { name: 'desc' },
    });
    if (!largest) throw fail('image_not_found');
    if (await isInUse(tx, { venueId, id: largest.id })) throw fail('image_in_use');
    await deleteImageRows(tx, venueId, { id });
    return toStoredImage(largest);
  });
}

/** Whether a facility, an add-on or the brand has a URL of the image, in any width and any letter case. */
async function isInUse(tx: CatalogTx, { venueId, id }: { venueId: number; id: string }): Promise<boolean> {
  const shown = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM catalog.facility WHERE venue_id = ${venueId}
      AND strpos(lower(concat(images, pricing -> 'add_ons')), ${`/images/${id}/`}) > 0
    UNION ALL SELECT 1 FROM catalog.venue WHERE id = ${venueId}
      AND strpos(brand::text, ${`/images/${id}/`}) > 0 LIMIT 1`;
  return shown.length > 0;
}

/** Reads one width of an image. @throws `image_not_found`, `images_away` */
export async function readImage(
  { database, images }: Pick<Deps, 'database' | 'images'>,
  { id, name }: { id: string; name: number },
): Promise<{ base64: string }> {
  const row = await database.image.findUnique({
    where: { id_name: { id, name } },
    select: { venueId: true, bytes: true, object: true },
  });
  if (!row) throw fail('image_not_found');
  let bytes: Uint8Array | null = row.bytes;
  if (!bytes) {
    // The image was moved to a bucket, but this process has no bucket configured.
    if (!images || row.object === null) throw fail('images_away');
    bytes = await images.read(row.venueId, row.object);
  }
  return { base64: Buffer.from(bytes).toString('base64') };
}

/** @throws `venue_not_found`, `venue_deleted` */
async function lockVenue(tx: CatalogTx, slug: string): Promise<number> {
  const [venue] = await tx.$queryRaw<
    { id: number; deleted: boolean }[]
  >`SELECT id, deleted_at IS NOT NULL AS deleted FROM catalog.venue WHERE slug = ${slug} FOR UPDATE`;
  if (!venue) throw fail('venue_not_found');
  if (venue.deleted) throw fail('venue_deleted');
  return venue.id;
}
