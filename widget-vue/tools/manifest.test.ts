import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { manifestOf } from './manifest.ts';

const src = path.join(import.meta.dirname, '../src');
const read = (name: string) => readFileSync(path.join(src, name), 'utf8');
const sources = globSync('**/*.{vue,ts,css}', { cwd: src })
  .filter((name) => !/publicTypes|\.test\.ts$/.test(name))
  .map(read)
  .join('\n');
const types = read('publicTypes.ts');
const [element] = manifestOf(types).modules.flatMap(({ declarations }) => declarations);
assert.ok(element);
const namesOf = (list: { name: string }[]) => list.map(({ name }) => name).toSorted();

/** All matches in the sources, without duplicates. */
const found = (pattern: RegExp) =>
  [...new Set([...sources.matchAll(pattern)].flatMap(([, text = '']) => text.split(/\s+/)))].toSorted();

test('lists exactly the custom properties and parts of the widget in the manifest', () => {
  assert.deepEqual(namesOf(element.cssProperties), found(/(--vb-[\w-]+)/g));
  assert.deepEqual(namesOf(element.cssParts), found(/\bpart="([^"]+)"/g));
});

test('describes every attribute, event, custom property and part', () => {
  const { attributes, events, cssProperties, cssParts } = element;
  for (const { name, description } of [...attributes, ...events, ...cssProperties, ...cssParts])
    assert.ok(description.length > 3 && !/[*@]/.test(description), `${name}: ${description}`);
  for (const { type } of events) assert.doesNotMatch(type.text, /\*\//);
  assert.equal(attributes.find(({ name }) => name === 'variant')?.default, "'strip'");
});

test('finds everything that websites may use in docs/widget.md', () => {
  const page = readFileSync(path.join(src, '../../docs/widget.md'), 'utf8');
  const { attributes, events, cssProperties, cssParts } = element;
  for (const name of namesOf([...attributes, ...events, ...cssProperties, ...cssParts]))
    assert.ok(page.includes(`\`${name}\``), name);
});

test('imports nothing in the public types', () => {
  assert.doesNotMatch(types, /\bimport\b.*['"]/);
});

test('fails the build if a description is missing', () => {
  assert.throws(() => manifestOf(types.replace('/** Slug of the venue. Required. */', '')), /tenant/);
});
