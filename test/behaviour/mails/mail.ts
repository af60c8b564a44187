import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Mail that guests and venues receive. */
export function mail(stack: () => Stack): void {
  describe('mail to the guest', () => {
    let slug: string;
    let slots: { id: number }[];
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue({
        name: 'Sauna <aan> het Meer',
        address: 'Meerweg 1\nLoosdrecht',
        contact_email: 'hallo@sauna.example',
      });
      const facility = await api.newFacility(slug, { name: 'Privésauna' });
      slots = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(7)}`)).body.slots;
    });
    const arrived = async (email: string, count = 1) => {
      await eventually('the mail arrives', () => stack().mail.to(email).length >= count, 20_000);
      return stack().mail.to(email);
    };

    it('confirms a booking once, in the guest’s language, with a link to the ticket', async () => {
      for (const [locale, subject, page] of [
        ['nl', /^Boeking bevestigd: Privésauna, /, /<html lang="nl">/],
        ['en', /^Booking confirmed: Privésauna, /, /<html lang="en">/],
      ] as const) {
        const email = `${randomUUID()}@example.com`;
        const answer = await stack().api.book(slug, { slot_id: slots[0]?.id, locale, customer_email: email });
        assert.equal(answer.status, 201);
        const [received] = await arrived(email);
        const { subject: said, text = '', html = '', from, replyTo } = received?.mail ?? {};
        assert.match(said ?? '', subject);
        assert.equal(from?.name, 'Sauna <aan> het Meer');
        assert.equal(replyTo?.[0]?.address, 'hallo@sauna.example');
        assert.match(html, /Sauna &lt;aan&gt; het Meer/);
        const [link = ''] = /https?:\S+\/tickets\/\S+/.exec(text) ?? [];
        assert.equal(link.split('?mail=')[0], answer.body.ticket_url);
        const path = new URL(link).pathname;
        const ticket = await call(stack().api.url + path, { headers: { Accept: 'text/html' } });
        assert.equal(ticket.status, 200);
        assert.match(ticket.text, page);
        await sleep(300);
        assert.equal(stack().mail.to(email).length, 1);
      }
    });

    it('notifies the venue of the events it chose, at its contact address', async () => {
      const { api } = stack();
      const to = `${randomUUID()}@sauna.example`;
      const venue = await api.newVenue({ name: 'Bad', contact_email: to, notify_new: false });
      const facility = await api.newFacility(venue, { name: 'Bad' });
      const times = (await api.get(venue, `/facilities/${facility}/slots?date=${daysAhead(7)}`)).body.slots;
      const made = await api.book(venue, { slot_id: times[0].id, customer_name: 'Anna Jansen' });
      const path = `/venues/${venue}/bookings/${made.body.booking.id}`;
      assert.equal((await api.admin('POST', `${path}/cancel`, {})).status, 200);
      await eventually('the venue receives its mail', () => stack().mail.to(to).length > 0, 20_000);
      const [received] = stack().mail.to(to);
      assert.match(received?.mail.subject ?? '', /^Boeking geannuleerd: Bad, /);
      const text = received?.mail.text ?? '';
      assert.match(text, /Naam: +Anna Jansen/);
      assert.ok(text.includes(`/admin/v/${venue}/bookings/${made.body.booking.id}`), text);
      await api.admin('PATCH', `/venues/${venue}`, { notify_daily: true });
      assert.equal((await api.admin('GET', `/venues/${venue}`)).body.notify_daily, true);
      const wrong = await api.admin('PATCH', `/venues/${venue}`, { notify_daily: 'weekly' });
      assert.equal(wrong.status, 422);
    });

    it('sends nothing for a rejected booking', async () => {
      const email = `${randomUUID()}@example.com`;
      const refused = await stack().api.book(slug, {
        slot_id: slots[1]?.id,
        people: 99,
        customer_email: email,
      });
      assert.equal(refused.status, 422);
      await sleep(500);
      assert.deepEqual(stack().mail.to(email), []);
    });
  });
}
