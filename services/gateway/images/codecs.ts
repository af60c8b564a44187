import { readFile } from 'node:fs/promises';
import { limitMemory } from './wasmMemory.ts';

/** Shared by the threads that run codecs. */

/** `ImageData` for the codecs, which Node lacks. */
class Pixels implements ImageData {
  readonly data: ImageData['data'];
  readonly width: number;
  readonly height: number;
  readonly colorSpace = 'srgb';
  constructor(data: ImageData['data'], width: number, height: number) {
    [this.data, this.width, this.height] = [data, width, height];
  }
}

/** Memory limit of a codec in bytes. AVIF needs the most, this much for the largest allowed image. */
const MAX_MEMORY = 256 * 2 ** 20;

/** Sets the globals that codecs need in this thread. */
export function prepareThread(): void {
  Object.assign(globalThis, { ImageData: Pixels });
}

/** Makes a codec fail before it copies more than this number of pixels out of its memory. */
export function limitPixels(mostPixels: number): void {
  const mostBytes = mostPixels * 4;
  Object.assign(globalThis, {
    Uint8ClampedArray: class extends Uint8ClampedArray {
      constructor(...given: [number | ArrayLike<number> | ArrayBufferLike]) {
        const [source] = given;
        const length = typeof source === 'number' ? source : 'length' in source ? source.length : 0;
        if (length > mostBytes) throw new RangeError('too many pixels');
        super(...(given as [number]));
      }
    },
  });
}

/**
 * Compiles a codec with a memory limit. @param file for example `@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm`
 */
export const compiled = async (file: string): Promise<WebAssembly.Module> =>
  WebAssembly.compile(limitMemory(await readFile(new URL(import.meta.resolve(file))), MAX_MEMORY));
