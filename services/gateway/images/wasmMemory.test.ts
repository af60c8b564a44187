import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, it } from 'vitest';
import { limitMemory } from './wasmMemory.ts';

const CODECS = [
  'jpeg/codec/dec/mozjpeg_dec.wasm',
  'png/codec/pkg/squoosh_png_bg.wasm',
  'webp/codec/dec/webp_dec.wasm',
  'avif/codec/dec/avif_dec.wasm',
  'resize/lib/resize/pkg/squoosh_resize_bg.wasm',
  'webp/codec/enc/webp_enc_simd.wasm',
];
const codec = (file: string) => readFile(fileURLToPath(import.meta.resolve(`@jsquash/${file}`)));
/** Grows the limited memory of a tiny module by a number of 64 kB pages. */
const tiny = (grow: number) => {
  const header = '0061736d01000000';
  // One function (i32) -> i32 that runs `memory.grow`, exported as `grow`, and one memory of one page.
  const sections =
    '01060160017f017f' +
    '030201' +
    '00' +
    '0503010001' +
    '070801' +
    '0467726f770000' +
    '0a08010600' +
    '2000' +
    '40000b';
  const bytes = limitMemory(Buffer.from(header + sections, 'hex'), 4 * 65_536);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes)));
  return (exports.grow as (pages: number) => number)(grow);
};

describe('the memory of a codec', () => {
  it('can be limited in all codecs', async () => {
    for (const file of CODECS) {
      const bytes = await codec(file);
      assert.ok(WebAssembly.validate(new Uint8Array(limitMemory(bytes, 256 * 2 ** 20))), file);
    }
  });

  it('cannot grow beyond the limit', () => {
    assert.equal(tiny(3), 1);
    assert.equal(tiny(4), -1);
  });

  it('is not limited in an unsupported module, which throws', () => {
    assert.throws(() => limitMemory(Buffer.from('0061736d01000000', 'hex'), 65_536));
    assert.throws(() => limitMemory(Buffer.from('0061736d010000000503010201', 'hex'), 65_536));
  });
});
