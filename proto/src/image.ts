import { z } from 'zod';
import { singleLine } from './primitives.ts';

/** Images of facilities and of their add-ons: uploaded by the venue, or anywhere on the web. */

/** An http(s) address, or a path that clients resolve against the address of the API. No other scheme. */
export const ImageReference = singleLine(2000).regex(
  /^(https?:\/\/|(?![a-z][a-z0-9+.-]*:))\S+$/i,
  'must be an http(s) address or a path',
);

/** By what a file is, not by what it is called. */
export const IMAGE_TYPES = ['jpg', 'png', 'webp', 'avif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Widths in which an image is kept, in pixels. One that is smaller stays as it is. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
/** Largest file that is taken. */
export const MAX_IMAGE_MB = 10;
/** Most pixels of a file that is taken: the photos of a phone. */
export const MAX_IMAGE_MEGAPIXELS = 13;
/** Most bytes of one width: it travels alone between services, whose messages have 1 MiB. */
export const MAX_WIDTH_BYTES = 700_000;
/** Images that one venue may keep. */
export const MAX_IMAGES = 200;

/** An image that a venue keeps. */
export const Image = z.object({
  id: z.uuid(),
  url: z.url().describe('Address of its largest width, for `images` of a facility or `image` of an add-on'),
  width: z.int().describe('Pixels of the largest width'),
  height: z.int(),
  created_at: z.iso.datetime(),
});
export type Image = z.infer<typeof Image>;

/** One width on its way to where it is kept. */
export const ImagePart = z.object({
  id: z.uuid(),
  /** How many widths the image has. */
  parts: z.int().min(1).max(IMAGE_WIDTHS.length),
  name: z.literal(IMAGE_WIDTHS),
  width: z.int().min(1),
  height: z.int().min(1),
  base64: z.base64().max(Math.ceil(MAX_WIDTH_BYTES / 3) * 4),
});
export type ImagePart = z.infer<typeof ImagePart>;
