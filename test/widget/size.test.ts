import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { it } from 'vitest';
import { scriptFile } from './hostPage.ts';

const MOST_BYTES = 55_000;

it(`keeps the whole script with styles and its own languages within ${MOST_BYTES} bytes of brotli`, () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const { length } = brotliCompressSync(readFileSync(scriptFile), { params });
  console.log(`${length} bytes`);
  assert.ok(length <= MOST_BYTES, `${length} bytes`);
});
