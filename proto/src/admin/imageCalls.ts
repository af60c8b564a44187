import { z } from 'zod';
import { Image } from '../facility/image.ts';
import type { CallGroup } from './adminCall.ts';
import { image, venue } from './resources.ts';

/**
 * Calls about uploaded images. The upload itself sends a file, so the gateway has a separate route for it.
 */

export const imageCalls = {
  about: 'Uploaded images of facilities and add-ons',
  tag: 'images',
  calls: {
    listImages: {
      verb: 'list',
      does: 'List the images of a venue, newest first',
      method: 'GET',
      of: venue,
      path: '/images',
      answers: z.array(Image),
      columns: ['id', 'url', 'width', 'height', 'created_at'],
    },
    removeImage: {
      verb: 'remove',
      does: 'Remove an image that no facility or add-on uses',
      method: 'DELETE',
      of: image,
      answers: Image,
      errors: { 409: 'A facility or one of its add-ons uses it' },
    },
  },
} as const satisfies CallGroup;
