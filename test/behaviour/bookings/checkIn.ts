import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from 'vitest';
import { call, daysAhead } from '../../stack/api.ts';
import type { Stack } from '../../stack/stack.ts';

const towel = { key: 'towel', name: { nl: 'Handdoek', en: 'Towel' } };

/** What a check-in device caches and sends. */
export function checkIn(stack: () => Stack): void {
  describe('check-in device', () => {
    let slug: string;
    let slot: number;
    let bearer: string;
    beforeAll(async () => {
      const { api } = stack();
      slug = await api.newVenue();
      const facility = await api.newFacility(slug, {
        capacity: 100,
        pricing: { per: 'person', eur: 12.5, rules: [], add_ons: [{ ...towel, eur: 0, per: 'piece' }] },
      });
      slot = (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(9)}`)).body.slots[0].id;
      const token = await api.admin('POST', `/venues/${slug}/tokens`, { name: 'Door', scope: 'desk' });
      bearer = token.body.token;
    });
    const desk = (body?: unknown) =>
      call(`${stack().api.url}/api/admin/venues/${slug}/check-ins`, {
        headers: { Authorization: `Bearer ${bearer}` },
        ...(body !== undefined && { body }),
      });
    /** A booking whose slot starts in the given number of hours. */
    const book = async (hours: number) => {
      const { body, text } = await stack().api.book(slug, {
        slot_id: slot,
        people: 2,
        add_ons: { towel: 2 },
      });
      assert.ok(body.booking, text);
      await stack().database.query(
        `UPDATE booking.booking SET starts_at = now() + $2 * interval '1 hour',
           ends_at = now() + ($2 + 1) * interval '1 hour' WHERE id = $1`,
        [body.booking.id, hours],
      );
      return { id: body.booking.id as number, ticket: body.ticket_url as string };
    };
    const scanOf = (what: { ticket: string } | { booking_id: number }, device = 'Phone 1') => ({
      scan_id: randomUUID(),
      scanned_at: new Date().toISOString(),
      device,
      ...what,
    });

    it('a device receives the bookings of the day with ticket hashes, but no ticket links', async () => {
      const [now, later] = [await book(0.1), await book(60)];
      const { status, body, text } = await desk();
      assert.equal(status, 200, text);
      const [entry] = body.bookings.filter(({ id }: { id: number }) => id === now.id);
      assert.deepEqual(
        [entry.people, entry.customer_name, entry.status, entry.payment_status, entry.amount_eur],
        [2, 'Anna Jansen', 'confirmed', null, 25],
      );
      assert.deepEqual(entry.add_ons, [{ ...towel, count: 2 }]);
      const token = now.ticket.split('/').at(-1) ?? '';
      const hash = createHash('sha256').update(token).digest().subarray(0, 16).toString('base64url');
      assert.deepEqual(entry.ticket_hashes, [hash]);
      assert.ok(!text.includes(token) && !text.includes('@'), 'neither a ticket token nor an e-mail address');
      assert.ok(
        !body.bookings.some(({ id }: { id: number }) => id === later.id),
        'no booking of another day',
      );
    });

    it('a device may repeat its scans: each gets its own result and takes effect once', async () => {
      const [one, two] = [await book(0.1), await book(0.1)];
      const other = await stack().api.newVenue();
      const foreign = await stack().api.admin('POST', `/venues/${other}/check-ins`, {
        scans: [scanOf({ ticket: one.ticket }), scanOf({ booking_id: one.id })],
      });
      assert.deepEqual(
        foreign.body.results.map(({ outcome }: { outcome: string }) => outcome),
        ['unknown', 'unknown'],
      );
      const scans = [
        scanOf({ ticket: one.ticket }),
        scanOf({ booking_id: two.id }),
        scanOf({ booking_id: one.id }, 'Phone 2'),
        scanOf({ ticket: 'https://elsewhere.example/menu' }),
      ];
      for (const _ of [1, 2]) {
        const { status, body, text } = await desk({ scans });
        assert.equal(status, 200, text);
        assert.deepEqual(
          body.results.map(({ scan_id, outcome }: { scan_id: string; outcome: string }) => [
            scan_id,
            outcome,
          ]),
          scans.map(({ scan_id }, index) => [
            scan_id,
            ['checked_in', 'checked_in', 'double', 'unknown'][index],
          ]),
        );
        assert.equal(body.results[2].first.device, 'Phone 1');
      }
      const { body } = await stack().api.admin('GET', `/venues/${slug}/bookings/${one.id}`);
      const told = body.history.map(({ actor, action }: Record<string, string>) => [actor, action]);
      assert.deepEqual(told.slice(1), [
        ['token Door', 'checked_in'],
        ['token Door', 'used_again'],
      ]);
      assert.match(body.history.at(-1).note, /^Phone 2, .+; before: Phone 1, /);
      const [entry] = (await desk()).body.bookings.filter(({ id }: { id: number }) => id === one.id);
      assert.equal(entry.checked_in.device, 'Phone 1');
    });

    it('rejects a request without scans, with more than 50, or with a malformed scan', async () => {
      const one = scanOf({ booking_id: 1 });
      for (const scans of [
        [],
        Array.from({ length: 51 }, () => scanOf({ booking_id: 1 })),
        [{ ...one, ticket: 'x' }],
        [{ ...one, booking_id: undefined }],
        [{ ...one, scan_id: 'no uuid' }],
        [{ ...one, device: 'x'.repeat(41) }],
        // PostgreSQL has no year 0.
        [{ ...one, scanned_at: '0000-01-01T00:00:00Z' }],
      ])
        assert.equal((await desk({ scans })).status, 422);
    });
  });
}
