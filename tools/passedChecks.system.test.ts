import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { PassedChecks } from './passedChecks.ts';

const all = { title: 'All', run: ['tool', '.'] };
const a = { title: 'A', run: ['tool', 'a'], reads: ['a/'] };
let root: string;
const open = () => new PassedChecks(root, path.join(root, 'node_modules/.cache/passed.json'));
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
const passed = () => [all, a].filter((check) => open().has(check)).map(({ title }) => title);

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'checks-'));
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  write('.gitignore', 'node_modules/\n');
  write('a/one.ts', '1');
  write('b/two.ts', '2');
  write('node_modules/.package-lock.json', '{}');
  open().keep([all, a]);
});
afterEach(() => rmSync(root, { recursive: true }));

describe('checks that passed', () => {
  it('are skipped while no file changes', () => {
    assert.deepEqual(passed(), ['All', 'A']);
  });

  it('run again after a change of a file that they read', () => {
    write('b/two.ts', '3');
    assert.deepEqual(passed(), ['A']);
    write('a/one.ts', '3');
    assert.deepEqual(passed(), []);
    write('a/one.ts', '1');
    write('b/two.ts', '2');
    assert.deepEqual(passed(), ['All', 'A']);
  });

  it('run again after a new or a removed file', () => {
    write('a/new.ts', '');
    assert.deepEqual(passed(), []);
    rmSync(path.join(root, 'a/new.ts'));
    rmSync(path.join(root, 'b/two.ts'));
    assert.deepEqual(passed(), ['A']);
  });

  it('run again after an install', () => {
    write('node_modules/.package-lock.json', '{"packages":{}}');
    assert.deepEqual(passed(), []);
  });

  it('run again when their command changes', () => {
    assert.equal(open().has({ ...a, run: ['tool', 'a', '--strict'] }), false);
  });

  it('are not kept when a file has changed meanwhile', () => {
    const checks = open();
    write('b/two.ts', '3');
    checks.keep([all, a]);
    assert.deepEqual(passed(), ['A']);
    write('b/two.ts', '2');
    assert.deepEqual(passed(), ['All', 'A']);
  });

  it('always run outside a git repository', () => {
    rmSync(path.join(root, '.git'), { recursive: true });
    assert.deepEqual(passed(), []);
  });
});
