import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../stack/api.ts';
import type { Guest, GuestPage } from '../widget/guest.ts';
import type { VenueWithTimes } from '../widget/venues.ts';
import { inOneWorld } from '../widget/world.ts';
import { bookThere, bookToTheEnd, coreRequests, layoutShifts, newVenueFor, servedPage } from './bookThere.ts';
import { startVueHost } from './vueHost.ts';

const told = ({ page }: Guest) => page.locator('.told li').allTextContents();

// This is a development build of Vue: any warning fails the visit.
describe('the Vue component', () => {
  const world = inOneWorld();
  let host: Awaited<ReturnType<typeof startVueHost>>;
  let venue: VenueWithTimes;
  beforeAll(async () => {
    host = await startVueHost();
    venue = await newVenueFor(world(), host.origin);
  });
  afterAll(() => host?.stop());

  const booking = (props: Record<string, unknown> = {}) => ({
    tenant: venue.slug,
    api: world().stack.api.url,
    locale: 'en',
    ...props,
  });

  it('lets a guest book, pay and see the outcome after the return', async () => {
    await world().visit({ url: host.at('/', { booking: booking() }), locale: 'en' }, async (guest) => {
      await bookToTheEnd(guest, venue);
    });
  });

  it('hydrates a server-rendered page without layout shifts', async () => {
    const url = host.at('/served', { booking: booking({ radius: 8, name: 'Noord "aan zee"' }) });
    const { attributes, html } = await servedPage(url);
    const { style, ...others } = attributes;
    assert.deepEqual(others, {
      id: 'booking',
      class: 'card',
      ...booking({ radius: '8', name: 'Noord &quot;aan zee&quot;' }),
    });
    assert.match(style ?? '', /display:block;min-block-size:clamp\(.*;margin-block:1rem/);
    assert.match(html, /Book by phone/);
    for (const width of [390, 1200])
      await world().visit({ url, locale: 'en', viewport: { width, height: 900 } }, async (guest) => {
        await guest.arrives('what');
        await guest.settles();
        assert.deepEqual(await layoutShifts(guest.page), []);
        assert.equal((await coreRequests(guest)).length, 1);
        assert.equal(await guest.page.getByText('Book by phone').isVisible(), false);
      });
  });

  it('opens in a dialog at the given choice, with what the page knows about the guest', async () => {
    const prefill = { name: 'Anna Jansen', email: 'anna@example.com' };
    const mode = { mode: 'button', label: 'Book now', facility: venue.facility, people: 2 };
    const url = host.at('/served', { booking: booking({ ...mode, prefill }) });
    const { attributes } = await servedPage(url);
    assert.equal(attributes.style, 'margin-block:1rem;', 'a dialog needs no space');
    assert.equal('prefill' in attributes, false);
    await world().visit({ url, locale: 'en' }, async (guest) => {
      await guest.page.getByRole('button', { name: 'Book now' }).click();
      await guest.arrives('when');
      assert.equal(await guest.page.locator('input[name=people]').inputValue(), '2');
      await guest.page.locator('button[data-slot][aria-disabled=false]').first().click();
      await guest.arrives('details');
      assert.equal(await guest.page.locator('[name=customer_name]').inputValue(), 'Anna Jansen');
      await guest.page.keyboard.press('Escape');
      await guest.page.locator('dialog[open]').waitFor({ state: 'detached' });
    });
  });

  it('reserves the given space', async () => {
    const { attributes } = await servedPage(host.at('/served', { booking: booking({ reserve: '0' }) }));
    assert.equal(attributes.style, 'margin-block:1rem;');
    const more = await servedPage(
      host.at('/served', { booking: booking({ reserve: '1px;position:fixed' }) }),
    );
    assert.match(
      more.attributes.style ?? '',
      /^display:block;min-block-size:clamp\([^;]*;margin-block:1rem;$/,
    );
    const url = host.at('/served', { booking: booking({ reserve: '2rem' }) });
    await world().visit({ url, locale: 'en', viewport: { width: 390, height: 900 } }, async (guest) => {
      await guest.arrives('what');
      await guest.settles();
      assert.notDeepEqual(
        await layoutShifts(guest.page),
        [],
        'too little space is reserved: content below moves',
      );
    });
  });

  it('follows its props, also when they are unset', async () => {
    await world().visit({ url: host.at('/', { booking: booking() }), locale: 'en' }, async (guest) => {
      const { page, say, widget } = guest;
      const attributes = () =>
        widget.evaluate((it) => ['variant', 'name', 'accent', 'class'].map((name) => it.getAttribute(name)));
      await page.getByRole('button', { name: /Sauna/ }).click();
      await page.getByRole('button', { name: say('nextWeek') }).waitFor();
      await page.getByRole('button', { name: 'As a calendar' }).click();
      await page.getByRole('button', { name: say('nextMonth') }).waitFor();
      await guest.sees('Noord');
      assert.deepEqual(await attributes(), ['calendar', 'Noord', '#a21caf', 'card']);
      await page.getByRole('button', { name: 'As it comes' }).click();
      await page.getByRole('button', { name: say('nextWeek') }).waitFor();
      await eventually('they are gone', async () => (await attributes()).join() === ',,,card');
    });
  });

  it('leaves no gap when a prop changes after the reserved space was released', async () => {
    await world().visit({ url: host.at('/', { booking: booking() }), locale: 'en' }, async (guest) => {
      const { page, say, widget } = guest;
      const kept = () => widget.evaluate((it) => it.style.minBlockSize);
      await page.getByRole('button', { name: /Sauna/ }).waitFor();
      assert.match(await kept(), /^clamp/);
      await page.getByRole('button', { name: /Sauna/ }).click();
      await page.getByRole('button', { name: 'As a calendar' }).click();
      await page.getByRole('button', { name: say('nextMonth') }).waitFor();
      assert.equal(await kept(), '0px');
    });
  });

  it('follows props that change before the widget has loaded', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const prepare = async (page: GuestPage) => {
      await page.route(/assets[/]venue-booking/, async (route) => {
        await held;
        await route.continue();
      });
    };
    const url = host.at('/served', { booking: booking({ variant: 'timeline' }) });
    await world().visit({ url, locale: 'en', prepare }, async (guest) => {
      const { page, say, widget } = guest;
      await guest.sees('Book by phone');
      await page.getByRole('button', { name: 'As a calendar' }).click();
      await eventually('it is set', async () => (await widget.getAttribute('variant')) === 'calendar');
      answer();
      await page.getByRole('button', { name: /Sauna/ }).click();
      await page.getByRole('button', { name: say('nextMonth') }).waitFor();
    });
  });

  it('reports a widget that fails to load and keeps the fallback content', async () => {
    const prepare = async (page: GuestPage) => {
      await page.route(/assets[/]venue-booking/, (route) => route.abort());
    };
    await world().visit(
      { url: host.at('/', { booking: booking() }), locale: 'en', prepare },
      async (guest) => {
        guest.tolerate(/Failed to (load resource|fetch dynamically)/);
        await eventually('the event is emitted', async () => (await told(guest)).length > 0);
        assert.deepEqual(await told(guest), ['error failed (venue-booking:error)']);
        assert.ok(await guest.page.getByText('Book by phone').isVisible());
      },
    );
  });

  it('works inside a custom element', async () => {
    await world().visit({ url: host.at('/element', { booking: booking() }), locale: 'en' }, async (guest) => {
      await guest.page.getByRole('button', { name: /Sauna/ }).click();
      await guest.page.getByRole('button', { name: 'As a calendar' }).click();
      await guest.page.getByRole('button', { name: guest.say('nextMonth') }).waitFor();
      assert.ok((await told(guest)).includes('step when (venue-booking:step)'));
    });
  });

  it('continues where it was when it is shown again', async () => {
    await world().visit({ url: host.at('/', { booking: booking() }), locale: 'en' }, async (guest) => {
      const { page, widget } = guest;
      await page.getByRole('button', { name: /Sauna/ }).click();
      await guest.arrives('when');
      await page.getByRole('button', { name: 'Show or hide' }).click();
      await widget.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Show or hide' }).click();
      await guest.arrives('when');
      assert.equal((await coreRequests(guest)).length, 1);
    });
  });

  it('emits events and lets the page keep the guest', async () => {
    const url = host.at('/', { booking: booking(), stay: true });
    await world().visit({ url, locale: 'en' }, async (guest) => {
      await bookThere(guest, venue);
      await guest.sees(guest.say('pay'));
      assert.deepEqual(
        (await told(guest)).map((line) => line.replace(/[/]pay[/]\S+/, '…')),
        [
          'step what (venue-booking:step)',
          '2 facilities (venue-booking:ready)',
          'step when (venue-booking:step)',
          'step details (venue-booking:step)',
          'booked for 2 (venue-booking:booked)',
          'to pay at … (venue-booking:redirect)',
          'step done (venue-booking:step)',
        ],
      );
      assert.equal(guest.page.url(), url);
    });
  });
});
