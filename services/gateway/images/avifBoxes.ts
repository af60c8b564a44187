/** A box of ISO/IEC 14496-12, with the offsets of its content. */
export type Box = { name: string; start: number; end: number };

/** Bytes of the version and flags at the start of a `meta` box. */
const META_HEADER = 4;

/**
 * The boxes at a path, such as `['meta', 'iloc']`; null for a damaged one. Linear: visits each box once per
 * level of the path.
 */
export function* boxesAt(
  file: Buffer,
  [name, ...rest]: readonly string[],
  start = 0,
  end = file.length,
): Generator<Box | null> {
  for (const box of boxesIn(file, start, end)) {
    if (!box || (box.name === name && rest.length === 0)) yield box;
    else if (box.name === name)
      yield* boxesAt(file, rest, box.start + (name === 'meta' ? META_HEADER : 0), box.end);
  }
}

/** The boxes in a range of the file; null for a box that ends outside of it. */
export function* boxesIn(file: Buffer, from: number, end: number): Generator<Box | null> {
  for (let at = from; at < end; ) {
    if (at + 8 > end) return yield null;
    const stated = file.readUInt32BE(at);
    const isLong = stated === 1;
    if (isLong && at + 16 > end) return yield null;
    const header = isLong ? 16 : 8;
    const size = isLong ? Number(file.readBigUInt64BE(at + 8)) : stated;
    // A size of zero means that the box extends to the end.
    const next = size === 0 ? end : at + size;
    if (next < at + header || next > end) return yield null;
    yield { name: file.toString('latin1', at + 4, at + 8), start: at + header, end: next };
    at = next;
  }
}
