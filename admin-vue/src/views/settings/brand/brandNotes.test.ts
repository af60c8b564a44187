import assert from 'node:assert/strict';
import { test } from 'vitest';
import { brandNotes } from './brandNotes.ts';

test('says what happens to a yellow accent on light pages', () =>
  assert.deepEqual(brandNotes('#ffd400'), ['darkText', 'border', 'darker']));

test('says what happens to a nearly black accent on dark pages', () =>
  assert.deepEqual(brandNotes('#0a0a0a'), ['darkBorder', 'lighter']));
