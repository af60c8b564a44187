import assert from 'node:assert/strict';
import { paletteOf } from '@venue-booking/domain/brand/palette';
import { NO_BRAND } from '@venue-booking/proto/venue/brand';
import { describe, it } from 'vitest';
import { content } from '../../testing/testContent.ts';
import { compose } from './compose.ts';

const YELLOW = '#ffd400';
const LOGO = '/images/0199f7c2-8b1e-7c33-9d53-3d6f1f0a2b4c/1600.webp';
const htmlOf = (contact: object) => compose(content({ contact })).html;
const imagesOf = (html: string) => [...html.matchAll(/<img[^>]*>/g)].map(([tag]) => tag);

describe('the brand of a venue in its mail', () => {
  it('colours buttons, links and corners, in light and dark', () => {
    const html = htmlOf({ brand: { ...NO_BRAND, accent: YELLOW, radius: 0 } });
    const [light, dark] = [paletteOf(YELLOW, 'light'), paletteOf(YELLOW, 'dark')];
    assert.match(html, new RegExp(`class="button"[^>]*background:${YELLOW};color:${light.onAccent}`));
    assert.match(html, new RegExp(`class="link"[^>]*color:${light.accentStrong}`));
    assert.match(html, new RegExp(`\\.link { color: ${dark.accentStrong} !important; }`));
    assert.doesNotMatch(html, /border-radius:[1-9]/);
  });

  it('shows the logo from the host of the ticket, with the name as alternative text', () => {
    const html = htmlOf({ name: '"Meer" <b>', brand: { ...NO_BRAND, logo: LOGO } });
    const [logo = '', ...others] = imagesOf(html);
    assert.deepEqual(others, []);
    assert.ok(
      logo.includes(' src="https://book.example/images/0199f7c2-8b1e-7c33-9d53-3d6f1f0a2b4c/480.webp"'),
    );
    assert.ok(logo.includes(' alt="&quot;Meer&quot; &lt;b&gt;"'), logo);
  });

  it('names the venue if it has no logo, and loads nothing', () => {
    // A catalog of the previous release sends no brand.
    for (const brand of [NO_BRAND, undefined]) {
      const html = htmlOf({ name: 'Sauna', brand });
      assert.match(html, /<p class="soft"[^>]*>Sauna<\/p>\n<h1/);
      assert.doesNotMatch(html, /<img|<link|url\(/);
    }
  });
});
