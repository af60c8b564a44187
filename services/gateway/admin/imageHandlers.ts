import type { Image } from '@venue-booking/proto/facility/image';
import { imageUrl } from '../images/imageUrl.ts';
import type { AdminDeps } from './adminDeps.ts';
import type { AdminHandlers } from './procedures.ts';

/** Handlers of the images that a venue has uploaded. */
export function imageHandlers({
  backends: { catalog },
  images,
  publicUrl,
}: AdminDeps): AdminHandlers<'image'> {
  const toImage = (image: Omit<Image, 'url'>): Image => ({ ...image, url: imageUrl(publicUrl, image.id) });
  return {
    listImages: async (input) => (await catalog.images.list.query(input)).map(toImage),
    async removeImage(input) {
      const removed = await catalog.images.remove.mutate(input);
      images.delete(removed.id);
      return toImage(removed);
    },
  };
}
