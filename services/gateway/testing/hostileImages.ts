import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { makeImage } from './makeImage.ts';

/** Images that state one size and contain another, or that are expensive for a naive parser. */

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Repeats bytes `count` times. */
const repeated = (bytes: Buffer, count: number) => Buffer.alloc(bytes.length * Math.floor(count), bytes);

/** A box of an AVIF. */
const box = (name: string, ...content: Buffer[]): Buffer => {
  const all = Buffer.concat(content);
  return Buffer.concat([uint32(all.length + 8), Buffer.from(name, 'latin1'), all]);
};
const ftyp = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1'));
const ispe = (width: number, height: number) => box('ispe', uint32(0), uint32(width), uint32(height));

/** An AVIF with `count` sizes in its boxes, and no picture. */
export const avifOfSizes = (count: number): Buffer =>
  Buffer.concat([ftyp, box('meta', uint32(0), box('iprp', box('ipco', repeated(ispe(10, 10), count))))]);

/** An AVIF with `count` nested boxes. */
export const avifOfLevels = (count: number): Buffer => {
  const head = Buffer.alloc(Math.floor(count) * 8);
  for (let level = 0; level < Math.floor(count); level += 1) {
    head.writeUInt32BE(head.length - level * 8, level * 8);
    head.write(level === 0 ? 'meta' : 'iprp', level * 8 + 4, 'latin1');
  }
  return Buffer.concat([ftyp, head]);
};

/** An AVIF with the maximum number of extents per item; the extents take up no bytes. */
export const avifOfParts = (count: number): Buffer => {
  const item = Buffer.from('00010000ffff', 'hex');
  const items = repeated(item, Math.min(count, 65_535));
  const head = Buffer.from('000000000000ffff', 'hex');
  return Buffer.concat([
    ftyp,
    box('meta', uint32(0), box('iloc', head, items), box('iprp', box('ipco', ispe(1, 1)))),
  ]);
};

/** An AVIF whose picture has `count` units, none of which states a size. */
export const avifOfUnits = (count: number): Buffer => {
  const entry = box('infe', Buffer.from('02000000' + '0001' + '0000', 'hex'), Buffer.from('av01\0'));
  const list = box('iinf', Buffer.from('000000000001', 'hex'), entry);
  // One item with one extent: the whole `idat` box.
  const place = box(
    'iloc',
    Buffer.from('01000000' + '4400' + '0001' + '0001' + '0001' + '0000' + '0001', 'hex'),
    uint32(0),
    uint32(0),
  );
  return Buffer.concat([
    ftyp,
    box('meta', uint32(0), list, place, box('idat', repeated(Buffer.from('1200', 'hex'), count))),
  ]);
};

/** An AVIF of this size whose boxes state 100 by 100 pixels. */
export async function forgedAvif(width: number, height: number): Promise<Buffer> {
  const avif = Buffer.from(await makeImage('avif', { width, height }));
  const at = avif.indexOf('ispe');
  uint32(100).copy(avif, at + 8);
  uint32(100).copy(avif, at + 12);
  return avif;
}

/** A WebP of this size whose extended header states 100 by 100 pixels. */
export async function forgedWebp(width: number, height: number): Promise<Buffer> {
  const webp = await makeImage('webp', { width, height });
  const extended = Buffer.from('VP8X\x0a\0\0\0\0\0\0\0\x63\0\0\x63\0\0', 'latin1');
  const file = Buffer.concat([webp.subarray(0, 12), extended, webp.subarray(12)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

/** A frame header of a JPEG. */
export function jpegFrame(width: number, height: number, marker = 0xc0): Buffer {
  const bytes = Buffer.from('ffc0000b080000000001011100', 'hex');
  bytes.writeUInt8(marker, 1);
  bytes.writeUInt16BE(height, 5);
  bytes.writeUInt16BE(width, 7);
  return bytes;
}

/** Inserts parts before the frame header of a JPEG. */
export const jpegAfter = (jpeg: Buffer, ...parts: Buffer[]): Buffer =>
  Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);

const chunk = (type: string, data: Buffer): Buffer =>
  Buffer.concat([uint32(data.length), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
export const pngHeader = (width: number, height: number): Buffer =>
  chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 6, 0, 0, 0])]));
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG with these chunks and compressed pixels. The checksums are zero; the decoder ignores them. */
export const pngOf = (chunks: Buffer[], packed: Buffer): Buffer =>
  Buffer.concat([PNG_SIGNATURE, ...chunks, chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);

/** A PNG with the maximum number of pixels: 13 million in a few kilobytes. */
export const largePng = (): Buffer =>
  pngOf([pngHeader(4000, 3250)], deflateSync(Buffer.alloc((4000 * 4 + 1) * 3250)));

/** A PNG that starts with an Apple `CgBI` chunk instead of IHDR. */
export const phonePng = (): Buffer =>
  pngOf([chunk('CgBI', Buffer.alloc(4)), pngHeader(10, 10)], deflateSync(Buffer.alloc(410)));

/** A small PNG whose pixel data expands from 200 kB to 200 MB of zeros. */
export function packedPng(): Buffer {
  const megabyte = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_SYNC_FLUSH });
  const end = Buffer.from([3, 0, 0, 0, 0, 1]);
  end.writeUInt16BE((200 * 2 ** 20) % 65_521, 2); // Adler-32 of 200 MB of zeros
  const packed = Buffer.concat([Buffer.from('789c', 'hex'), repeated(megabyte, 200), end]);
  return pngOf([pngHeader(100, 100)], packed);
}
