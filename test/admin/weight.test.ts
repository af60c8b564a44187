import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { it } from 'vitest';

type Chunk = { file: string; css?: string[]; imports?: string[] };

const dist = path.resolve(import.meta.dirname, '../../admin-vue/dist');
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'),
);

/** The scripts and styles of the views, with their imports. */
function filesOf(views: readonly string[]): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    const { file, css = [], imports = [] } = manifest[name] as Chunk;
    for (const one of [file, ...css]) files.add(one);
    imports.forEach(visit);
  };
  views.forEach(visit);
  return [...files];
}

/** Cached, because most files belong to many views. */
const weights = new Map<string, number>();
const weightOf = (file: string): number => {
  const known = weights.get(file) ?? brotliCompressSync(readFileSync(path.join(dist, file))).length;
  weights.set(file, known);
  return known;
};

const weigh = (views: readonly string[]) => filesOf(views).reduce((sum, file) => sum + weightOf(file), 0);

const MAX_BYTES = 150_000;

it(`each view loads at most ${MAX_BYTES} bytes (brotli) on a first visit, with its dependencies and a language`, () => {
  const views = Object.keys(manifest).filter((name) => /^src\/views\/.*View\.vue$/.test(name));
  assert.ok(views.length > 5);
  const languages = Object.keys(manifest).filter((name) => /^src\/texts\/\w+\.ts$/.test(name));
  assert.ok(languages.length > 1);
  const [heaviest = ''] = languages.toSorted((a, b) => weigh([b]) - weigh([a]));
  for (const view of views)
    for (const file of filesOf(['index.html', view]))
      assert.ok(!languages.some((name) => manifest[name]?.file === file), `${view} loads ${file} unasked`);
  for (const view of views) {
    const bytes = weigh(['index.html', heaviest, view]);
    console.log(`${view}: ${bytes} bytes`);
    assert.ok(bytes <= MAX_BYTES, `${view}: ${bytes} bytes`);
  }
});
