import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { it } from 'vitest';
import { scriptFile } from './hostPage.ts';

const MOST_BYTES = 42_000;

it(`the whole script, styles and languages inside, is at most ${MOST_BYTES} bytes as brotli`, () => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  const { length } = brotliCompressSync(readFileSync(scriptFile), { params });
  console.log(`${length} bytes`);
  assert.ok(length <= MOST_BYTES, `${length} bytes`);
});
