import { fail } from '@venue-booking/proto/failures';
import { IMAGE_TYPES, type ImageType, MAX_IMAGE_MEGAPIXELS } from '@venue-booking/proto/image';
import { imageSize } from 'image-size';

const MOST_PIXELS = MAX_IMAGE_MEGAPIXELS * 1_000_000;
/** Where a WebP in its extended form says what it has, and the sign that it moves. */
const WEBP_FLAGS_AT = 20;
const MOVES = 0b10;

/**
 * What a file is by its contents, whatever it is called, from its first bytes alone: nothing is decoded.
 * @throws `image_type_refused`, `image_too_many_pixels`
 */
export function readImageHeader(file: Buffer): ImageType {
  const found = sizeOf(file);
  const type = IMAGE_TYPES.find((known) => known === found?.type);
  if (!found || !type || moves(file, type)) throw fail('image_type_refused');
  if (found.width * found.height > MOST_PIXELS)
    throw fail('image_too_many_pixels', { megapixels: MAX_IMAGE_MEGAPIXELS });
  return type;
}

function sizeOf(file: Buffer): ReturnType<typeof imageSize> | null {
  try {
    return imageSize(file);
  } catch {
    return null;
  }
}

/** Whether it is an animation, which would lose all but one of its pictures. */
function moves(file: Buffer, type: ImageType): boolean {
  if (type === 'webp')
    return file.toString('latin1', 12, 16) === 'VP8X' && ((file[WEBP_FLAGS_AT] ?? 0) & MOVES) !== 0;
  if (type === 'png') return file.subarray(0, 1024).includes('acTL');
  return type === 'avif' && file.toString('latin1', 8, 12) === 'avis';
}
