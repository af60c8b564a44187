import { larger, type Size } from './imageSize.ts';

/** The type of an open bitstream unit (OBU), the building block of an AV1 stream. */
const SEQUENCE_HEADER = 1;

/**
 * The largest size in the sequence headers of an AV1 picture; none of its frames is larger. Null without a
 * readable header. Visits each unit once.
 */
export function av1Size(picture: Buffer): Size | null {
  let largest: Size | null = null;
  try {
    for (const { type, content } of unitsOf(picture)) {
      if (type !== SEQUENCE_HEADER) continue;
      largest = larger(largest, sequenceSize(bitsOf(content)));
    }
  } catch {
    return null; // The file is truncated.
  }
  return largest;
}

function* unitsOf(picture: Buffer): Generator<{ type: number; content: Buffer }> {
  for (let at = 0; at < picture.length; ) {
    const header = picture.readUInt8(at);
    at += (header & 0b100) === 0 ? 1 : 2;
    // A unit without a size extends to the end.
    let size = picture.length - at;
    if ((header & 0b10) !== 0) {
      size = 0;
      for (let byte = 0x80, shift = 0; byte >= 0x80; shift += 7, at += 1) {
        byte = picture.readUInt8(at);
        size += (byte & 0x7f) * 2 ** shift;
      }
    }
    yield { type: (header >> 3) & 0b1111, content: picture.subarray(at, at + size) };
    at += size;
  }
}

type Bits = (count: number) => number;

/** Reads numbers bit by bit. @throws RangeError beyond the end */
function bitsOf(content: Buffer): Bits {
  let at = 0;
  return (count) => {
    let value = 0;
    for (let read = 0; read < count; read += 1, at += 1)
      value = value * 2 + ((content.readUInt8(at >> 3) >> (7 - (at & 7))) & 1);
    return value;
  };
}

/** AV1 Bitstream & Decoding Process Specification, 5.5.1. */
function sequenceSize(bits: Bits): Size {
  bits(4); // Profile, and the flag of a still picture.
  const isReduced = bits(1) === 1;
  if (isReduced) bits(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [bits(4) + 1, bits(4) + 1];
  return { width: bits(widthBits) + 1, height: bits(heightBits) + 1 };
}

function skipOperatingPoints(bits: Bits): void {
  const delayBits = bits(1) === 1 ? skipTiming(bits) : 0;
  const hasDisplayDelay = bits(1) === 1;
  for (let left = bits(5) + 1; left > 0; left -= 1) {
    bits(12);
    const level = bits(5);
    if (level > 7) bits(1);
    if (delayBits > 0 && bits(1) === 1) bits(2 * delayBits + 1);
    if (hasDisplayDelay && bits(1) === 1) bits(4);
  }
}

/** Returns the length of the decoder model's delays in bits; 0 without a decoder model. */
function skipTiming(bits: Bits): number {
  bits(64);
  if (bits(1) === 1) {
    let zeros = 0;
    while (bits(1) === 0) zeros += 1;
    if (zeros < 32) bits(zeros);
  }
  if (bits(1) === 0) return 0;
  const delayBits = bits(5) + 1;
  bits(42);
  return delayBits;
}
