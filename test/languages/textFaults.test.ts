import assert from 'node:assert/strict';
import { it } from 'vitest';
import { type TextTree, textFaults } from './textFaults.ts';

const english = { day: 'Day', left: (count: number) => `${count} left`, more: { ask: 'Ask {venue}?' } };
const faultsOf = (language: string, tree: TextTree) => textFaults({ language, tree, english });

it('finds no fault in a complete translation', () => {
  const tree = {
    day: 'Jour',
    left: (n: number) => `encore ${n}`,
    more: { ask: 'Demander à {venue}\u00a0?' },
  };
  assert.deepEqual(faultsOf('fr', tree), []);
});

it('names texts that are missing, empty or still English', () => {
  const faults = faultsOf('de', { day: 'Day', left: () => '' });
  assert.deepEqual(
    faults.map((fault) => fault.split(':')[0]),
    ['day', 'left', 'left', 'more.ask'],
  );
});

it('names placeholders that differ, also those of functions', () => {
  const tree = { day: 'Tag', left: () => 'noch einige', more: { ask: 'Fragen Sie {name}?' } };
  assert.deepEqual(
    faultsOf('de', tree).map((fault) => fault.split(':')[0]),
    ['left', 'more.ask'],
  );
});

it('names French texts whose signs could wrap to the next line', () => {
  for (const text of [
    'Jour ?',
    'Jour?',
    'Le jour : lundi',
    'Le jour: lundi',
    '« jour\u00a0»',
    'Jour\u00a0! Nuit!',
  ])
    assert.equal(textFaults({ language: 'fr', tree: text, english: 'Day' }).length, 1, text);
  for (const text of [
    'Jour\u00a0?',
    'Le jour\u00a0: lundi',
    'À 10:00',
    '«\u00a0jour\u00a0»',
    'https://example.com',
  ])
    assert.deepEqual(textFaults({ language: 'fr', tree: text, english: 'Day' }), [], text);
});
