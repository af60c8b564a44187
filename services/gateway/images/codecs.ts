import { readFile } from 'node:fs/promises';

/** What threads that run codecs have in common. */

// What the codecs make of pixels in a browser, which Node has not.
class Pixels implements ImageData {
  readonly data: ImageData['data'];
  readonly width: number;
  readonly height: number;
  readonly colorSpace = 'srgb';
  constructor(data: ImageData['data'], width: number, height: number) {
    [this.data, this.width, this.height] = [data, width, height];
  }
}

const PAGE_BYTES = 65_536;

/** Bytes that one codec may take: what AVIF's takes for the most pixels, which is more than others do. */
const MOST_MEMORY = 256 * 2 ** 20;

/** Makes of this thread one that codecs run in. */
export function prepareThread(): void {
  Object.assign(globalThis, { ImageData: Pixels });
  // Codecs made by Emscripten ask here for more memory, and give up where there is none.
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function limited(this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > MOST_MEMORY) throw new RangeError('too much memory');
    return grow.call(this, pages);
  };
}

/** A codec's file, such as `@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm`. */
export const compiled = async (file: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(await readFile(new URL(import.meta.resolve(file))));
