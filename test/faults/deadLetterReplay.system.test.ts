import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../stack/api.ts';
import { newPaidVenue, type PaidVenue } from '../stack/paidVenue.ts';
import { type Stack, startAsServices, startInOneProcess } from '../stack/stack.ts';

type Letter = { id: string; service: string; venue_id: number; subject: string; error: string };

const ways = {
  // The eight deliveries of the broker take minutes, so there the test inserts the dead letter itself.
  'as services': { start: startAsServices, deliveredToTheEnd: false },
  'in one process': { start: startInOneProcess, deliveredToTheEnd: true },
};
for (const [way, { start, deliveredToTheEnd }] of Object.entries(ways))
  describe(`a dead letter, ${way}`, () => {
    let stack: Stack;
    let venue: PaidVenue;
    let venueId: number;
    beforeAll(async () => {
      stack = await start();
      venue = await newPaidVenue(stack);
      const { rows } = await stack.database.query('SELECT id FROM catalog.venue WHERE slug = $1', [
        venue.slug,
      ]);
      venueId = rows[0].id;
    });
    afterAll(() => stack.stop());
    const letters = async (): Promise<Letter[]> => (await stack.api.admin('GET', '/dead-letters')).body;
    const find = async (id: string) => (await letters()).find((letter) => letter.id === id);
    const replay = (id: string) => stack.api.admin('POST', `/dead-letters/payment/${id}/replay`);

    /** Inserts a dead letter, or an event that becomes one after its last delivery. Returns its id. */
    const insertDeadLetter = async (bookingId: number, { delivered = false } = {}): Promise<string> => {
      const id = randomUUID();
      const table = delivered
        ? 'booking.outbox (id, subject, payload)'
        : 'payment.dead_letter (event_id, subject, payload, error)';
      const values = `$1, 'events.booking.payment_requested', $2${delivered ? '' : `, 'Error: no'`}`;
      const payload = { venueId, bookingId, paymentId: randomUUID(), amountCents: 100, locale: 'nl' };
      await stack.database.query(`INSERT INTO ${table} VALUES (${values})`, [id, payload]);
      await eventually('it is a dead letter', async () => (await find(id)) !== undefined);
      return id;
    };

    it('is listed for the operator and on the venue’s attention list, stays after a failed replay and disappears after a successful one', async (t) => {
      const startedAt = Date.now();
      const { bookingId, freeIt } = await takenBooking();
      const id = await insertDeadLetter(bookingId, { delivered: deliveredToTheEnd });
      t.annotate(`dead letter after ${Date.now() - startedAt} ms`);
      const letter = await find(id);
      assert.deepEqual([letter?.service, letter?.venue_id], ['payment', venueId]);
      const noted = (await venue.attention()).filter((it: { id: string }) => it.id === id);
      assert.deepEqual(
        noted.map((it: Record<string, unknown>) => [it.kind, it.service]),
        [['dead_letter', 'payment']],
      );
      const other = await newPaidVenue(stack);
      assert.ok(!(await other.attention()).some((it: { id: string }) => it.id === id));

      const again = await replay(id);
      assert.equal(again.status, 409, again.text);
      assert.ok(await find(id), 'the dead letter stays');

      await freeIt();
      const replayed = await replay(id);
      assert.equal(replayed.status, 200, replayed.text);
      assert.equal(await find(id), undefined);
      assert.ok(!(await venue.attention()).some((it: { id: string }) => it.id === id));
      assert.equal((await replay(id)).status, 404);
    });

    /**
     * The id of a booking that already has a payment: a second one fails until `freeIt` deletes the first.
     */
    const takenBooking = async () => {
      const bookingId = randomInt(1e9, 2e9);
      await stack.database.query(
        `INSERT INTO payment.payment
           (venue_id, id, booking_id, amount_cents, fee_cents, description, locale, hold_until, status, next_look_at)
         VALUES ($1, gen_random_uuid(), $2, 100, 0, 'Pass', 'nl', now(), 'canceled', now())`,
        [venueId, bookingId],
      );
      const freeIt = () =>
        stack.database.query('DELETE FROM payment.payment WHERE booking_id = $1', [bookingId]);
      return { bookingId, freeIt };
    };

    it('can be seen and replayed only by the operator', async () => {
      const id = await insertDeadLetter(randomInt(1e9, 2e9));
      const made = await stack.api.admin('POST', `/venues/${venue.slug}/tokens`, {
        name: 'Boss',
        scope: 'owner',
      });
      const headers = { Authorization: `Bearer ${made.body.token}` };
      for (const [method, path] of [
        ['GET', ''],
        ['POST', `/payment/${id}/replay`],
      ] as const) {
        const answer = await fetch(`${stack.api.url}/api/admin/dead-letters${path}`, { method, headers });
        assert.equal(answer.status, 403, path);
      }
      assert.ok(await find(id));
    });
  });
