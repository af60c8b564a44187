import assert from 'node:assert/strict';
import { it } from 'vitest';
import { sizedSvg } from './sizedSvg.ts';

it('gives an SVG with only a viewBox the size of that box', () => {
  const of = (attributes: string) =>
    sizedSvg(`<?xml version="1.0"?><svg ${attributes}><path width="1"/></svg>`);
  const sized = (attributes: string) =>
    `<?xml version="1.0"?><svg width="24" height="6.5" ${attributes}><path width="1"/></svg>`;
  assert.equal(of('viewBox="0 0 24 6.5"'), sized('viewBox="0 0 24 6.5"'));
  assert.equal(of("viewBox = '0,0, 24,6.5'"), sized("viewBox = '0,0, 24,6.5'"));
  assert.equal(of('x="$&" viewBox="0 0 24 6.5" width="100%"'), sized('x="$&" viewBox="0 0 24 6.5"'));
  assert.equal(of('x="a>b" viewBox="0 0 24 6.5" height="3"'), sized('x="a>b" viewBox="0 0 24 6.5"'));
});

it('leaves other files as they are', () => {
  for (const source of [
    '<svg width="24" height="6mm" viewBox="0 0 1 1"/>',
    '<svg viewBox="0 0 0 6"/>',
    '<svg viewBox="0 0 x 6"/>',
    '<svg/>',
    'text',
    '',
  ])
    assert.equal(sizedSvg(source), source);
});
