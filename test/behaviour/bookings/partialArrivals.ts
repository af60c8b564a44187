import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

/** Parties that arrive in part: counted at check-in, followed by the rest, or marked as absent. */
export function partialArrivals(stack: () => Stack): void {
  describe('a party that arrives in part', () => {
    let slug: string;
    let slot: number;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      const facility = await api.newFacility(slug, { capacity: 1000, max_people_per_booking: 20 });
      slot = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`)).body.slots[0].id;
    });
    const admin = (method: string, path: string, body?: unknown) =>
      stack().api.admin(method, `/venues/${slug}${path}`, body);
    const act = (id: number, action: string, body?: unknown) =>
      admin('POST', `/bookings/${id}/${action}`, body);
    /** A booking of ten that started some minutes ago. */
    const book = async (hours = -0.1) => {
      const { body, text } = await stack().api.book(slug, { slot_id: slot, people: 10 });
      assert.ok(body.booking, text);
      await stack().database.query(
        `UPDATE booking.booking SET starts_at = now() + $2 * interval '1 hour',
           ends_at = now() + ($2 + 1) * interval '1 hour' WHERE id = $1`,
        [body.booking.id, hours],
      );
      return { id: body.booking.id as number, ticket: body.ticket_url as string };
    };
    const stateOf = ({ status, arrived, absent }: { status: string; arrived?: number; absent?: number }) =>
      [status, arrived, absent] as const;
    /** The booking's new state, which must be the result of the action. */
    const mark = async (id: number, action: string, body?: unknown) => {
      const answer = await act(id, action, body);
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(stateOf(answer.body), stateOf((await admin('GET', `/bookings/${id}`)).body));
      return stateOf(answer.body);
    };

    it('is counted, and the rest can follow in steps or at once', async () => {
      const { id } = await book();
      assert.deepEqual(await mark(id, 'check-in', { people: 8 }), ['checked_in', 8, undefined]);
      assert.deepEqual(await mark(id, 'check-in', { people: 9 }), ['checked_in', 9, undefined]);
      // A repeated request changes nothing.
      assert.deepEqual(await mark(id, 'check-in', { people: 9 }), ['checked_in', 9, undefined]);
      assert.deepEqual(await mark(id, 'check-in'), ['checked_in', 10, undefined]);
      assert.equal((await act(id, 'check-in')).status, 409, 'a second use of the ticket');
      // A correction.
      assert.deepEqual(await mark(id, 'check-in', { people: 7 }), ['checked_in', 7, undefined]);
      const { history } = (await admin('GET', `/bookings/${id}`)).body;
      assert.deepEqual(
        history.slice(1).map(({ action, note }: { action: string; note: string }) => `${action} ${note}`),
        [
          'checked_in 8 of 10 people',
          'arrivals_changed 9 of 10 people',
          'arrivals_changed 10 of 10 people',
          'arrivals_changed 7 of 10 people',
        ],
      );
    });

    it('leaves a rest that can be marked as absent, and may come after all', async () => {
      const { id } = await book();
      await mark(id, 'check-in', { people: 8 });
      assert.deepEqual(await mark(id, 'no-show'), ['checked_in', 8, 2]);
      assert.equal((await act(id, 'no-show')).status, 409);
      assert.deepEqual(await mark(id, 'undo-no-show'), ['checked_in', 8, undefined]);
      assert.deepEqual(await mark(id, 'no-show'), ['checked_in', 8, 2]);
      assert.deepEqual(await mark(id, 'check-in', { people: 10 }), ['checked_in', 10, undefined]);
      assert.equal((await act(id, 'no-show')).status, 409, 'everybody has come');
      assert.deepEqual(await mark(id, 'undo-check-in'), ['confirmed', undefined, undefined]);
      assert.deepEqual(await mark(id, 'no-show'), ['no_show', undefined, 10]);
      assert.deepEqual(await mark(id, 'check-in', { people: 1 }), ['checked_in', 1, undefined]);
    });

    it('is rejected with a number that the booking does not have', async () => {
      const [{ id }, early] = [await book(), await book(48)];
      for (const people of [0, -1, 11, 2.5, '8', null]) {
        const { status, body } = await act(id, 'check-in', { people });
        assert.deepEqual([status, /people/.test(body.error)], [422, true], String(people));
      }
      assert.equal((await act(id, 'check-in', { peopel: 8 })).status, 422);
      assert.equal((await act(early.id, 'check-in', { people: 8 })).status, 422);
      assert.deepEqual(stateOf((await admin('GET', `/bookings/${id}`)).body), [
        'confirmed',
        undefined,
        undefined,
      ]);
      await mark(id, 'check-in', { people: 8 });
      assert.equal((await act(id, 'check-in', { people: 11 })).status, 422);
    });

    it('cannot have its rest marked as absent before it starts', async () => {
      const { id } = await book(1);
      await mark(id, 'check-in', { people: 8 });
      assert.equal((await act(id, 'no-show')).status, 422);
    });

    it('is counted by ticket and by a device, also when scans arrive late and twice', async () => {
      const { id, ticket } = await book();
      const byTicket = await admin('POST', '/check-in', { ticket, people: 3 });
      assert.deepEqual(stateOf(byTicket.body), ['checked_in', 3, undefined]);
      const scan = (people?: number) => ({
        scan_id: randomUUID(),
        booking_id: id,
        scanned_at: new Date().toISOString(),
        device: 'Phone 1',
        ...(people !== undefined && { people }),
      });
      const first = scan(8);
      const send = async (...scans: object[]) => (await admin('POST', '/check-ins', { scans })).body.results;
      for (const result of [...(await send(first)), ...(await send(scan(9), first))].slice(0, 2))
        assert.equal(result.outcome, 'checked_in');
      const [again, double] = await send(first, scan());
      assert.deepEqual(
        [again.outcome, again.booking.arrived, double.outcome, double.booking.arrived],
        ['checked_in', 9, 'double', 9],
      );
      const list = (await admin('GET', '/check-ins')).body.bookings;
      assert.equal(list.find((one: { id: number }) => one.id === id).arrived, 9);
      const other = await book();
      const [fresh] = await send({ ...scan(4), booking_id: other.id });
      assert.deepEqual([fresh.outcome, fresh.booking.arrived], ['checked_in', 4]);
    });

    it('is in reports, in the export and in webhooks', async () => {
      const figures = async () => {
        const query = `from=${daysAhead(-1)}&to=${daysAhead(1)}`;
        const { arrived, absent, no_shows } = (await admin('GET', `/figures?${query}`)).body.totals;
        return { arrived, absent, no_shows };
      };
      const before = await figures();
      const [party, nobody] = [await book(), await book()];
      await mark(party.id, 'check-in', { people: 8 });
      await mark(party.id, 'no-show');
      await mark(nobody.id, 'no-show');
      const now = await figures();
      assert.deepEqual(
        [now.arrived - before.arrived, now.absent - before.absent, now.no_shows - before.no_shows],
        [8, 12, 1],
      );
      const { text } = await call(`${stack().api.url}/api/admin/venues/${slug}/bookings`, {
        headers: { Authorization: `Bearer ${stack().operatorToken}`, Accept: 'text/csv' },
      });
      const [head = '', ...rows] = text.trim().split('\r\n');
      assert.match(head, /,"?arrived"?,"?absent"?/);
      assert.match(rows.find((row) => row.startsWith(String(party.id))) ?? '', /,8,2(,|$)/);
      const { rows: events } = await stack().database.query(
        `SELECT payload->>'previousStatus' AS before FROM booking.outbox
         WHERE payload->>'bookingId' = $1 AND payload->>'status' = 'checked_in' ORDER BY seq`,
        [String(party.id)],
      );
      assert.deepEqual(events, [{ before: 'confirmed' }, { before: 'checked_in' }]);
    });
  });
}
