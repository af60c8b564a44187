import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { eventually } from './stack/api.ts';
import { newPaidVenue, type PaidVenue } from './stack/paidVenue.ts';
import { type Stack, startAsServices, startInOneProcess } from './stack/stack.ts';

type Letter = { id: string; service: string; venue_id: number; subject: string; error: string };

const ways = {
  // The broker's eight deliveries take minutes, so here the letter is put there by hand.
  'as services': { start: startAsServices, deliveredToTheEnd: false },
  'in one process': { start: startInOneProcess, deliveredToTheEnd: true },
};
for (const [way, { start, deliveredToTheEnd }] of Object.entries(ways))
  describe(`an event that can not be worked on, ${way}`, () => {
    let stack: Stack;
    let venue: PaidVenue;
    let venueId: number;
    before(async () => {
      stack = await start();
      venue = await newPaidVenue(stack);
      const { rows } = await stack.database.query('SELECT id FROM catalog.venue WHERE slug = $1', [
        venue.slug,
      ]);
      venueId = rows[0].id;
    });
    after(() => stack.stop());
    const letters = async (): Promise<Letter[]> => (await stack.api.admin('GET', '/dead-letters')).body;
    const find = async (id: string) => (await letters()).find((letter) => letter.id === id);
    const replay = (id: string) => stack.api.admin('POST', `/dead-letters/payment/${id}/replay`);

    /** Puts an event aside that can not be worked on, or lets it be delivered until it is; answers its id. */
    const putAside = async (refundId: string, { delivered = false } = {}): Promise<string> => {
      const id = randomUUID();
      const table = delivered
        ? 'outbox (id, subject, payload)'
        : 'dead_letter (event_id, subject, payload, error)';
      const values = `$1, 'events.payment.refund_requested', $2${delivered ? '' : `, 'Error: no'`}`;
      await stack.database.query(`INSERT INTO payment.${table} VALUES (${values})`, [
        id,
        { venueId, refundId },
      ]);
      await eventually('it is a dead letter', async () => (await find(id)) !== undefined, 60_000);
      return id;
    };

    it('is listed for the operator and on the venue’s attention list, stays when it fails again, and is gone once it takes effect', async (t) => {
      const startedAt = Date.now();
      const refundId = randomUUID();
      const id = await putAside(refundId, { delivered: deliveredToTheEnd });
      t.diagnostic(`put aside after ${Date.now() - startedAt} ms`);
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
      assert.ok(await find(id), 'it stays');

      // What was missing is there now: a refund that needs nothing done.
      const { id: bookingId } = await venue.book();
      await stack.database.query(
        `WITH a AS (SELECT a.* FROM payment.attempt a JOIN payment.payment p ON p.id = a.payment_id WHERE p.booking_id = $3 LIMIT 1)
         INSERT INTO payment.refund (venue_id, id, attempt_id, amount_cents, reason, status, actor)
         SELECT $1, $2, a.id, 100, 'owner', 'failed', 'operator' FROM a`,
        [venueId, refundId, await settled(bookingId)],
      );
      const replayed = await replay(id);
      assert.equal(replayed.status, 200, replayed.text);
      assert.equal(await find(id), undefined);
      assert.ok(!(await venue.attention()).some((it: { id: string }) => it.id === id));
      assert.equal((await replay(id)).status, 404);
    });

    /** Waits for the checkout of a booking to be there. */
    const settled = async (bookingId: number): Promise<number> => {
      await eventually('its checkout is made', async () => {
        const { payments } = await venue.shown(bookingId);
        return payments.length === 1;
      });
      return bookingId;
    };

    it('can be seen and replayed by the operator alone', async () => {
      const id = await putAside(randomUUID());
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
