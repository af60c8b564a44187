import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const isExecutable = (file: string) => (statSync(path.join(root, file)).mode & 0o111) === 0o111;
const { scripts, engines } = JSON.parse(read('package.json'));

/** Files that `node <file>` or run.mjs runs, and npm scripts, as a shell script names them. */
function commandsIn(text: string) {
  const script = text.replace(/^\s*#.*$/gm, '');
  const files = [...script.matchAll(/\bnode ([\w@./-]+)(?: ([\w@./-]+))?/g)].flatMap(([, ...names]) => names);
  const runs = [...script.matchAll(/\bnpm (?:run )?([\w:]+)/g)].map(([, name = '']) => name);
  return { files: files.filter((name) => name !== undefined), runs };
}

describe('pre-commit hook', () => {
  const hook = read('.githooks/pre-commit');

  it('is an executable shell script', () => {
    assert.match(hook, /^#!\/bin\/sh\n/);
    assert.ok(isExecutable('.githooks/pre-commit'));
  });

  it('names existing files and npm scripts', () => {
    const { files, runs } = commandsIn(hook);
    assert.ok(files.includes('tools/run.mjs') && files.includes('tools/check.ts'), String(files));
    for (const file of files) assert.ok(existsSync(path.join(root, file)), file);
    for (const name of runs) assert.ok(scripts[name], name);
  });

  it('checks types only after a first `npm run check`', () => {
    const folder = /const cache = '([^']+)'/.exec(read('tools/check.ts'))?.[1];
    assert.ok(hook.includes(`if [ -e ${folder}/passed.json ]`), folder);
  });

  it('is enabled as CONTRIBUTING.md says', () => {
    assert.match(read('CONTRIBUTING.md'), /`git config core.hooksPath .githooks`/);
  });
});

describe('CI workflow', () => {
  const workflow = read('.github/workflows/ci.yml');
  const valuesOf = (key: string) =>
    [...workflow.matchAll(new RegExp(`^ +(?:- )?${key}: (.+)$`, 'gm'))].map(([, value]) => value);

  it('runs .ci/run, which runs existing npm scripts', () => {
    assert.deepEqual(valuesOf('run'), ['.ci/run']);
    assert.ok(isExecutable('.ci/run'));
    const { runs } = commandsIn(read('.ci/run'));
    assert.deepEqual(runs, ['check', 'test', 'test']);
    for (const name of runs) assert.ok(scripts[name], name);
  });

  it('may only read the repository', () => {
    assert.match(workflow, /^permissions:\n {2}contents: read\n\n/m);
    assert.deepEqual(valuesOf('permissions'), []);
    assert.deepEqual(valuesOf('persist-credentials'), ['false']);
  });

  it('sets up the oldest Node that package.json allows', () => {
    const oldest = /^>=(\d+)/.exec(engines.node)?.[1];
    assert.deepEqual(valuesOf('node-version'), [oldest]);
  });

  it("caches npm's downloads and what tests fetch", () => {
    assert.deepEqual(valuesOf('cache'), ['npm']);
    assert.deepEqual(valuesOf('path'), ['~/.cache/venue-booking']);
  });
});

describe('Renovate', () => {
  it('groups the packages that bring Node', () => {
    const { packageRules } = JSON.parse(read('renovate.json'));
    const { optionalDependencies } = JSON.parse(read('package.json'));
    const node = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-'));
    assert.deepEqual(packageRules[0].matchDepNames, ['node', ...node]);
  });

  it('names existing folders', () => {
    const { packageRules } = JSON.parse(read('renovate.json'));
    const patterns = packageRules.flatMap((rule: { matchFileNames?: string[] }) => rule.matchFileNames ?? []);
    for (const pattern of patterns)
      assert.ok(existsSync(path.join(root, pattern.replace(/\/\*\*$/, ''))), pattern);
  });
});
