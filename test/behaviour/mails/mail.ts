import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import ICAL from 'ical.js';
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
      await eventually('the mail arrives', () => stack().mail.to(email).length >= count);
      return stack().mail.to(email);
    };

    it('confirms a booking once, in the guest’s language, with a link to the ticket', async () => {
      for (const [locale, subject, page] of [
        ['nl', /^Boeking bevestigd: Privésauna, /, /<html lang="nl">/],
        ['en', /^Booking confirmed: Privésauna, /, /<html lang="en">/],
        ['de', /^Buchung bestätigt: Privésauna, /, /<html lang="de">/],
        ['fr', /^Réservation confirmée\s: Privésauna, /, /<html lang="fr">/],
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

    it('adds the appointment to the guest’s calendar, moves it and removes it', async () => {
      const email = `${randomUUID()}@example.com`;
      const made = await stack().api.book(slug, { slot_id: slots[1]?.id, customer_email: email });
      const path = `/venues/${slug}/bookings/${made.body.booking.id}`;
      await arrived(email);
      assert.equal((await stack().api.admin('PATCH', path, { slot_id: slots[2]?.id })).status, 200);
      await arrived(email, 2);
      assert.equal((await stack().api.admin('POST', `${path}/cancel`, {})).status, 200);
      const calendars = (await arrived(email, 3)).map(({ mail }) => {
        // Gmail and Outlook read the alternative of the text; others open the attached file.
        const [invitation, file] = mail.attachments.map(({ mimeType, method, content }) => ({
          ...{ mimeType, method },
          text: new TextDecoder().decode(content as ArrayBuffer).replace(/\r?\n/g, '\r\n'),
        }));
        assert.deepEqual([invitation?.mimeType, file?.mimeType], ['text/calendar', 'application/ics']);
        assert.equal(file?.text, invitation?.text);
        const root = ICAL.Component.fromString(invitation?.text ?? '');
        const value = (name: string) =>
          String(root.getFirstSubcomponent('vevent')?.getFirstPropertyValue(name));
        assert.equal(root.getFirstPropertyValue('method'), invitation?.method);
        assert.equal(value('attendee'), `mailto:${email}`);
        return { method: invitation?.method, sequence: Number(value('sequence')), value };
      });
      assert.deepEqual(
        calendars.map(({ method }) => method),
        ['REQUEST', 'REQUEST', 'CANCEL'],
      );
      for (const same of ['uid', 'organizer'])
        assert.equal(new Set(calendars.map(({ value }) => value(same))).size, 1, same);
      const [first, moved, cancelled] = calendars;
      assert.notEqual(moved?.value('dtstart'), first?.value('dtstart'));
      assert.ok(Number(first?.sequence) < Number(moved?.sequence));
      assert.ok(Number(moved?.sequence) < Number(cancelled?.sequence));
      const file = await fetch(`${made.body.ticket_url}/booking.ics`);
      assert.equal(file.headers.get('content-type'), 'text/calendar; charset=utf-8; method=CANCEL');
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
      await eventually('the venue receives its mail', () => stack().mail.to(to).length > 0);
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
