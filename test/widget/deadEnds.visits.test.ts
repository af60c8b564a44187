import assert from 'node:assert/strict';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, newAddress } from '../stack/api.ts';
import { type Guest, type GuestPage, tag } from './guest.ts';
import { choose, fillIn, sendForm } from './picking.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

const instead = 'Bel 020 123 45 67 om te boeken.';
const headers = { 'Access-Control-Allow-Origin': '*' };

/** Answers the requests of one kind, until the test says otherwise. */
const answering = (pattern: RegExp, response: { status?: number; json?: unknown } | 'abort') => {
  let isOn = true;
  return {
    stop: () => {
      isOn = false;
    },
    prepare: async (page: GuestPage) => {
      await page.route(pattern, (route) => {
        if (!isOn) return route.continue();
        return response === 'abort' ? route.abort() : route.fulfill({ headers, ...response });
      });
    },
  };
};

describe('a widget with which a guest can’t go on', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  let soon: VenueWithTimes;
  let empty: VenueWithTimes;
  let stranger: VenueWithTimes;
  beforeAll(async () => {
    [venue, soon, empty, stranger] = await Promise.all([
      newVenueWithTimes(world(), { facility: { capacity: 20 } }),
      newVenueWithTimes(world(), { venue: { live: false } }),
      newVenueWithTimes(world(), { facility: { active: false } }),
      newVenueWithTimes(world(), { venue: { allowed_origins: [] } }),
    ]);
  });
  const visit = async (
    tenant: string,
    options: { prepare?: (page: GuestPage) => Promise<void>; address?: string },
    what: (guest: Guest) => Promise<void>,
  ) => {
    const element = tag({ tenant, api: world().stack.api.url, locale: 'nl' });
    const body = element.replace('></', `><p id="instead">${instead}</p></`);
    await world().visit({ ...options, page: { body } }, async (guest) => {
      guest.tolerate(/status of|ERR_FAILED|CORS policy/);
      await what(guest);
    });
  };
  const fallback = ({ page }: Guest) => page.locator('#instead');
  const isShown = (guest: Guest) => fallback(guest).waitFor({ state: 'visible' });
  const isHidden = (guest: Guest) => fallback(guest).waitFor({ state: 'hidden' });

  it('shows the page’s own content while the API is unreachable, and the widget after a retry', async () => {
    const { prepare, stop } = answering(/[/]api[/]site/, 'abort');
    await visit(venue.slug, { prepare }, async (guest) => {
      await guest.sees(guest.say('failed'));
      await isShown(guest);
      stop();
      await guest.button('retry').click();
      await guest.arrives('when');
      await isHidden(guest);
    });
  });

  for (const [state, tenant, text] of [
    ['is unknown', () => 'no-such-venue', /./],
    ['does not allow the website', () => stranger.slug, 'failed'],
    ['is not live', () => soon.slug, 'notLive'],
    ['has nothing to book', () => empty.slug, 'empty'],
  ] as const)
    it(`shows the page’s own content if the venue ${state}`, async () => {
      await visit(tenant(), {}, async (guest) => {
        await guest.sees(typeof text === 'string' ? guest.say(text) : text);
        await isShown(guest);
      });
    });

  it('shows the page’s own content if no day is available', async () => {
    const { prepare } = answering(/[/]slots[?]date=/, { json: { slots: [] } });
    const days = answering(/[/]availability/, { json: { from: daysAhead(1), days: [] } });
    const both = async (page: GuestPage) => {
      await prepare(page);
      await days.prepare(page);
    };
    await visit(venue.slug, { prepare: both }, async (guest) => {
      await guest.sees(guest.say('noDays'));
      await isShown(guest);
    });
  });

  it('shows the page’s own content while the times can’t be loaded', async () => {
    const { prepare, stop } = answering(/[/]slots[?]date=/, { status: 503 });
    await visit(venue.slug, { prepare }, async (guest) => {
      await guest.sees(guest.say('failed'));
      await isShown(guest);
      stop();
      await guest.button('retry').click();
      await guest.page.locator('[data-slot]').first().waitFor();
      await isHidden(guest);
    });
  });

  it('shows the page’s own content after too many attempts, until the guest changes something', async () => {
    const [slot] = await venue.slotsOf(daysAhead(3));
    assert.ok(slot);
    const json = { error: 'Too many' };
    const { prepare } = answering(/[/]api[/]site[/]bookings/, { status: 429, json });
    await visit(venue.slug, { prepare, address: newAddress() }, async (guest) => {
      await guest.arrives('when');
      await choose(guest, slot);
      await guest.arrives('details');
      await fillIn(guest, 'often@example.com');
      await isHidden(guest);
      await sendForm(guest);
      await isShown(guest);
      await guest.page.locator('[name=customer_name]').fill('Anna de Wit');
      await isHidden(guest);
    });
  });
});
