import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const { formatter } = JSON.parse(readFileSync(path.join(root, 'biome.json'), 'utf8'));
const SOURCES = ['*.ts', '*.mts', '*.mjs', '*.cjs', '*.vue', '*.proto', '*.prisma'];

test('comments are at most as wide as code, which the formatter does not check', () => {
  const { stdout } = spawnSync('git', ['ls-files', ...SOURCES], { cwd: root, encoding: 'utf8' });
  const files = stdout.trim().split('\n');
  assert.ok(files.length > 500, `git named ${files.length} files`);
  const tooWide = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        /^\s*(\/\/|\/\*|\*)/.test(line) && line.length > formatter.lineWidth ? [`${file}:${at + 1}`] : [],
      ),
  );
  assert.deepEqual(tooWide, []);
});

test('no file contains the markers of a merge conflict', () => {
  // Exit code 1: no line matches.
  const { stdout, status } = spawnSync('git', ['grep', '-nE', '^(<{7}|>{7}) '], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.deepEqual([stdout, status], ['', 1]);
});
