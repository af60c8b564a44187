import type { Image } from '@venue-booking/proto/image';
import { imageUrl } from '../images/imageUrl.ts';
import type { AdminHandlers } from './procedures.ts';
import type { AdminDeps } from './writes.ts';

/** The images that a venue has uploaded. */
export function imageHandlers({
  backends: { catalog },
  publicUrl,
}: Pick<AdminDeps, 'backends' | 'publicUrl'>): Pick<AdminHandlers, 'image'> {
  const toImage = ({ id, ...size }: Omit<Image, 'url'>): Image => ({
    id,
    url: imageUrl(publicUrl, id),
    ...size,
  });
  return {
    image: {
      listImages: async (input) => (await catalog.images.list.query(input)).map(toImage),
      removeImage: async (input) => toImage(await catalog.images.remove.mutate(input)),
    },
  };
}
