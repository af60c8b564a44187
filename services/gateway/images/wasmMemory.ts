const PAGE_BYTES = 65_536;
/** `\0asm` and the version number. */
const PREAMBLE_BYTES = 8;
const MEMORY_SECTION = 5;

/**
 * Sets a maximum for the memory of a WebAssembly module and returns its bytes. The engine enforces the
 * maximum both for Emscripten's `Memory.grow` and for Rust's instruction `memory.grow`.
 * @throws when the module does not define exactly one 32-bit memory
 */
export function limitMemory(module: Uint8Array, mostBytes: number): Buffer {
  const bytes = Buffer.from(module.buffer, module.byteOffset, module.byteLength);
  for (let at = PREAMBLE_BYTES; at < bytes.length; ) {
    const id = bytes.readUInt8(at);
    const size = readLeb(bytes, at + 1);
    const end = size.end + size.value;
    if (id === MEMORY_SECTION) {
      const section = memorySection(bytes.subarray(size.end, end), mostBytes);
      return Buffer.concat([bytes.subarray(0, at), section, bytes.subarray(end)]);
    }
    at = end;
  }
  throw new Error('the module defines no memory');
}

/** Builds the section: number of memories, flag of a maximum, minimum and maximum in pages. */
function memorySection(content: Buffer, mostBytes: number): Buffer {
  const [memories, flags] = content;
  if (memories !== 1 || (flags !== 0 && flags !== 1)) throw new Error('the module has an unknown memory');
  const body = [
    1,
    1,
    ...writeLeb(readLeb(content, 2).value),
    ...writeLeb(Math.floor(mostBytes / PAGE_BYTES)),
  ];
  return Buffer.from([MEMORY_SECTION, ...writeLeb(body.length), ...body]);
}

/** Reads a LEB128 number. `end` is the offset after it. */
function readLeb(bytes: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  for (let at = start; ; at += 1) {
    const byte = bytes.readUInt8(at);
    value += (byte & 0x7f) * 2 ** (7 * (at - start));
    if (byte < 0x80) return { value, end: at + 1 };
  }
}

function writeLeb(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...writeLeb(value >>> 7)];
}
