import assert from 'node:assert/strict';
import { it } from 'vitest';
import { longDate } from '../../../widget-vue/src/texts/dates.ts';
import type { Guest } from '../guest.ts';
import { chooseDay, filledIn, fillIn, nameOf, sendForm, setPeople, showDay, time } from '../picking.ts';
import { dayFor, type ShownSlot } from '../venues.ts';
import type { Walk } from './walk.ts';

const answers = {
  'extra.phone': '+31 6 1234 5678',
  'extra.source': 'Vrienden',
  'extra.wishes': 'Rustig hoekje',
  'extra.rules': true,
};

export function freeBooking(walk: () => Walk): void {
  it('makes a free booking: what, when, details, confirmation', async () => {
    const { world, variant, locale, day, venues, check } = walk();
    const { slug, slotsOf, bookings } = venues.free;
    const email = `free-${variant}-${locale}@example.com`;
    const [, slot] = await slotsOf(day);
    assert.ok(slot);
    await world.visit({ tenant: slug, variant, locale }, async (guest) => {
      const { page, say, arrives, sees, button } = guest;
      await arrives('what');
      await check(guest, 'what');
      await page.getByRole('button', { name: /Sauna/ }).click();
      await arrives('when');
      await check(guest, 'when');
      await seesDaysWithNothingFree(guest);

      await setPeople(guest, 2);
      await chooseDay(guest, day);
      await time(guest, slot).click();
      await arrives('details');
      await sees(say('persons', { count: 2 }));
      await check(guest, 'details');
      await sendForm(guest);
      await seesMissingFields(guest);
      await check(guest, 'details with errors');

      await fillIn(guest, email, answers);
      const before = await filledIn(guest);
      await button('back').click();
      await arrives('when');
      await time(guest, slot).click();
      await arrives('details');
      assert.deepEqual(await filledIn(guest), before, 'the draft is kept when going back');

      await sendForm(guest);
      await arrives('booked');
      await sees(email);
      await check(guest, 'booked');
      await isBooked(guest, slot, await bookings(email));
      await page.reload();
      await arrives('booked');
      await button('again').click();
      await arrives('what');
      await page.getByRole('button', { name: /Privébad/ }).click();
      await arrives('when');
      await showDay(guest, day);
      await sees(/€\s?20[.,]00/);
      await check(guest, 'when, of a private facility');
    });
  });
}

async function seesDaysWithNothingFree(guest: Guest): Promise<void> {
  for (const date of [dayFor.full, dayFor.closed]) {
    await showDay(guest, date);
    const day = guest.page.locator(`button[data-date="${date}"]`);
    if (guest.variant === 'timeline') {
      assert.equal(await day.count(), 0, `${date} is no quick pick`);
    } else {
      const label = await nameOf(day);
      const state = guest.say(date === dayFor.full ? 'noneFree' : 'closed');
      assert.ok(label.includes(state), `${label} contains “${state}”`);
      await day.click();
    }
    const text = date === dayFor.full ? 'fullOn' : 'closedOn';
    await guest.sees(guest.say(text, { date: longDate(guest.locale, date) }));
    await guest.page.getByRole('button', { name: guest.say('nextFree', { date: '' }) }).waitFor();
  }
}

async function seesMissingFields({ page, say, focused }: Guest): Promise<void> {
  await page.locator('form [aria-invalid=true]').first().waitFor();
  const names = await page
    .locator('form [aria-invalid=true]')
    .evaluateAll((fields) => fields.map((it) => it.getAttribute('name')));
  const due = ['customer_name', 'customer_email', 'extra.phone', 'extra.source', 'extra.rules'];
  assert.deepEqual(new Set(names), new Set(due));
  assert.equal((await focused()).name, names[0], 'the first invalid field has the focus');
  for (const name of due) {
    const field = page.locator(`form [name="${name}"]`);
    const ids = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
    const told = await Promise.all(
      ids.filter(Boolean).map((id) => page.locator(`[id="${id}"]`).textContent()),
    );
    assert.ok(
      told.some((it) => it?.includes(say(name === 'extra.rules' ? 'tickThis' : 'required'))),
      `${name} shows its error: ${told}`,
    );
  }
}

async function isBooked(guest: Guest, slot: ShownSlot, found: Record<string, unknown>[]): Promise<void> {
  const { page, say, events, locale, happens } = guest;
  assert.equal(found.length, 1);
  const [booking] = found;
  assert.deepEqual(
    { ...booking, extra: booking?.extra },
    {
      ...booking,
      status: 'confirmed',
      people: 2,
      starts_at: slot.starts_at,
      extra: { phone: '+31 6 1234 5678', source: 'Vrienden', wishes: 'Rustig hoekje', rules: true },
    },
  );
  const { detail } = await happens('booked');
  const ticket = page.getByRole('link', { name: say('ticket') });
  assert.equal(await ticket.getAttribute('href'), detail.ticket_url);
  assert.equal((detail.booking as { id: number }).id, booking?.id);
  assert.deepEqual(
    events.map(({ name, detail }) => (name === 'step' ? detail.step : name)),
    // Includes going back and forth.
    ['what', 'ready', 'when', 'details', 'when', 'details', 'submitting', 'booked', 'done'],
  );
  assert.equal(await page.locator('section[part~=widget]').getAttribute('lang'), locale);
}
