import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { daysAhead, eventually, newAddress } from '../stack/api.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';

describe('a restart in single-process mode', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startInOneProcess();
  });
  afterAll(() => stack.stop());

  it('keeps the count of each client’s bookings in the last hour', async () => {
    const { api, database } = stack;
    const slug = await api.newVenue();
    const facility = await api.newFacility(slug, { capacity: 100 });
    const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(3)}`);
    const book = async (address: string) =>
      (await api.book(slug, { slot_id: body.slots[0].id }, { 'X-Forwarded-For': address })).status;
    const [guest, early] = [newAddress(), newAddress()];
    for (let made = 0; made < 20; made++)
      assert.deepEqual([await book(guest), await book(early)], [201, 201]);
    assert.equal(await book(guest), 429);
    // A cancelled booking still counts. One of the other guest's bookings is older than an hour.
    await database.query(`UPDATE booking.booking SET status = 'cancelled' WHERE id IN (
      SELECT min(id) FROM booking.booking GROUP BY address_hash)`);
    await database.query(`UPDATE booking.booking SET created_at = now() - interval '61 minutes' WHERE id = (
      SELECT max(m) FROM (SELECT min(id) AS m FROM booking.booking GROUP BY address_hash) AS firsts)`);
    await stack.processes[0]?.stop();
    stack.processes[0]?.start();
    await stack.ready();
    assert.deepEqual([await book(guest), await book(early), await book(early)], [429, 201, 429]);
    assert.equal(await book(newAddress()), 201);
  });

  it('delivers outbox events to every service, also to those that start after the publisher', async () => {
    const { database, processes } = stack;
    const slug = await stack.api.newVenue({ cancel_until_hours: 24 });
    const [all] = processes;
    assert.ok(all);
    await all.stop();
    // The state after a migration, or after a crash between a change and its publication.
    const { rows } = await database.query(
      'UPDATE catalog.venue SET cancel_until_hours = 2, revision = revision + 1 WHERE slug = $1 RETURNING id, revision',
      [slug],
    );
    const { id, revision } = rows[0];
    await database.query(
      `INSERT INTO catalog.outbox (subject, payload)
       SELECT 'events.catalog.venue_changed', payload || jsonb_build_object('revision', $2::text, 'cancelUntilHours', 2)
       FROM catalog.outbox WHERE subject = 'events.catalog.venue_changed' AND payload->>'venueId' = $1::text`,
      [String(id), String(revision)],
    );
    // Booking starts last and takes longer, as when it migrates its own tables.
    const held = await database.connect();
    await held.query('BEGIN; LOCK TABLE booking._prisma_migrations');
    all.start();
    await eventually('booking waits for the lock and all other services have started', async () => {
      const waiting = await database.query(
        `SELECT FROM pg_locks WHERE relation = 'booking._prisma_migrations'::regclass AND NOT granted`,
      );
      return waiting.rowCount === 1;
    });
    // Longer than the relay needs to find an event.
    await sleep(1500);
    await held.query('COMMIT');
    held.release();
    await stack.ready();
    await eventually('all events are published', async () => {
      const pending = await database.query('SELECT FROM catalog.outbox WHERE published_at IS NULL');
      return pending.rowCount === 0;
    });
    for (const service of ['availability', 'booking']) {
      const copy = await database.query(`SELECT revision FROM ${service}.venue WHERE id = $1`, [id]);
      assert.equal(copy.rows[0].revision, revision, service);
    }
  });
});
