import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { assertFits } from './fits.ts';
import { type Guest, type GuestPage, type Variant, variants } from './guest.ts';
import { choose, fillIn, sendForm } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

const script = `<script>alert(1)</script><img src="x" onerror="alert(1)">"' {{ 7 * 7 }}`;
const arabic = 'حمام البخار والساونا';
const long = 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200);

describe('hostile input to the widget', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), {
      venue: { name: script },
      facility: { name: `Eén ${script}`, description: `${script}\n${arabic} ${long}`, capacity: 20 },
      others: [{ name: arabic, description: long }, { name: long }],
      fields: [
        { key: 'a', label: `Veld ${script}`, type: 'text', required: true },
        { key: 'b', label: arabic, type: 'select', required: true, options: [script, arabic, long] },
        { key: 'c', label: long, type: 'checkbox', required: false },
      ],
    });
  });

  it('shows a venue’s data as text, within the layout', async () => {
    const [slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot);
    const visit = { tenant: venue.slug, viewport: { width: 320, height: 700 }, prepare: refuseDialogs };
    await world().visit(visit, async (guest) => {
      const { page, arrives } = guest;
      await arrives('what');
      await page.getByText(`Eén ${script}`).first().waitFor();
      await isHarmless(guest);
      await assertFits(guest, 'what');
      await page.getByRole('button', { name: /Eén/ }).click();
      await arrives('when');
      await page.getByRole('button', { name: /^Info/ }).click();
      await page.getByText(arabic).first().waitFor();
      await assertFits(guest, 'when');
      await choose(guest, slot);
      await arrives('details');
      await page.getByText(`Veld ${script}`).first().waitFor();
      await assertFits(guest, 'details');
      await fillIn(guest, 'hostile@example.com', {
        customer_name: script,
        'extra.a': script,
        'extra.b': script,
      });
      await sendForm(guest);
      await arrives('booked');
      await isHarmless(guest);
      const [booking] = await venue.bookings('hostile@example.com');
      assert.deepEqual(booking?.extra, { a: script, b: script, c: false });
      assert.equal(booking?.customer_name, script);
    });
  });

  it('shows texts of a response as text', async () => {
    const [slot] = await venue.slotsOf(daysAhead(4));
    assert.ok(slot);
    const prepare = async (page: GuestPage) => {
      await refuseDialogs(page);
      const headers = { 'Access-Control-Allow-Origin': '*' };
      await page.route('**/api/site/bookings', (route) =>
        route.fulfill({ status: 422, headers, json: { error: `${script} ${arabic} ${long}` } }),
      );
    };
    await world().visit(
      { tenant: venue.slug, prepare, viewport: { width: 320, height: 700 } },
      async (guest) => {
        guest.tolerate(/status of 422/);
        await guest.page.getByRole('button', { name: /Eén/ }).click();
        await guest.arrives('when');
        await choose(guest, slot);
        await guest.arrives('details');
        await fillIn(guest, 'hostile@example.com', { 'extra.a': 'a', 'extra.b': arabic });
        await sendForm(guest);
        const alert = guest.page.getByRole('alert').filter({ hasText: script });
        await alert.waitFor();
        await isHarmless(guest);
        await assertFits(guest, 'refused');
      },
    );
  });

  const attributes: Record<string, string> = {
    accent: 'red;}</style><script>alert(1)</script>',
    radius: '99999999',
    locale: 'xx"><script>',
    variant: '__proto__',
    name: script,
    redirect: 'javascript:alert(1)',
  };
  for (const variant of variants)
    it(`ignores hostile attribute values in the ${variant}`, async () => {
      const [slot] = await venue.slotsOf(daysAhead(5));
      assert.ok(slot);
      // An invalid variant falls back to the strip.
      const given = variant === 'strip' ? attributes : { ...attributes, variant };
      const visit = {
        tenant: venue.slug,
        variant: variant as Variant,
        attributes: given,
        prepare: refuseDialogs,
      };
      await world().visit(visit, async (guest) => {
        const { page } = guest;
        await page.getByRole('button', { name: /Eén/ }).click();
        await guest.arrives('when');
        const look = await page.locator('[part~=widget]').evaluate((it) => {
          const style = getComputedStyle(it);
          return [style.getPropertyValue('--vb-accent'), style.getPropertyValue('--vb-radius')];
        });
        assert.doesNotMatch(look[0] ?? '', /script|\}/);
        assert.ok(Number.parseFloat(look[1] ?? '') <= 40, look[1]);
        await choose(guest, slot);
        await guest.arrives('details');
        await fillIn(guest, `attributes-${variant}@example.com`, { 'extra.a': 'a', 'extra.b': arabic });
        await sendForm(guest);
        await guest.arrives('booked');
        assert.equal(page.url(), guest.url);
        await isHarmless(guest);
      });
    });

  it('books despite an invalid return address', async () => {
    const [, slot] = await venue.slotsOf(daysAhead(5));
    assert.ok(slot);
    await world().visit({ tenant: venue.slug, attributes: { redirect: 'http://[' } }, async (guest) => {
      await guest.page.getByRole('button', { name: /Eén/ }).click();
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await fillIn(guest, 'no-return@example.com', { 'extra.a': 'a', 'extra.b': arabic });
      await sendForm(guest);
      await guest.arrives('booked');
    });
  });

  it('sends no request to an invalid API address', async () => {
    for (const api of ['javascript:alert(1)//', 'data:application/json,{}', '::', 'http://[']) {
      const visit = { tenant: venue.slug, attributes: { api }, prepare: refuseDialogs };
      await world().visit(visit, async (guest) => {
        guest.tolerate(/Content Security Policy|Fetch API cannot load|URL scheme|status of 404/);
        await guest.sees(guest.say('failed'));
      });
    }
  });
});

const dialogs: string[] = [];
const refuseDialogs = async (page: GuestPage) => {
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
};

async function isHarmless({ page }: Guest): Promise<void> {
  const elements = page.locator('venue-booking').locator('script, style, img[src="x"], [onerror]');
  assert.equal(await elements.count(), 0, 'no text became an element');
  assert.deepEqual(dialogs, []);
}
