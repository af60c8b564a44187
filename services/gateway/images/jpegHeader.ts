import { fail } from '@venue-booking/proto/failures';
import type { Size } from './imageSize.ts';

/**
 * A progressive JPEG usually has about ten scans. Each scan passes over all pixels but needs hardly a byte:
 * 13 million pixels take 3 ms per scan.
 */
const MAX_SCANS = 100;
/** A typical photo has one marker per 250 bytes; this allows one per 20 bytes of 10 MB. */
const MAX_MARKERS = 500_000;
const [MARKER, FIRST_RESTART, START, END, SCAN] = [0xff, 0xd0, 0xd8, 0xd9, 0xda];
/** Frame headers (baseline, extended, progressive), which contain the size. */
const FRAMES = [0xc0, 0xc1, 0xc2];

export const isJpeg = (file: Buffer): boolean => file[0] === MARKER && file[1] === START;

/** Returns the size in the frame header before the first scan. @throws `image_too_slow` */
export function jpegSize(jpeg: Buffer): Size | null {
  for (const { marker, at } of markersOf(jpeg)) {
    if (marker === SCAN || marker === END) return null;
    if (FRAMES.includes(marker) && at + 9 <= jpeg.length)
      return { height: jpeg.readUInt16BE(at + 5), width: jpeg.readUInt16BE(at + 7) };
  }
  return null;
}

/**
 * Limits the scans. @throws `image_too_slow`; `image_unreadable` for a truncated file, whose rest would be
 * grey
 */
export function checkScans(jpeg: Buffer): void {
  let scans = 0;
  for (const { marker } of markersOf(jpeg)) {
    // Other data may follow the end, such as the video of a phone's live photo.
    if (marker === END) return;
    if (marker === SCAN) scans += 1;
    if (scans > MAX_SCANS) throw fail('image_too_slow');
  }
  throw fail('image_unreadable');
}

/** The markers of a JPEG in order, with their offsets. @throws `image_too_slow` */
function* markersOf(jpeg: Buffer): Generator<{ marker: number; at: number }> {
  let at = jpeg.indexOf(MARKER);
  for (let count = 0; at >= 0 && at + 1 < jpeg.length; count += 1) {
    if (count === MAX_MARKERS) throw fail('image_too_slow');
    const marker = jpeg.readUInt8(at + 1);
    yield { marker, at };
    const bare = hasNoLength(marker);
    if (!bare && at + 3 >= jpeg.length) return;
    at = jpeg.indexOf(MARKER, bare ? at + 1 : at + 2 + jpeg.readUInt16BE(at + 2));
  }
}

/** Fill bytes, stuffed bytes, start and restart markers have no length field. */
const hasNoLength = (marker: number) =>
  marker === MARKER || marker <= 1 || (marker >= FIRST_RESTART && marker <= START);
