import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { A4 } from '../../layout/pdfDocument.ts';
import { posterPdf, posterSvg } from './poster.ts';
import { posterLayout } from './posterLayout.ts';

const content = {
  name: 'Sauna aan het Meer',
  address: 'https://sauna.example/',
  locale: 'en',
  accent: null,
} as const;
/** A font whose letters are all half as wide as high. */
const measure = (text: string, size: number) => (text.length * size) / 2;
const nameLines = (name: string) =>
  posterLayout({ ...content, name }, measure).texts.filter(({ y }) => y < 230);

describe('poster of a venue', () => {
  it('shows the whole name on at most three lines within the page', () => {
    for (const name of [
      'Spa',
      'Sauna aan het Meer',
      'x'.repeat(200),
      'Badhuis '.repeat(24).trim(),
      'a'.repeat(90),
    ]) {
      const lines = nameLines(name);
      assert.ok(lines.length >= 1 && lines.length <= 3, `${name}: ${lines.length}`);
      for (const { text, size } of lines) assert.ok(measure(text, size) <= A4.width, text);
      if (name.length <= 90)
        assert.equal(
          lines
            .map(({ text }) => text)
            .join('')
            .replace(/ /g, ''),
          name.replace(/ /g, ''),
        );
    }
  });

  it('writes a short name larger than a long one', () => {
    const [short = assert.fail()] = nameLines('Spa');
    const [long = assert.fail()] = nameLines(
      'Stichting Gemeenschappelijke Buitenbaden van de Noordelijke Kust',
    );
    assert.ok(short.size > long.size);
  });

  it('escapes the name in SVG', async () => {
    const svg = await posterSvg({ ...content, name: '<script>alert(1)</script> & "friends"' });
    assert.doesNotMatch(svg, /<script/);
    assert.match(svg, /&lt;script&gt;/);
  });

  it('is a PDF of one A4 page in each language', async () => {
    for (const locale of ['nl', 'en', 'de', 'fr'] as const) {
      const pdf = (await posterPdf({ ...content, name: 'Łaźnia Žižka', locale })).toString('latin1');
      assert.match(pdf, /^%PDF-1\.\d/);
      assert.match(pdf, /\/Count 1\b/);
      assert.match(pdf, /\/MediaBox \[0 0 595 842\]/);
    }
  });
});
