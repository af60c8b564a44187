import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { ImportGraph } from './importGraph.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'venue-booking-imports-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const inFolder = (name: string) => path.join(folder, name);

test('what is imported for its types alone is not loaded', () => {
  write('all.ts', "export type { A } from './a.ts';\nimport type { B } from './b.ts';\nimport './c.ts';\n");
  assert.deepEqual(new ImportGraph().importsOf(inFolder('all.ts')), [inFolder('c.ts')]);
});

test('what is exported from elsewhere or imported later is loaded', () => {
  write('all.ts', "export * from './a.ts';\nexport { b } from './b.ts';\nawait import('./c.ts');\n");
  assert.deepEqual(new ImportGraph().importsOf(inFolder('all.ts')), ['a.ts', 'b.ts', 'c.ts'].map(inFolder));
});

test('code in a string or a comment loads nothing', () => {
  write('all.ts', "// import './a.ts'\nexport const code = `\nimport './b.ts';\n`;\n");
  assert.deepEqual(new ImportGraph().importsOf(inFolder('all.ts')), []);
});

test('modules of Node have one name, packages theirs, and packages of ours are files', () => {
  write('all.ts', "import 'fs';\nimport 'node:net';\nimport 'pg';\nimport '@venue-booking/proto/slotId';\n");
  const root = path.resolve(import.meta.dirname, '../..');
  assert.deepEqual(new ImportGraph().importsOf(inFolder('all.ts')), [
    'node:fs',
    'node:net',
    'pg',
    path.join(root, 'proto/src/slotId.ts'),
  ]);
});

test('the runner of tests starts processes, a test by itself does not', () => {
  write('runs.ts', "import { run } from 'node:test';\nrun();\n");
  write('is.ts', "import { test } from 'node:test';\ntest('nothing');\n");
  const graph = new ImportGraph();
  assert.deepEqual(graph.importsOf(inFolder('runs.ts')), ['node:child_process', 'node:test']);
  assert.deepEqual(graph.importsOf(inFolder('is.ts')), ['node:test']);
});

test('the way to what is loaded is the shortest one, also around a circle', () => {
  write('a.ts', "import './b.ts';\nimport './c.ts';\n");
  write('b.ts', "import './a.ts';\nimport './d.ts';\n");
  write('c.ts', "import 'node:net';\n");
  write('d.ts', "import './c.ts';\n");
  const graph = new ImportGraph();
  assert.deepEqual(graph.way(inFolder('a.ts'), 'node:net'), [inFolder('a.ts'), inFolder('c.ts'), 'node:net']);
  assert.equal(graph.way(inFolder('c.ts'), inFolder('a.ts')), undefined);
});
