import assert from 'node:assert/strict';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import { type Receiver, startReceiver } from '../../stack/receiver.ts';
import type { Stack } from '../../stack/stack.ts';

/** The text with which a website marks a booking. */
export function clientReference(stack: () => Stack): void {
  describe('the reference of a website', () => {
    const day = daysAhead(8);
    let slug: string;
    let slots: { id: number }[];
    let receiver: Receiver;
    beforeAll(async () => {
      const { api } = stack();
      receiver = await startReceiver();
      slug = await api.newVenue();
      const facility = await api.newFacility(slug, { price_eur: 10, max_people_per_booking: 5 });
      slots = (await api.get(slug, `/facilities/${facility}/slots?date=${day}`)).body.slots;
    });
    afterAll(() => receiver.stop());
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    let at = 0;
    const book = (more: object = {}) => {
      at += 1;
      return stack().api.book(slug, { slot_id: slots[at]?.id, ...more });
    };

    it('is returned with the booking, its ticket, the desk’s view, exports and webhooks', async () => {
      const { secret } = (await admin('POST', '/webhooks', { url: receiver.url })).body;
      const { status, body } = await book({ reference: ' spring-24 ' });
      assert.equal(status, 201);
      assert.equal(body.booking.client_reference, 'spring-24');
      const { id } = body.booking;
      const ticket = await call(body.ticket_url, { headers: { Accept: 'application/json' } });
      assert.equal(ticket.body.client_reference, 'spring-24');
      assert.equal((await admin('GET', `/bookings/${id}`)).body.client_reference, 'spring-24');
      const csv = await call(`${stack().api.url}/api/admin/venues/${slug}/bookings`, {
        headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' },
      });
      const [head = '', row = ''] = csv.text.split('\r\n');
      assert.equal(row.split(',')[head.split(',').indexOf('client_reference')], 'spring-24');
      await eventually('the webhook arrives', () => receiver.received.length > 0);
      const [{ body: sent, headers } = assert.fail()] = receiver.received;
      const { data } = new Webhook(secret).verify(sent, headers) as { data: { client_reference: string } };
      assert.equal(data.client_reference, 'spring-24');
    });

    it('is accepted from the desk', async () => {
      at += 1;
      const made = await admin('POST', '/bookings', {
        slot_id: slots[at]?.id,
        customer_name: 'Anna',
        reference: 'OLD-1041',
      });
      assert.deepEqual([made.status, made.body.client_reference], [201, 'OLD-1041']);
    });

    it('is absent if the request has none', async () => {
      assert.equal('client_reference' in (await book()).body.booking, false);
    });

    it('must be one line of at most 200 visible characters', async () => {
      for (const reference of ['', ' ', '\u200b', 'a\nb', 'a'.repeat(201), 7, {}]) {
        const { status, body } = await book({ reference });
        assert.deepEqual([status, Object.keys(body)], [422, ['error']], JSON.stringify(reference));
      }
      assert.equal((await book({ reference: 'é'.repeat(200) })).status, 201);
    });

    it('is erased with the guest', async () => {
      const email = 'marked@example.com';
      const { id } = (await book({ reference: 'client 7', customer_email: email })).body.booking;
      const [webhook] = (await admin('GET', '/webhooks')).body;
      const logged = async () => (await admin('GET', `/webhooks/${webhook.id}/deliveries`)).text;
      await eventually('the delivery is logged', async () => (await logged()).includes('client 7'));
      await admin('DELETE', `/guests?email=${email}`);
      assert.equal('client_reference' in (await admin('GET', `/bookings/${id}`)).body, false);
      assert.doesNotMatch(await logged(), /client 7/);
    });

    it('sums bookings, people and amounts in reports, the highest amount first', async () => {
      for (const [reference, people] of [
        ['print', 1],
        ['web', 2],
        ['web', 3],
        ['web', 1],
      ] as const)
        assert.equal((await book({ reference, people })).status, 201);
      const { body } = await admin('GET', `/figures?from=${day}&to=${day}`);
      const named = body.references.filter(({ client_reference: name }: { client_reference: string }) =>
        ['print', 'web'].includes(name),
      );
      assert.deepEqual(named, [
        { client_reference: 'web', bookings: 3, people: 6, booked_eur: 60 },
        { client_reference: 'print', bookings: 1, people: 1, booked_eur: 10 },
      ]);
      const { body: next } = await admin('GET', `/figures?from=${daysAhead(9)}&to=${daysAhead(9)}`);
      assert.deepEqual(next.references, [], 'the previous period does not count');
    });
  });
}
