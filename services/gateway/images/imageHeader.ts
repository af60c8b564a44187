import { fail } from '@venue-booking/proto/failures';
import { IMAGE_TYPES, type ImageType, MAX_IMAGE_MEGAPIXELS } from '@venue-booking/proto/image';

export const MOST_PIXELS = MAX_IMAGE_MEGAPIXELS * 1_000_000;
/** Where a WebP in its extended form says what it has, and the sign that it moves. */
const WEBP_FLAGS_AT = 20;
const MOVES = 0b10;
/**
 * Scans of a JPEG: a progressive one has ten or so. Each goes over all of its pixels, and may have hardly a
 * byte: 13 million pixels take 3 ms for each.
 */
const MOST_SCANS = 100;
/** Markers that are looked at, in 30 ms: a photo of 10 MB has one in each 250 bytes. */
const MOST_MARKERS = 500_000;
const [MARKER, FIRST_RESTART, START, END, SCAN] = [0xff, 0xd0, 0xd8, 0xd9, 0xda];
/** What says how large it is: baseline, extended or progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const SIGN = Buffer.from([MARKER, START]);

/**
 * What a file is by its contents, whatever it is called: nothing is decoded.
 * @throws `image_type_refused`, `image_too_many_pixels`, `image_too_slow`, `image_unreadable`
 */
export async function readImageHeader(file: Buffer): Promise<ImageType> {
  const found = await sizeOf(file);
  const type = IMAGE_TYPES.find((known) => known === found?.type);
  if (!found || !type || moves(file, type)) throw fail('image_type_refused');
  if (found.width * found.height > MOST_PIXELS)
    throw fail('image_too_many_pixels', { megapixels: MAX_IMAGE_MEGAPIXELS });
  if (type === 'jpg') checkScans(file);
  return type;
}

/** @throws `image_too_slow`; `image_unreadable` for one that was cut off, whose rest would be grey */
function checkScans(jpeg: Buffer): void {
  let scans = 0;
  for (const { marker } of markersOf(jpeg)) {
    // Behind its end there may be anything, such as the film of a phone.
    if (marker === END) return;
    if (marker === SCAN) scans += 1;
    if (scans > MOST_SCANS) throw fail('image_too_slow');
  }
  throw fail('image_unreadable');
}

/** The markers of a JPEG, in their order, and where each stands. @throws `image_too_slow` */
function* markersOf(jpeg: Buffer): Generator<{ marker: number; at: number }> {
  let at = jpeg.indexOf(MARKER);
  for (let count = 0; at >= 0 && at + 1 < jpeg.length; count += 1) {
    if (count === MOST_MARKERS) throw fail('image_too_slow');
    const marker = jpeg.readUInt8(at + 1);
    yield { marker, at };
    const bare = isBare(marker);
    if (!bare && at + 3 >= jpeg.length) return;
    at = jpeg.indexOf(MARKER, bare ? at + 1 : at + 2 + jpeg.readUInt16BE(at + 2));
  }
}

/** Whether no length follows: filling, a byte of what is packed, a start or a restart. */
const isBare = (marker: number) =>
  marker === MARKER || marker <= 1 || (marker >= FIRST_RESTART && marker <= START);

type Size = { type: string | undefined; width: number; height: number };

async function sizeOf(file: Buffer): Promise<Size | null> {
  // The library goes through what is none byte by byte, two seconds of a thread that all requests need.
  if (file.subarray(0, SIGN.length).equals(SIGN)) return sizeOfJpeg(file);
  // Loaded when it is needed: 28 files, which no start needs.
  const { imageSize } = await import('image-size');
  try {
    const { type, width, height } = imageSize(file);
    return { type, width, height };
  } catch {
    return null;
  }
}

/** As it says before its first scan. */
function sizeOfJpeg(jpeg: Buffer): Size | null {
  for (const { marker, at } of markersOf(jpeg)) {
    if (marker === SCAN || marker === END) return null;
    if (FRAMES.includes(marker) && at + 9 <= jpeg.length)
      return { type: 'jpg', height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
  }
  return null;
}

/** Whether it is an animation, which would lose all but one of its pictures. */
function moves(file: Buffer, type: ImageType): boolean {
  if (type === 'webp')
    return file.toString('latin1', 12, 16) === 'VP8X' && ((file[WEBP_FLAGS_AT] ?? 0) & MOVES) !== 0;
  if (type === 'png') return file.subarray(0, 1024).includes('acTL');
  return type === 'avif' && file.toString('latin1', 8, 12) === 'avis';
}
