import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { ImportGraph } from './importGraph.ts';
import { RequestError, readRequest } from './request.ts';
import { isFast } from './tiers.ts';

const root = path.resolve(import.meta.dirname, '../..');
const graph = new ImportGraph();
const ask = (...args: string[]) => {
  const { files, ...rest } = readRequest(args, graph, root);
  return { files: files.map((file) => path.relative(root, file).replaceAll(path.sep, '/')), ...rest };
};
const refused = (args: string[], ...said: RegExp[]) =>
  assert.throws(
    () => ask(...args),
    (error) => error instanceof RequestError && said.every((words) => words.test(error.message)),
  );

test('a word asks for the files that have it in their path, several for those of each', () => {
  assert.deepEqual(ask('proto/src/venue', './services/availability/slot.test.ts').files, [
    'proto/src/venue.test.ts',
    'services/availability/slot.test.ts',
  ]);
});

test('without words it is all of them, with --fast those that need no server', () => {
  const all = ask().files;
  const fast = ask('--fast').files;
  assert.ok(all.includes('test/services.test.ts') && all.includes('proto/src/venue.test.ts'));
  assert.ok(fast.length > 0 && fast.every((file) => isFast(graph, path.join(root, file))));
  assert.deepEqual(ask('--fast', 'services/availability/slot', 'ledger.test').files, [
    'services/availability/slot.test.ts',
    'services/availability/slotInvariants.test.ts',
  ]);
});

test('--fast says of a file that is not fast what starts processes', () => {
  refused(['--fast', 'ledger.test'], /None .* fast/, /ledger\.test\.ts → .* → node:child_process/);
});

test('patterns for names of tests are passed on', () => {
  const { namePatterns } = ask('slot.test', '--test-name-pattern', 'full', '--test-name-pattern=/past/i');
  assert.deepEqual(namePatterns, ['full', '/past/i']);
});

test('a flag that is not known is refused, with those that are', () => {
  refused(['--fats'], /^Unknown option '--fats': npm test takes .*--fast.*--test-name-pattern/);
  refused(['--test-name-pattern'], /argument missing/);
});

test('a word that is in no path is refused, also beside one that is', () => {
  refused(['slot.test', 'nowhere/at/all'], /No file has "nowhere\/at\/all" in its path/);
});

test('a module of tests asks for the files that run it, and for its tests alone', () => {
  assert.deepEqual(ask('test/behaviour/desk.ts'), {
    files: ['test/oneProcess.test.ts', 'test/services.test.ts'],
    namePatterns: [],
    behaviour: 'desk',
  });
});

test('of any other file it is said which tests run it', () => {
  refused(['test/behaviour'], /^No test file has/, / load .*test\/behaviour\/desk\.ts/);
  refused(['test/behaviour'], /`npm test -- test\/behaviour\/\w+\.ts` runs that module alone\.$/);
  refused(['booking/figures/periods.ts'], /figures\/periods\.test\.ts.* load .*periods\.ts\.$/);
  refused(['tools/run.mjs'], /No test file loads tools\/run\.mjs/);
});
