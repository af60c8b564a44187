import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually } from '../stack/api.ts';
import { type Guest, tag } from './guest.ts';
import { keyGuards, tapGuards } from './hostGuards.ts';
import { choose, filledIn } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

const name = 'Susan Jansen-Öz 1/2?';

describe('the widget on a page that intercepts input', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  beforeAll(async () => {
    venue = await newVenueWithTimes(world(), {
      facility: { capacity: 20 },
      fields: [
        { key: 'company', label: 'Bedrijf', type: 'text', required: false },
        { key: 'source', label: 'Hoe', type: 'select', required: true, options: ['Vrienden', 'Internet'] },
        { key: 'wishes', label: 'Wensen', type: 'textarea', required: false },
        { key: 'rules', label: 'Huisregels', type: 'checkbox', required: true },
      ],
    });
  });
  const visit = async (
    { when, install }: (typeof keyGuards)[string],
    options: { hasTouch?: boolean },
    what: (guest: Guest) => Promise<void>,
  ) => {
    const body = `<input id="search" aria-label="Zoek">${tag({ tenant: venue.slug, api: world().stack.api.url, locale: 'nl' })}`;
    await world().visit(
      {
        ...options,
        page: { body },
        prepare: async (page) => {
          if (when === 'before') await page.addInitScript(install);
        },
      },
      async (guest) => {
        await guest.arrives('when');
        if (when === 'after') await guest.page.evaluate(install);
        await what(guest);
      },
    );
  };

  for (const [kind, guard] of Object.entries(keyGuards))
    it(`takes typed, copied and pasted text despite ${kind}`, async () => {
      const [slot] = await venue.slotsOf(daysAhead(3));
      assert.ok(slot);
      await visit(guard, {}, async (guest) => {
        const { page } = guest;
        const { keyboard } = page;
        const field = (of: string) => page.locator(`form [name="${of}"]`);
        await choose(guest, slot);
        await guest.arrives('details');
        await field('customer_name').click();
        await keyboard.type(`ss${name.slice(1)}`);
        await keyboard.press('Home');
        await keyboard.press('Delete');
        await keyboard.press('Delete');
        await keyboard.type('S');
        await keyboard.press('Control+a');
        await keyboard.press('Control+c');
        await keyboard.press('Tab');
        await keyboard.type(`s/${kind.length}@example.com`);
        await field('extra.company').click();
        await keyboard.press('Control+v');
        await keyboard.press('Tab');
        await keyboard.press('ArrowDown');
        await keyboard.press('Tab');
        await keyboard.type('Een sjaal');
        await keyboard.press('Enter');
        await keyboard.type('1 ?');
        await keyboard.press('Tab');
        await keyboard.press('Space');
        assert.deepEqual(await filledIn(guest), {
          customer_name: name,
          customer_email: `s/${kind.length}@example.com`,
          'extra.company': name,
          'extra.source': 'Vrienden',
          'extra.wishes': 'Een sjaal\n1 ?',
          'extra.rules': true,
        });
      });
    });

  it('books by Enter and lets the guest copy the booking number despite copy protection', async () => {
    const [slot] = await venue.slotsOf(daysAhead(4));
    assert.ok(slot);
    const guards = Object.entries(keyGuards).filter(([kind]) => !kind.includes('capture'));
    const body = tag({ tenant: venue.slug, api: world().stack.api.url, locale: 'nl' });
    const css = 'body { user-select: none; -webkit-user-select: none }';
    await world().visit({ page: { body, css } }, async (guest) => {
      const { page } = guest;
      const { keyboard } = page;
      await guest.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await guest.arrives('when');
      for (const [, { install }] of guards) await page.evaluate(install);
      await choose(guest, slot);
      await guest.arrives('details');
      await page.locator('form [name=customer_name]').click();
      await keyboard.type(name);
      await keyboard.press('Tab');
      await keyboard.type('copied@example.com');
      await page.locator('form [name="extra.source"]').focus();
      await keyboard.press('ArrowDown');
      await page.locator('form [name="extra.rules"]').focus();
      await keyboard.press('Space');
      await page.locator('form [name=customer_email]').focus();
      await keyboard.press('Enter');
      await guest.arrives('booked');
      const number = page.locator('[part~=ticket] b');
      await number.dblclick({ position: { x: 4, y: 8 } });
      // As the menu of the browser does.
      await page.evaluate(() => document.execCommand('copy'));
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      // A double click selects up to the hyphen.
      assert.match(copied.trim(), /^\w+$/);
      assert.ok((await number.innerText()).includes(copied.trim()), copied);
    });
  });

  for (const [kind, guard] of Object.entries(tapGuards))
    for (const hasTouch of [true, false])
      it(`takes ${hasTouch ? 'taps' : 'clicks'} despite ${kind}`, async () => {
        const [slot] = await venue.slotsOf(daysAhead(3));
        assert.ok(slot);
        await visit(guard, { hasTouch }, async (guest) => {
          const { page } = guest;
          const press = (selector: string) => page.locator(selector)[hasTouch ? 'tap' : 'click']();
          await press('.stepper button:last-of-type');
          assert.equal(await page.locator('[name=people]').inputValue(), '2');
          await press(`[data-date="${daysAhead(3)}"]`);
          await press(`[data-slot="${slot.id}"]`);
          await guest.arrives('details');
          await press('form [name=customer_name]');
          await eventually(
            'the name has the focus',
            async () => (await guest.focused()).name === 'customer_name',
          );
          await page.keyboard.type(name);
          await press('label[for="extra.company"]');
          await eventually(
            'the field has the focus',
            async () => (await guest.focused()).name === 'extra.company',
          );
          await press('form [name="extra.rules"]');
          const filled = await filledIn(guest);
          assert.deepEqual([filled.customer_name, filled['extra.rules']], [name, true]);
        });
      });

  it('leaves the page Tab, Escape, function keys, its own chords, clicks, and keys outside fields', async () => {
    const [slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: venue.slug }, async (guest) => {
      const { page } = guest;
      await guest.arrives('when');
      await page.evaluate(() => {
        const seen: string[] = [];
        const note = (event: Event) => {
          seen.push((event as KeyboardEvent).key ?? event.type);
          document.body.dataset.seen = seen.join(' ');
        };
        for (const type of ['keydown', 'click']) document.addEventListener(type, note);
      });
      const seen = () => page.evaluate(() => document.body.dataset.seen);
      await choose(guest, slot);
      await guest.arrives('details');
      await page.keyboard.press('s');
      await page.locator('form [name=customer_name]').click();
      for (const key of ['a', 'Escape', 'F2', 'Control+k', 'Control+a', 'Backspace', 'ArrowLeft', 'Tab'])
        await page.keyboard.press(key);
      assert.equal(await seen(), 'click click s click Escape F2 Control k Control Tab');
    });
  });

  it('keeps chords of other keyboards, AltGr characters and composed text inside', async () => {
    const [slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot);
    await world().visit({ tenant: venue.slug }, async (guest) => {
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      const reached = await guest.page.locator('form [name=customer_name]').evaluate((field) => {
        const seen: string[] = [];
        document.addEventListener('keydown', ({ key }) => seen.push(key));
        const keys: KeyboardEventInit[] = [
          { key: 'м', code: 'KeyV', ctrlKey: true },
          { key: 'z', code: 'KeyY', metaKey: true, shiftKey: true },
          { key: '@', code: 'KeyQ', ctrlKey: true, altKey: true },
          { key: 'å', code: 'KeyA', altKey: true },
          { key: 'Escape', isComposing: true },
          { key: 'Process' },
          { key: 'Insert', shiftKey: true },
          { key: 'Escape' },
          { key: 'л', code: 'KeyK', ctrlKey: true },
        ];
        for (const key of keys)
          field.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, composed: true }));
        return seen;
      });
      assert.deepEqual(reached, ['Escape', 'л']);
    });
  });
});
