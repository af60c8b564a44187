import { av1Size } from './av1Header.ts';
import { boxesAt } from './avifBoxes.ts';
import { av1Pictures } from './avifItems.ts';
import { larger, type Size } from './imageSize.ts';

export const isAvif = (file: Buffer): boolean => file.toString('latin1', 4, 12) === 'ftypavif';

/**
 * The largest size that a file states, in its boxes or its coded pictures. Both matter: the decoder decodes
 * at the coded size, then scales to the size in the boxes. Null for a damaged file or one without a size.
 */
export function avifSize(file: Buffer): Size | null {
  let largest: Size | null = null;
  try {
    for (const size of sizesIn(file)) {
      if (!size) return null;
      largest = larger(largest, size);
    }
  } catch {
    return null; // The file is truncated or has invalid values.
  }
  return largest;
}

function* sizesIn(file: Buffer): Generator<Size | null> {
  for (const box of boxesAt(file, ['meta', 'iprp', 'ipco', 'ispe']))
    yield box && { width: file.readUInt32BE(box.start + 4), height: file.readUInt32BE(box.start + 8) };
  for (const picture of av1Pictures(file)) yield av1Size(picture);
}
