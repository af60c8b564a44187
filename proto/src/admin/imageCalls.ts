import { z } from 'zod';
import { Image } from '../facility/image.ts';
import type { CallGroup } from './adminCall.ts';
import { image, venue } from './resources.ts';

/**
 * Calls about uploaded images. The upload itself sends a file, so the gateway has a separate route for it.
 */

export const imageCalls = {
  about: 'Uploaded images of facilities, add-ons and the brand',
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
      does: 'Remove an image that is not in use',
      method: 'DELETE',
      of: image,
      answers: Image,
      errors: { 409: 'A facility, an add-on or the brand uses it' },
    },
  },
} as const satisfies CallGroup;
