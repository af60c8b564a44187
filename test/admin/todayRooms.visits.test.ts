import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { daysAhead } from '../stack/api.ts';
import { signIn } from './signIn.ts';
import { assertGood, inOneWorld } from './world.ts';

const world = inOneWorld();

describe('the calendar of facilities that share a room', () => {
  it('names the booking that takes the room, in the day, the dialog and the week, with a link', async () => {
    const { api } = world().stack;
    const day = daysAhead(3);
    const slug = await api.newVenue();
    const admin = async (method: string, path: string, body?: unknown) => {
      const answer = await api.admin(method, `/venues/${slug}${path}`, body);
      assert.ok(answer.status < 300, answer.text);
      return answer.body;
    };
    const { id: room } = await admin('POST', '/rooms', { name: 'Zaal' });
    const hours = { opens_at: '10:00', closes_at: '16:00', rooms: [room] };
    await api.newFacility(slug, { name: 'Sauna Oever', mode: 'FULL', capacity: 10, ...hours });
    await api.newFacility(slug, { name: 'Yogales', duration_minutes: 120, ...hours });
    const { days } = await admin('GET', `/calendar?from=${day}`);
    const [sauna, lesson] = days[0].facilities.map(({ slots }: { slots: { id: number }[] }) => slots[0]?.id);
    const booked = await admin('POST', '/bookings', {
      ...{ slot_id: sauna, customer_name: 'Sophie de Wit', people: 2 },
    });
    const cookie = await signIn(world().stack, { venues: { [slug]: 'desk' } });
    await world().visit({ at: `/v/${slug}/today?date=${day}`, cookie }, async (person) => {
      const { page } = person;
      const open = page.locator(`[data-slot="${lesson}"]`);
      await open.getByText('Sophie de Wit (Sauna Oever)').waitFor();
      const text = ((await open.textContent()) ?? '').replace(/\s+/g, ' ').trim();
      assert.equal(text, '10:00 Ruimte bezet Sophie de Wit (Sauna Oever)');
      await assertGood(person, 'the day');
      await open.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('2 personen').waitFor();
      await assertGood(person, 'the slot without its room');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Week' }).click();
      const row = page.getByRole('row', { name: /^Sauna Oever/ });
      await row.getByText('Privé: 2 personen', { exact: true }).waitFor();
      await row.getByText('2 p.', { exact: true }).waitFor();
      assert.equal(await row.getByText('10/', { exact: false }).count(), 0);
      await assertGood(person, 'the week');
      await page
        .getByRole('row', { name: /^Yogales/ })
        .getByRole('link', { name: /Sophie de Wit/ })
        .click();
      await page.waitForURL(new RegExp(`/bookings/${booked.id}$`));
    });
  });

  it('shows a booking off the grid that was made elsewhere, over the slots that it overlaps', async () => {
    const { api } = world().stack;
    const day = daysAhead(4);
    const slug = await api.newVenue();
    const hours = { opens_at: '10:00', closes_at: '14:00' };
    const court = await api.newFacility(slug, { name: 'Baan', mode: 'FULL', capacity: 4, ...hours });
    const cookie = await signIn(world().stack, { venues: { [slug]: 'desk' } });
    await world().visit({ at: `/v/${slug}/today?date=${day}`, cookie }, async (person) => {
      const { page } = person;
      await page.locator('[data-slot]').first().waitFor();
      const made = await api.admin('POST', `/venues/${slug}/bookings`, {
        ...{ facility_id: court, starts_at: `${day}T10:10`, minutes: 75, customer_name: 'Tien Over' },
      });
      const slot = page.locator(`[data-slot="${made.body.slot_id}"]`);
      await slot.getByText('Tien Over').waitFor();
      await assertGood(person, 'the day');
    });
  });
});
