import assert from 'node:assert/strict';
import { test } from 'vitest';
import { visit } from '../../testing/testVisit.ts';
import { brandLink, brandSheets } from './brandSheet.ts';

const sheetOf = (link: string): string => /^<link rel="stylesheet" href="([^"]+)">$/.exec(link)?.[1] ?? '';

test('a page of a venue with a brand links a style sheet that browsers cache forever', async () => {
  await using site = await visit(brandSheets());
  for (const [brand, tokens] of [
    [{ accent: '#ffd400', radius: 4 }, ['--accent: #ffd400', '--radius: 4px']],
    [{ accent: null, radius: 0 }, ['--accent: #0b6660', '--radius: 0px']],
    [{ accent: '#000000', radius: null }, ['--accent: #000000', '--radius: 12px']],
  ] as const) {
    const response = await site.get(sheetOf(brandLink(brand)));
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^text\/css/);
    assert.match(response.headers.get('cache-control') ?? '', /immutable/);
    const css = await response.text();
    for (const token of tokens) assert.ok(css.includes(`${token};`), token);
  }
});

test('a page without a brand has the style sheets of the platform only', () => {
  assert.equal(brandLink(undefined), '');
  assert.equal(brandLink({ accent: null, radius: null }), '');
});

test('rejects style sheets of anything but a colour and a radius', async () => {
  await using site = await visit(brandSheets());
  const good = sheetOf(brandLink({ accent: '#ffd400', radius: 4 }));
  const folder = good.slice(0, good.lastIndexOf('/'));
  for (const file of [
    'ffd40-4.css',
    'ffd400-41.css',
    'ffd400.css',
    'gfd400-4.css',
    'ffd400-4.css%0a',
    '..%2fa.css',
  ])
    assert.equal((await site.get(`${folder}/${file}`)).status, 404, file);
});
