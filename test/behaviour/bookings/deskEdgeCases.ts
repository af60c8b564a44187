import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead, eventually } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Rare requests from staff. */
export function deskEdgeCases(stack: () => Stack): void {
  describe('bookings desk, edge cases', () => {
    let slug: string;
    let slots: { id: number; starts_at: string }[];
    beforeAll(async () => {
      slug = await stack().api.newVenue({ cancel_until_hours: 8760 });
      const facility = await stack().api.newFacility(slug, { capacity: 100 });
      slots = (await stack().api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`)).body.slots;
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const book = async (more: Record<string, unknown> = {}) => {
      const answer = await stack().api.book(slug, { slot_id: slots[0]?.id, ...more });
      assert.equal(answer.status, 201, answer.text);
      return answer.body.booking.id as number;
    };

    it('exports the data of one guest, not of a guest with a similar address', async () => {
      const id = await book({ customer_email: 'jan_smit@example.com' });
      await book({ customer_email: 'janxsmit@example.com' });
      const { body } = await admin('GET', '/guests?email=JAN_smit@example.com');
      assert.deepEqual(
        body.bookings.map((booking: { id: number }) => booking.id),
        [id],
      );
    });

    it('closes the old ticket link once a wrong e-mail address is corrected', async () => {
      const id = await book({ customer_email: 'anna.tpyo@example.com' });
      const show = async () => (await admin('GET', `/bookings/${id}`)).body.ticket_url as string;
      const set = async (customer_email: string) =>
        assert.equal((await admin('PATCH', `/bookings/${id}`, { customer_email })).status, 200);
      const statusOf = async (url: string, path = '', method = 'GET') =>
        (await call(stack().api.url + new URL(url).pathname + path, { method })).status;
      const wrong = await show();
      await set('Anna.TPYO@example.com');
      assert.equal(await statusOf(wrong), 200, 'the same address keeps the link');
      await set('anna.typo@example.com');
      assert.equal(await statusOf(wrong), 404);
      assert.equal(await statusOf(wrong, '/cancel', 'POST'), 404);
      const right = await show();
      assert.equal(await statusOf(right), 200);
      assert.equal((await admin('GET', `/bookings/${id}`)).body.status, 'confirmed');
    });

    it('searches names for the literal characters % and \\', async () => {
      await book({ customer_name: 'Anna 100% Jansen' });
      await book({ customer_name: 'Anna \\ Jansen' });
      for (const q of ['%', '\\']) {
        const { body } = await admin('GET', `/bookings?q=${encodeURIComponent(q)}`);
        const names = body.map((booking: { customer_name: string }) => booking.customer_name);
        assert.ok(names.length > 0 && names.every((name: string) => name.includes(q)), `${q}: ${names}`);
      }
    });

    it('answers an out-of-range filter with an empty list or 400, never with 500', async () => {
      for (const query of ['to=9999-12-31', 'facility_id=2147483648', `cursor=${'9'.repeat(15)}-1`])
        for (const accept of ['application/json', 'text/csv']) {
          const { status } = await call(`${stack().api.url}/api/admin/venues/${slug}/bookings?${query}`, {
            headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: accept },
          });
          assert.ok(status === 200 || status === 400, `${query} as ${accept}: ${status}`);
        }
      const { status } = await call(`${stack().api.url}/api/admin/venues/%00/bookings`, {
        headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' },
      });
      assert.equal(status, 404);
    });

    it('limits the concurrent database queries of searches and exports', async () => {
      const { apis, database } = stack();
      const MAX_QUERIES = 2 * Math.max(1, stack().of('booking').length);
      const lock = await database.connect();
      const waiting = async () => {
        const { rows } = await database.query<{ count: number }>(
          `SELECT count(*)::integer FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND query ~ 'search_letters'`,
        );
        return rows[0]?.count ?? 0;
      };
      try {
        await lock.query('BEGIN; LOCK TABLE booking.booking');
        const token = (await admin('POST', '/tokens', { name: 'Flood', scope: 'desk' })).body.token;
        const [page, csv] = ['application/json', 'text/csv'].map((Accept) =>
          Array.from({ length: 12 }, (_, nth) =>
            fetch(`${apis[nth % apis.length]?.url}/api/admin/venues/${slug}/bookings?q=nobody`, {
              headers: { Authorization: `Bearer ${token}`, Accept },
            }),
          ),
        );
        await eventually('some queries wait', async () => (await waiting()) > 0);
        // Time for excess queries to arrive.
        await sleep(300);
        const most = await waiting();
        assert.ok(most > 0 && most <= MAX_QUERIES, `${most} queries at once`);
        await lock.query('ROLLBACK');
        for (const answer of await Promise.all([...(page ?? []), ...(csv ?? [])])) {
          assert.equal(answer.status, 200);
          await answer.text();
        }
      } finally {
        lock.release(true);
      }
    });

    it('lets an owner cancel at any time, and never records a token named "guest" as the guest', async () => {
      const made = await admin('POST', '/tokens', { name: 'guest' });
      assert.equal(made.status, 201, made.text);
      const cancelled = await call(
        `${stack().api.url}/api/admin/venues/${slug}/bookings/${await book()}/cancel`,
        {
          headers: { Authorization: `Bearer ${made.body.token}` },
          body: {},
        },
      );
      assert.equal(cancelled.status, 200, cancelled.text);
      const actors = cancelled.body.history.map(({ actor }: { actor: string }) => actor);
      assert.notEqual(actors[0], actors[1]);
    });

    it('shows the time of the new slot after a move, even if the venue changed its time zone', async () => {
      const id = await book();
      await admin('PATCH', '', { timezone: 'Europe/London' });
      const facility = (await admin('GET', `/bookings/${id}`)).body.facility_id;
      const [target] = (await stack().api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(10)}`))
        .body.slots;
      const moved = await admin('PATCH', `/bookings/${id}`, { slot_id: target.id });
      assert.deepEqual([moved.status, moved.body.starts_at], [200, target.starts_at]);
    });
  });
}
