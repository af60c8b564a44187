import { z } from 'zod';
import { Image } from '../image.ts';
import type { CallGroup } from './adminCall.ts';
import { image, venue } from './things.ts';

/** Images that a venue has uploaded. The upload itself takes a file, and is a route of the gateway's. */

export const imageCalls = {
  about: 'Images that a venue has uploaded for its facilities and their add-ons',
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
      does: 'Remove an image that no facility or add-on shows',
      method: 'DELETE',
      of: image,
      answers: Image,
      errors: { 409: 'A facility or one of its add-ons shows it' },
    },
  },
} as const satisfies CallGroup;
