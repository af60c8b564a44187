import { z } from 'zod';
import { singleLine } from '../primitives.ts';

/** Images of facilities and add-ons: uploaded by the venue, or anywhere on the web. */

/** An http(s) URL, or a path relative to the API. Rejects other schemes. */
export const ImageReference = singleLine(2000).regex(
  /^(https?:\/\/|(?![a-z][a-z0-9+.-]*:))\S+$/i,
  'must be an http(s) address or a path',
);

/** Types are detected from the content, not from the file name. */
export const IMAGE_TYPES = ['jpg', 'png', 'webp', 'avif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Stored widths in pixels. Smaller images are not enlarged. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;
export type ImageWidth = (typeof IMAGE_WIDTHS)[number];
/** The URL of an uploaded image in another width. */
export const inWidth = (url: string, width: ImageWidth): string => url.replace(/\d+\.webp$/, `${width}.webp`);
/** Maximum file size. */
export const MAX_IMAGE_MB = 10;
/** Maximum number of pixels: phone photos fit. */
export const MAX_IMAGE_MEGAPIXELS = 13;
/** Maximum bytes per width. Services exchange each width in one message of at most 1 MiB. */
export const MAX_WIDTH_BYTES = 700_000;
/** Maximum number of images per venue. */
export const MAX_IMAGES = 200;

/** An uploaded image. */
export const Image = z.object({
  id: z.uuid(),
  url: z.url().describe('URL of the largest width, for `images` of a facility or `image` of an add-on'),
  width: z.int().describe('Pixels of the largest width'),
  height: z.int(),
  created_at: z.iso.datetime(),
});
export type Image = z.infer<typeof Image>;

/** One width of an image, as it is sent to its storage. */
export const ImagePart = z.object({
  id: z.uuid(),
  /** Number of widths of the image. */
  parts: z.int().min(1).max(IMAGE_WIDTHS.length),
  name: z.literal(IMAGE_WIDTHS),
  width: z.int().min(1),
  height: z.int().min(1),
  base64: z.base64().max(Math.ceil(MAX_WIDTH_BYTES / 3) * 4),
});
export type ImagePart = z.infer<typeof ImagePart>;
