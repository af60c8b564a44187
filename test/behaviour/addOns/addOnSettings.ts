import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { makeImage } from '../../../services/gateway/testing/makeImage.ts';
import { newPaidVenue, type PaidVenue } from '../../stack/paidVenue.ts';
import type { Stack } from '../../stack/stack.ts';
import { chosen, day, lines, pricing } from '../fixtures/addOnList.ts';

/** How owners configure add-ons. */
export function addOnSettings(stack: () => Stack): void {
  describe('add-on settings', () => {
    let venue: PaidVenue;
    beforeAll(async () => {
      venue = await newPaidVenue(stack(), { facility: { capacity: 8, pricing, vat_percent: 21 } });
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${venue.slug}${path}`, body);

    it('guests see an add-on’s image, which cannot be deleted while it is in use', async () => {
      const [towel, robe] = pricing.add_ons ?? [];
      const path = `/facilities/${venue.facility}`;
      const save = (images: (string | undefined)[]) =>
        admin('PATCH', path, {
          pricing: {
            ...pricing,
            add_ons: [towel, robe].map((addOn, at) => ({
              ...addOn,
              ...(images[at] && { image: images[at] }),
            })),
          },
        });
      const told = async (): Promise<unknown[]> => {
        const { body } = await stack().api.get(venue.slug, '/facilities');
        return body.facilities[0].price.add_ons.map((addOn: { image?: string }) =>
          'image' in addOn ? addOn.image : 'none',
        );
      };
      const png = await makeImage('png', { width: 60, height: 60 });
      const answer = await stack().api.upload(venue.slug, png);
      const image = (await answer.json()) as { id: string; url: string };
      try {
        // Image URLs in the form used for facilities: any width, and stored exactly as sent.
        const small = image.url.replace('/1600.webp', '/480.webp');
        for (const kept of [small, `/images/${image.id.toUpperCase()}/960.webp`]) {
          assert.equal((await save([kept])).status, 200);
          assert.deepEqual(await told(), [kept, 'none']);
          assert.equal((await fetch(new URL(kept, stack().api.url))).status, 200);
          for (const id of [image.id, image.id.toUpperCase()]) {
            const refused = await admin('DELETE', `/images/${id}`);
            assert.deepEqual([refused.status, refused.headers.get('error-code')], [409, 'image_in_use']);
          }
        }
        for (const hostile of ['javascript:alert(1)', 'data:image/svg+xml,<svg/>', '/a b.webp']) {
          const { status, body } = await save([small, hostile]);
          assert.deepEqual([status, body.error.includes('pricing.add_ons.1.image')], [422, true], body.error);
        }

        // Bookings do not store the image, so a new image does not change them.
        const [, , , , , , , slot_id] = venue.slots;
        const wish = { slot_id, customer_name: 'Bo', people: 1, add_ons: { towel: 1 } };
        const made = await admin('POST', '/bookings', wish);
        assert.deepEqual(made.body.add_ons, [{ key: 'towel', name: towel?.name, count: 1 }], made.text);
        const { rows } = await stack().database.query(
          'SELECT FROM booking.booking WHERE id = $1 AND add_ons::text LIKE $2',
          [made.body.id, '%images%'],
        );
        assert.equal(rows.length, 0);

        assert.equal((await save([undefined, '/images/robe.webp'])).status, 200);
        assert.deepEqual(await told(), ['none', '/images/robe.webp']);
        assert.equal((await admin('DELETE', `/images/${image.id}`)).status, 200);
      } finally {
        assert.equal((await admin('PATCH', path, { pricing })).status, 200);
      }
    });

    it('the owner previews add-ons before saving, and a rejection names the row that is wrong', async () => {
      const look = await admin('POST', '/price-preview', {
        ...{ pricing, date: day, time: '10:00', people: 2, add_ons: chosen, locale: 'nl' },
      });
      assert.deepEqual([look.body.total_eur, look.body.lines], [69.5, lines]);
      const [towel, robe] = pricing.add_ons ?? [];
      for (const [add_ons, words] of [
        [[towel, { ...robe, key: 'towel' }], 'add-on 2, "towel"'],
        [[{ ...robe, max: 2 }], 'add_ons.0.max'],
        [Array.from({ length: 13 }, () => towel), 'pricing.add_ons'],
      ] as const) {
        const path = `/facilities/${venue.facility}`;
        const { status, body } = await admin('PATCH', path, { pricing: { ...pricing, add_ons } });
        assert.deepEqual([status, body.error.includes(words)], [422, true], body.error);
      }
    });
  });
}
