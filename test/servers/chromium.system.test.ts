import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'vitest';
import { findChromium } from './chromium.ts';

const isPackaged = process.platform === 'linux' && process.arch === 'x64' && !process.env.CHROMIUM;

test('Chromium needs only the C library and the compiler’s runtime from the system', {
  skip: !isPackaged,
}, async () => {
  const { file, env } = await findChromium();
  const needed = execFileSync('ldd', [file], { encoding: 'utf8', env: { ...process.env, ...env } });
  const ofSystem = needed
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.includes(path.dirname(file)));
  assert.ok(needed.includes(path.dirname(file)), needed);
  for (const line of ofSystem) assert.match(line, /linux-vdso|ld-linux|lib(c|m|dl|pthread|rt|gcc_s)[.]so/);
});
