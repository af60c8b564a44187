import { type Box, boxesAt, boxesIn } from './avifBoxes.ts';

/** More than the tiles of the largest allowed image need. */
const MAX_PARTS = 10_000;
const AV1 = 'av01';
/** Where the extents of an item are: in the file, or in the `idat` box. */
const [IN_FILE, IN_DATA] = [0, 1];

/**
 * The bytes of each AV1 picture in a file: tiles, alpha planes, thumbnails. Their total size is at most that
 * of the file.
 * @throws when a box is damaged, or when the extents exceed the file's size
 */
export function av1Pictures(file: Buffer): Buffer[] {
  const ids = idsOf(file);
  const [data] = boxesAt(file, ['meta', 'idat']);
  const pictures: Buffer[] = [];
  let [parts, bytes] = [0, 0];
  for (const box of boxesAt(file, ['meta', 'iloc'])) {
    if (!box) throw new Error('damaged');
    for (const { id, method, extents } of itemsIn(file, box, () => {
      parts += 1;
      if (parts > MAX_PARTS) throw new Error('too many parts');
    })) {
      if (!ids.has(id)) continue;
      const from = method === IN_DATA ? data : { start: 0, end: file.length };
      if (!from || method > IN_DATA) throw new Error('parts elsewhere');
      const found = extents.map(({ offset, length }) => {
        const start = from.start + offset;
        return file.subarray(start, length === 0 ? from.end : Math.min(from.end, start + length));
      });
      bytes += found.reduce((sum, part) => sum + part.length, 0);
      if (bytes > file.length) throw new Error('parts that overlap');
      pictures.push(Buffer.concat(found));
    }
  }
  return pictures;
}

/** The ids of the items that are AV1 pictures. */
function idsOf(file: Buffer): Set<number> {
  const ids = new Set<number>();
  for (const list of boxesAt(file, ['meta', 'iinf'])) {
    if (!list) throw new Error('damaged');
    const counted = file.readUInt8(list.start) === 0 ? 6 : 8;
    for (const box of boxesIn(file, list.start + counted, list.end)) {
      if (!box) throw new Error('damaged');
      const hasLongId = file.readUInt8(box.start) > 2;
      const type = box.start + (hasLongId ? 10 : 8);
      if (file.toString('latin1', type, type + 4) !== AV1) continue;
      ids.add(hasLongId ? file.readUInt32BE(box.start + 4) : file.readUInt16BE(box.start + 4));
    }
  }
  return ids;
}

type Item = { id: number; method: number; extents: { offset: number; length: number }[] };

/**
 * Parses the items of an `iloc` box. @param count called for each item and extent; both may take up no bytes
 */
function* itemsIn(file: Buffer, box: Box, count: () => void): Generator<Item> {
  let at = box.start;
  const number = (bytes: number): number => {
    let value = 0;
    for (let read = 0; read < bytes; read += 1, at += 1) value = value * 256 + file.readUInt8(at);
    return value;
  };
  const version = number(1);
  number(3);
  const sizes = number(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  for (let left = number(version < 2 ? 2 : 4); left > 0; left -= 1) {
    count();
    const id = number(version < 2 ? 2 : 4);
    const method = version === 0 ? IN_FILE : number(2) & 15;
    number(2);
    const base = number(baseBytes);
    const extents: Item['extents'] = [];
    for (let more = number(2); more > 0; more -= 1) {
      count();
      number(indexBytes);
      extents.push({ offset: base + number(offsetBytes), length: number(lengthBytes) });
    }
    yield { id, method, extents };
  }
}
