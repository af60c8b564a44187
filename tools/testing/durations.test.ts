import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { Durations } from './durations.ts';
import { ImportGraph } from './importGraph.ts';

const root = path.resolve(import.meta.dirname, '../..');
const inRoot = (file: string) => path.join(root, file);
const graph = new ImportGraph();

let folder: string;
let kept: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'venue-booking-durations-'));
  kept = path.join(folder, 'durations.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a file is thought to take as long as the last time, in the next run too', () => {
  const durations = new Durations(kept, root);
  durations.remember(inRoot('test/mail.test.ts'), 77.123);
  assert.equal(durations.guess(inRoot('test/mail.test.ts'), graph), 77.1);
  durations.keep();
  assert.equal(new Durations(kept, root).guess(inRoot('test/mail.test.ts'), graph), 77.1);
});

test('one slow run makes a file only a little longer, a quick one as short as it was', () => {
  const durations = new Durations(kept, root);
  const file = inRoot('test/mail.test.ts');
  const guesses = [50, 500, 500, 20].map((seconds) => {
    durations.remember(file, seconds);
    return durations.guess(file, graph);
  });
  assert.deepEqual(guesses, [50, 60.1, 72.2, 20]);
});

test('where nothing can be kept, nothing fails', () => {
  writeFileSync(kept, '{}');
  new Durations(path.join(kept, 'below-a-file.json'), root).keep();
});

test('of files that have never run, those that start whole systems are thought to take longest', () => {
  const files = [
    'services/availability/slot.test.ts',
    'services/availability/ledger.test.ts',
    'test/mail.test.ts',
  ];
  const guesses = files.map((file) => new Durations(kept, root).guess(inRoot(file), graph));
  assert.deepEqual(
    guesses,
    guesses.toSorted((a, b) => a - b),
  );
});

test('what can not be read as durations counts as nothing known', () => {
  for (const content of ['', 'null', '{"test/mail.test.ts":"long"}', '[']) {
    writeFileSync(kept, content);
    const known = new Durations(kept, root).guess(inRoot('test/mail.test.ts'), graph);
    assert.equal(
      known,
      new Durations(`${kept}.none`, root).guess(inRoot('test/mail.test.ts'), graph),
      content,
    );
  }
});
