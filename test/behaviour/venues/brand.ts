import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { makeImage } from '../../../services/gateway/testing/makeImage.ts';
import type { Stack } from '../../stack/stack.ts';

const NONE = { accent: null, radius: null, logo: null, picture: null, focus: null };

/** The look of a venue: colours, corners, logo and picture. */
export function brand(stack: () => Stack): void {
  describe('the brand of a venue', () => {
    let slug: string;
    let logo: string;
    const upload = async (venue: string): Promise<{ id: string; url: string }> => {
      const response = await stack().api.upload(venue, await makeImage('png', { width: 60, height: 30 }));
      assert.equal(response.status, 201, await response.clone().text());
      return (await response.json()) as { id: string; url: string };
    };
    const save = (settings: object) => stack().api.admin('PATCH', `/venues/${slug}`, { brand: settings });
    const shown = async (): Promise<unknown> => (await stack().api.get(slug, '/facilities')).body.brand;

    beforeAll(async () => {
      slug = await stack().api.newVenue();
      logo = (await upload(slug)).url;
    });

    it('guests see what the owner has set, and nothing before', async () => {
      assert.equal(await shown(), undefined);
      const saved = await save({
        accent: '#FFD400',
        radius: 4,
        logo,
        picture: logo,
        focus: { x: 0.5, y: 0 },
      });
      assert.equal(saved.status, 200, saved.text);
      const path = new URL(logo).pathname;
      const stored = { accent: '#ffd400', radius: 4, logo: path, picture: path, focus: { x: 0.5, y: 0 } };
      assert.deepEqual(saved.body.brand, stored);
      assert.deepEqual(await shown(), { ...stored, logo, picture: logo });
      assert.equal((await fetch(new URL(path, stack().api.url))).status, 200);

      // What a change leaves out stays, also when a client sends back what it received.
      assert.deepEqual((await save({ radius: 0, picture: null })).body.brand, {
        ...stored,
        radius: 0,
        picture: null,
      });
      assert.deepEqual((await save(stored)).body.brand, stored);
      assert.deepEqual((await save(NONE)).body.brand, NONE);
      assert.equal(await shown(), undefined);
    });

    it('keeps an image that the brand uses', async () => {
      const { id, url } = await upload(slug);
      await save({ picture: url.replace('/1600.webp', '/480.webp') });
      const rejected = await stack().api.admin('DELETE', `/venues/${slug}/images/${id}`);
      assert.deepEqual([rejected.status, rejected.headers.get('error-code')], [409, 'image_in_use']);
      await save({ picture: null });
      assert.equal((await stack().api.admin('DELETE', `/venues/${slug}/images/${id}`)).status, 200);
    });

    it('rejects colours, corners and images that are not its own, and changes nothing', async () => {
      const foreign = (await upload(await stack().api.newVenue())).url;
      await save({ accent: '#0b6660' });
      for (const [field, value] of [
        ['accent', 'red'],
        ['accent', '#fff'],
        ['accent', '#0b6660;}body{display:none'],
        ['accent', '#0b666０'],
        ['radius', -1],
        ['radius', 41],
        ['radius', 1.5],
        ['radius', '12px'],
        ['logo', foreign],
        ['logo', 'https://elsewhere.example/logo.svg'],
        ['logo', 'javascript:alert(1)//images/0199f7c2-8b1e-7c33-9d53-3d6f1f0a2b4c/480.webp'],
        ['picture', 'data:image/svg+xml,<svg/>'],
        ['picture', `${logo}?tracking`],
        ['picture', '//elsewhere.example/images/0199f7c2-8b1e-7c33-9d53-3d6f1f0a2b4c/480.webp'],
        ['focus', { x: 2, y: 0 }],
        ['focus', { x: 0.5 }],
        ['unknown', 1],
      ] as const) {
        const { status, body } = await save({ radius: 9, [field]: value });
        assert.equal(status, 422, `${field} ${JSON.stringify(value)}`);
        assert.match(body.error, /brand/);
      }
      const created = { slug: `${slug}-b`, name: 'B', brand: { logo } };
      assert.equal((await stack().api.admin('POST', '/venues', created)).status, 422);
      assert.deepEqual(await shown(), { ...NONE, accent: '#0b6660' });
    });
  });
}
