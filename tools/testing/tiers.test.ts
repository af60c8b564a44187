import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { ImportGraph } from './importGraph.ts';
import { serversOf, sharedServers } from './sharedServers.ts';
import { isFast, tierOf, whyNotFast } from './tiers.ts';

const root = path.resolve(import.meta.dirname, '../..');
const inRoot = (file: string) => path.join(root, file);
const graph = new ImportGraph();
const variablesOf = (file: string) => serversOf(graph, [inRoot(file)], root).map(({ variable }) => variable);

test('what starts nothing is fast and gets no server', () => {
  const file = 'services/availability/slot.test.ts';
  assert.equal(isFast(graph, inRoot(file)), true);
  assert.deepEqual(variablesOf(file), []);
});

test('what may ask for a server is not fast, and gets that server', () => {
  const file = 'services/availability/ledger.test.ts';
  assert.equal(isFast(graph, inRoot(file)), false);
  assert.ok(variablesOf(file).includes('TEST_DATABASE_URL'));
  const way = whyNotFast(graph, inRoot(file));
  assert.deepEqual([way[0], way.at(-1)], [inRoot(file), 'node:child_process']);
});

test('what starts no more than servers that all share is told from what starts the product', () => {
  const tiers = ['services/availability/ledger.test.ts', 'test/widget/keyboard.test.ts', 'test/stop.test.ts'];
  assert.deepEqual(
    tiers.map((file) => tierOf(graph, inRoot(file))),
    ['servers', 'visits', 'other'],
  );
});

test('what starts a browser, fetches packages or runs the product is not fast', () => {
  for (const file of ['test/widget/keyboard.test.ts', 'test/openApi/lint.test.ts', 'test/stop.test.ts'])
    assert.equal(isFast(graph, inRoot(file)), false, file);
});

test('each shared server is found by its variable in the module that offers it', () => {
  for (const { module, variable } of sharedServers)
    assert.ok(readFileSync(inRoot(module), 'utf8').includes(`sharedServer('${variable}')`), module);
});

test('a fast file that starts a process, asks for a server or talks to another machine fails with words', async () => {
  process.env.TEST_DATABASE_URL = 'postgresql://127.0.0.1';
  // As the runner does; under a name that can't be seen, as this file would not be fast.
  await import(`${import.meta.resolve('./onlyFast.ts')}?here`);
  const { spawn, execFileSync } = process.getBuiltinModule('node:child_process');
  assert.throws(() => spawn('true'), /fast one, .* but it starts true: import what does so/);
  assert.throws(() => execFileSync('true'), /fast one/);
  assert.equal(process.env.TEST_DATABASE_URL, undefined);
  assert.throws(() => new Socket().connect(80, '192.0.2.1'), /fast one, but it connects to 192\.0\.2\.1/);
  await assert.rejects(fetch('http://192.0.2.1/'), ({ cause }) => /fast one/.test(String(cause)));
});
