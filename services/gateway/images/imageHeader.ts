import type { ImageType } from '@venue-booking/proto/facility/image';
import { fail } from '@venue-booking/proto/failures';
import { avifSize, isAvif } from './avifHeader.ts';
import type { Size } from './imageSize.ts';
import { checkScans, isJpeg, jpegSize } from './jpegHeader.ts';

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
/** Offset of the flags of an extended WebP, and the animation flag. */
const WEBP_FLAGS_AT = 20;
const ANIMATED = 0b10;

/**
 * Detects the type of an image from its content. Reads only headers, in time linear in the file's size.
 *
 * Runs in the decoding thread; the main thread never parses uploads
 * (docs/decisions/0055-images-are-written-anew.md).
 * @throws `image_type_refused`, `image_too_many_pixels`, `image_too_slow`, `image_unreadable`
 */
export function readImageHeader(file: Buffer, mostPixels: number): ImageType {
  const type = typeOf(file);
  if (!type || isAnimated(file, type)) throw fail('image_type_refused');
  const size = READERS[type](file);
  if (!size) throw fail('image_unreadable');
  if (size.width * size.height > mostPixels)
    throw fail('image_too_many_pixels', { megapixels: mostPixels / 1_000_000 });
  if (type === 'jpg') checkScans(file);
  return type;
}

function typeOf(file: Buffer): ImageType | null {
  if (isJpeg(file)) return 'jpg';
  // The decoder rejects a PNG whose first chunk is not IHDR.
  if (file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return 'png';
  if (textAt(file, 0) === 'RIFF' && textAt(file, 8) === 'WEBP') return 'webp';
  return isAvif(file) ? 'avif' : null;
}

const READERS: Record<ImageType, (file: Buffer) => Size | null> = {
  jpg: jpegSize,
  png: (file) => (file.length < 24 ? null : { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }),
  webp: webpSize,
  avif: avifSize,
};

/** Uses the first chunk only: the decoder rejects pictures whose size differs from the extended header. */
function webpSize(file: Buffer): Size | null {
  if (file.length < 30) return null;
  const chunk = textAt(file, 12);
  if (chunk === 'VP8X') return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
  if (chunk === 'VP8 ')
    return { width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
  if (chunk !== 'VP8L') return null;
  const packed = file.readUInt32LE(21);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

/** Animations are rejected, because only one frame would remain. */
function isAnimated(file: Buffer, type: ImageType): boolean {
  if (type === 'webp') return textAt(file, 12) === 'VP8X' && ((file[WEBP_FLAGS_AT] ?? 0) & ANIMATED) !== 0;
  return type === 'png' && file.subarray(0, 1024).includes('acTL');
}

const textAt = (file: Buffer, at: number): string => file.toString('latin1', at, at + 4);
