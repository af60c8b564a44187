import { IMAGE_WIDTHS } from '@venue-booking/proto/facility/image';
import { fail } from '@venue-booking/proto/failures';
import { withoutUndefined } from '@venue-booking/proto/primitives';
import { type Brand, type BrandPatch, imageIdOf, NO_BRAND } from '@venue-booking/proto/venue/brand';
import type { CatalogTx } from './database.ts';
import type { Venue } from './gen/prisma/client.ts';

/** The brand of a venue. Images are paths relative to the API. */
export const brandOf = ({ brand }: Pick<Venue, 'brand'>): Brand => ({
  ...NO_BRAND,
  ...(brand as Partial<Brand>),
});

/** Whether a venue has set anything of its brand. */
export const hasBrand = ({ brand }: Pick<Venue, 'brand'>): boolean =>
  Object.values(brand as Partial<Brand>).some((value) => value !== null);

/**
 * The brand of a venue after a change. Stores images as paths, which suit every host of the venue, and only
 * the venue's own images: mails and tickets must load nothing from other websites.
 * @throws `validation` for an image that the venue has not uploaded
 */
export async function changedBrand(
  tx: CatalogTx,
  venue: Pick<Venue, 'id' | 'brand'>,
  change: BrandPatch = {},
): Promise<Brand> {
  const brand = { ...brandOf(venue), ...withoutUndefined(change) };
  for (const name of ['logo', 'picture'] as const) {
    const image = change[name];
    if (image) brand[name] = await ownPath(tx, venue.id, { name, image });
  }
  return brand;
}

async function ownPath(tx: CatalogTx, venueId: number, { name, image }: { name: string; image: string }) {
  const id = imageIdOf(image);
  if (!id || (await tx.image.count({ where: { venueId, id } })) === 0)
    throw fail('validation', { detail: `brand.${name}: must be an image that this venue has uploaded` });
  return `/images/${id}/${Math.max(...IMAGE_WIDTHS)}.webp`;
}
