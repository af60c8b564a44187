import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, test } from 'vitest';
import { brandProperties } from './css.ts';
import { contrast, luminance, oklchOf, toHex } from './oklch.ts';
import { DEFAULT_ACCENT, type Palette, paletteOf, type Scheme } from './palette.ts';

const accents = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const schemes = fc.constantFrom<Scheme>('light', 'dark');
const YELLOW = '#ffd400';

const requires = (
  least: number,
  pairsOf: (palette: Palette) => [name: string, one: string, other: string][],
) =>
  fc.assert(
    fc.property(accents, schemes, (accent, scheme) => {
      for (const [name, one, other] of pairsOf(paletteOf(accent, scheme)))
        assert.ok(contrast(one, other) >= least, `${name}: ${one} on ${other}`);
    }),
    { numRuns: 400, examples: ['#000000', '#ffffff', YELLOW, '#767676'].map((accent) => [accent, 'dark']) },
  );
const surfaces = ({ page, card, quiet, accentSoft }: Palette) => [page, card, quiet, accentSoft];

describe('a palette', () => {
  test('has legible text on every surface, whatever the accent', () =>
    requires(4.5, (palette) =>
      (['ink', 'soft', 'accentStrong', 'good', 'wait', 'stop'] as const).flatMap((name) =>
        surfaces(palette).map((surface): [string, string, string] => [name, palette[name], surface]),
      ),
    ));

  test('has legible text on the accent and on the tints of signs', () =>
    requires(4.5, (palette) => [
      ['onAccent', palette.onAccent, palette.accent],
      ['good', palette.good, palette.goodSoft],
      ['wait', palette.wait, palette.waitSoft],
      ['stop', palette.stop, palette.stopSoft],
    ]));

  test('has visible borders and focus rings on every surface', () =>
    requires(3, (palette) =>
      (['edge', 'accentEdge'] as const).flatMap((name) =>
        surfaces(palette).map((surface): [string, string, string] => [name, palette[name], surface]),
      ),
    ));

  test('orders its neutrals by lightness', () =>
    fc.assert(
      fc.property(accents, schemes, (accent, scheme) => {
        const { card, quiet, line, edge, soft, ink } = paletteOf(accent, scheme);
        const steps = [card, quiet, line, edge, soft, ink].map(luminance);
        const sorted = steps.toSorted((a, b) => (scheme === 'light' ? b - a : a - b));
        assert.deepEqual(steps, sorted);
      }),
    ));

  test('consists of six-digit colours, so that mail programs read them', () =>
    fc.assert(
      fc.property(accents, schemes, (accent, scheme) => {
        for (const colour of Object.values(paletteOf(accent, scheme))) assert.match(colour, /^#[0-9a-f]{6}$/);
      }),
    ));

  test('keeps a yellow accent yellow, with dark text and a darker border', () => {
    const { accent, onAccent, accentEdge, accentStrong } = paletteOf(YELLOW, 'light');
    assert.equal(accent, YELLOW);
    assert.ok(luminance(onAccent) < 0.02);
    for (const shade of [accentEdge, accentStrong]) {
      assert.ok(Math.abs(oklchOf(shade).hue - oklchOf(YELLOW).hue) < 3, shade);
      assert.ok(oklchOf(shade).chroma > 0.1, shade);
    }
    assert.equal(paletteOf(YELLOW, 'dark').accentStrong, YELLOW);
  });

  test('uses an accent that is legible already as it is', () =>
    assert.equal(paletteOf(DEFAULT_ACCENT, 'light').accentStrong, DEFAULT_ACCENT));

  test('has neutral greys for an accent without a hue', () => {
    for (const accent of ['#000000', '#888888', '#ffffff'])
      for (const scheme of ['light', 'dark'] as const) {
        const { page, ink, line } = paletteOf(accent, scheme);
        for (const colour of [page, ink, line]) assert.match(colour, /^#(..)\1\1$/);
      }
  });
});

test('converts colours to OKLCH and back', () =>
  fc.assert(fc.property(accents, (accent) => assert.equal(toHex(oklchOf(accent)), accent))));

test('reduces the chroma of a colour outside sRGB and keeps its lightness and hue', () => {
  const shown = oklchOf(toHex({ lightness: 0.7, chroma: 0.4, hue: 150 }));
  assert.ok(Math.abs(shown.lightness - 0.7) < 0.01);
  assert.ok(Math.abs(shown.hue - 150) < 2);
});

test('writes both schemes as custom properties', () => {
  const css = brandProperties(DEFAULT_ACCENT, 12);
  assert.match(css, /^--accent-strong: light-dark\(#0b6660, #[0-9a-f]{6}\);$/m);
  assert.match(css, /^--accent: #0b6660;$/m);
  assert.match(css, /^--radius: 12px;$/m);
});
