import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { prove } from '@venue-booking/domain/booking/solveProof';
import { beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually, newAddress } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';
import { assertRejected, changePages } from '../fixtures/changePages.ts';

/** Guests on one network, and the proof of work they need once that network holds many places. */
export function fairShare(stack: () => Stack): void {
  describe('a network that holds a large share of a venue', () => {
    let slug: string;
    let slots: number[];
    const network = newAddress();
    let phones = 0;
    const nextPhone = () => {
      phones += 1;
      return { 'X-Forwarded-For': network.replace(/::1$/, `:${phones.toString(16)}::1`) };
    };
    const bookFrom = (slot: number | undefined, more: Record<string, unknown> = {}, headers = nextPhone()) =>
      stack().api.book(slug, { slot_id: slot, people: 10, ...more }, headers);
    const limits = async () => (await stack().api.admin('GET', `/venues/${slug}/limits`)).body;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      const facility = await api.newFacility(slug, { capacity: 20, max_people_per_booking: 20 });
      const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`);
      slots = body.slots.map(({ id }: { id: number }) => id);
    });

    it('asks a crowded network for a proof of work instead of rejecting it, and books with the proof', async () => {
      for (let made = 0; made < 5; made++) assert.equal((await bookFrom(slots[made])).status, 201);
      const asked = await bookFrom(slots[5]);
      assert.deepEqual([asked.status, Object.keys(asked.body)], [422, ['error']]);
      assert.match(asked.body.error, /network/);
      const work = asked.headers.get('proof-of-work');
      assert.deepEqual([asked.headers.get('error-code'), work], ['proof_needed', '1']);
      const { body: challenge } = await stack().api.get(slug, `/challenge?work=${work}`);
      const proven = await bookFrom(slots[5], { proof_of_work: await prove(challenge) });
      assert.equal(proven.status, 201, proven.text);
      await eventually('the owner sees both counts', async () => {
        const { proof_asked, proof_brought } = await limits();
        return proof_asked === 1 && proof_brought === 1;
      });
    });

    it('asks for more work the more places a network holds', async () => {
      const { body: easy } = await stack().api.get(slug, '/challenge?work=1');
      const proof_of_work = await prove(easy);
      const { api } = stack();
      // Simulates private bookings of most of the day.
      await stack().database.query(
        `UPDATE booking.booking SET private_places = 60
         WHERE venue_id = (SELECT id FROM catalog.venue WHERE slug = $1) AND source = 'online'`,
        [slug],
      );
      const asked = await bookFrom(slots[5], { proof_of_work });
      assert.equal(asked.status, 422);
      assert.ok(Number(asked.headers.get('proof-of-work')) > 1, asked.headers.get('proof-of-work') ?? '');
      assert.equal((await api.get(slug, '/challenge?work=3')).status, 400);
    });

    it('lets a guest’s change add places up to three times the share, and then requires a new booking', async () => {
      const { api, database } = stack();
      const { quoteOf, send } = changePages(stack);
      const patched = await api.admin('PATCH', `/venues/${slug}`, { change_until_hours: 2 });
      assert.equal(patched.status, 200);
      const from = newAddress();
      const made = await bookFrom(slots[12], { people: 1 }, { 'X-Forwarded-For': from });
      assert.equal(made.status, 201);
      const { ticket_url: url, booking } = made.body;
      const grown = await send(url, await quoteOf(url, 'people=2'));
      assert.equal(grown.status, 200, grown.text);
      await database.query('UPDATE booking.booking SET private_places = 300 WHERE id = $1', [booking.id]);
      const crowded = await send(url, await quoteOf(url, 'people=3'));
      assertRejected(crowded, 422, /netwerk.*nieuwe boeking/);
      assert.equal(
        (await send(url, await quoteOf(url, 'people=1'))).status,
        200,
        'fewer people are always allowed',
      );
    });

    it('asks no proof of guests of other networks or of the desk', async () => {
      const { api } = stack();
      assert.equal((await api.book(slug, { slot_id: slots[8], people: 10 })).status, 201);
      const desk = { slot_id: slots[9], people: 10, customer_name: 'By phone' };
      assert.equal((await api.admin('POST', `/venues/${slug}/bookings`, desk)).status, 201);
    });
  });

  describe('a booking with someone’s e-mail address', () => {
    it('a booking counts towards its mailbox only after the link in the mail is opened', async () => {
      const { api, mail } = stack();
      const slug = await api.newVenue({ max_coming_bookings_per_email: 1 });
      const facility = await api.newFacility(slug);
      const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`);
      const slots = body.slots.map(({ id }: { id: number }) => id);
      const customer_email = `${randomUUID()}@example.com`;
      const book = (slot: number) => api.book(slug, { slot_id: slots[slot], customer_email });
      const stranger = await book(0);
      await fetch(stranger.body.ticket_url);
      assert.equal((await book(1)).status, 201, 'the stranger knows the link in the response');
      const linkIn = async () => {
        await eventually('the mail arrives', () => mail.to(customer_email).length > 0);
        const text = mail.to(customer_email)[0]?.mail.text ?? '';
        return /\S+\/tickets\/\S+\?mail=[\w-]+/.exec(text)?.[0] ?? assert.fail(text);
      };
      const link = await linkIn();
      await fetch(link, { method: 'HEAD' });
      assert.equal((await book(2)).status, 201, 'a mail server sent a HEAD request');
      assert.equal((await fetch(`${link}x`)).status, 200);
      assert.equal((await book(3)).status, 201, 'the link was wrong');
      assert.equal((await fetch(link)).status, 200);
      assert.equal((await book(4)).status, 429);
      await eventually('the owner sees the rejection', async () => {
        const { body: counts } = await api.admin('GET', `/venues/${slug}/limits`);
        return counts.refused_by_cap === 1;
      });
    });
  });
}
