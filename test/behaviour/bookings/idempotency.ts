import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, newAddress } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Repeating a booking request. */
export function idempotency(stack: () => Stack): void {
  describe('Idempotency-Key', () => {
    let slug: string;
    let slots: { id: number }[];
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      const facility = await api.newFacility(slug);
      slots = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(6)}`)).body.slots;
    });
    const booking = (index: number) => ({
      slot_id: slots[index]?.id,
      people: 2,
      customer_email: 'anna@example.com',
    });
    const free = async (index: number) =>
      (await stack().api.get(slug, `/slots/${slots[index]?.id}`)).body.free;

    it('answers the same 201 for the same key and body, and books once', async () => {
      const headers = { 'Idempotency-Key': randomUUID(), 'X-Forwarded-For': newAddress() };
      const first = await stack().api.book(slug, booking(0), headers);
      const again = await stack().api.book(slug, booking(0), headers);
      assert.equal(first.status, 201);
      assert.equal(again.status, 201);
      assert.equal(again.text, first.text);
      assert.equal(await free(0), 8);
    });

    it('does not count a replay towards the hourly limit', async () => {
      const headers = { 'Idempotency-Key': randomUUID(), 'X-Forwarded-For': newAddress() };
      for (let i = 0; i < 25; i++)
        assert.equal((await stack().api.book(slug, booking(1), headers)).status, 201);
      const next = await stack().api.book(slug, booking(1), { ...headers, 'Idempotency-Key': randomUUID() });
      assert.equal(next.headers.get('ratelimit-remaining'), '18');
    });

    it('answers 422 for the same key with another body', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      assert.equal((await stack().api.book(slug, booking(2), headers)).status, 201);
      assert.equal((await stack().api.book(slug, { ...booking(2), people: 3 }, headers)).status, 422);
      assert.equal(await free(2), 8);
    });

    it('books once when identical requests arrive at the same time', async () => {
      const headers = { 'Idempotency-Key': randomUUID() };
      const twins = await Promise.all(
        Array.from({ length: 10 }, () => stack().api.book(slug, booking(3), headers)),
      );
      for (const { status } of twins) assert.ok(status === 201 || status === 409, `status ${status}`);
      const ids = new Set(twins.filter(({ status }) => status === 201).map(({ body }) => body.booking.id));
      assert.equal(ids.size, 1);
      assert.equal(await free(3), 8);
    });

    it('does not store failures: the same key works once the slot is unblocked', async () => {
      const { api } = stack();
      const headers = { 'Idempotency-Key': randomUUID() };
      await api.admin('PATCH', `/venues/${slug}/slots/${slots[4]?.id}`, { blocked: true });
      assert.equal((await api.book(slug, booking(4), headers)).status, 422);
      await api.admin('PATCH', `/venues/${slug}/slots/${slots[4]?.id}`, { blocked: false });
      assert.equal((await api.book(slug, booking(4), headers)).status, 201);
    });

    it('treats the same key at two venues as two keys', async () => {
      const { api } = stack();
      const other = await api.newVenue();
      const facility = await api.newFacility(other);
      const day = await api.get(other, `/facilities/${facility}/slots?date=${daysAhead(6)}`);
      const headers = { 'Idempotency-Key': randomUUID() };
      const here = await api.book(slug, booking(5), headers);
      const there = await api.book(other, { slot_id: day.body.slots[0].id }, headers);
      assert.deepEqual([here.status, there.status], [201, 201]);
      assert.notEqual(here.body.booking.id, there.body.booking.id);
    });

    it('books once when the desk repeats a request', async () => {
      const { api, operatorToken } = stack();
      const key = randomUUID();
      const send = (more: object = {}) =>
        call(`${api.url}/api/admin/venues/${slug}/bookings`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${operatorToken}`, 'Idempotency-Key': key },
          body: { slot_id: slots[7]?.id, customer_name: 'By phone', people: 2, ...more },
        });
      const twins = await Promise.all(Array.from({ length: 5 }, () => send()));
      for (const { status, text } of twins) assert.ok(status === 201 || status === 409, text);
      const { body, status } = await send();
      assert.equal(status, 201);
      assert.deepEqual([body.customer_name, body.history.length, await free(7)], ['By phone', 1, 8]);
      assert.equal((await send({ people: 3 })).status, 422);
      for (const guests of [key, `desk ${key}`]) {
        const online = await api.book(slug, booking(6), { 'Idempotency-Key': guests });
        assert.equal(online.status, 201, `a guest’s keys are separate: ${online.text}`);
      }
    });

    it('rejects an overlong key', async () => {
      assert.equal(
        (await stack().api.book(slug, booking(6), { 'Idempotency-Key': 'k'.repeat(256) })).status,
        422,
      );
    });
  });
}
