import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { run } from '../../cli/testRun.ts';
import { daysAhead, eventually } from '../stack/api.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds } from '../stack/ledger.ts';
import { runProcess } from '../stack/serviceProcess.ts';
import { type Stack, startAsServices } from '../stack/stack.ts';
import { letEventsExpire, newTracedVenue, REMAINS, rowsOf } from '../stack/venueTraces.ts';
import {
  bookingLine,
  type Content,
  FACILITY,
  makeArchive,
  settingsIn,
  VENUE,
} from '../transfer/makeArchive.ts';
import { venueAsSeen } from '../transfer/venueAsSeen.ts';

const CLI = resolve(import.meta.dirname, '../../cli/main.ts');
const PARTS = 6;
const PER_PART = 20;

describe('kill -9 while a venue moves or is purged', () => {
  let stack: Stack;
  let folder: string;
  beforeAll(async () => {
    stack = await startAsServices({
      env: { WEBHOOK_ALLOW_PRIVATE: 'true', PAYMENT_SWEEP_INTERVAL_MS: '2000' },
    });
    folder = mkdtempSync(join(tmpdir(), 'vb-leaving-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await stack.stop();
  });

  const restart = async () => {
    for (const one of stack.processes) one.start();
    await stack.ready();
  };
  const countOf = async (statement: string, ...values: unknown[]): Promise<number> =>
    Number((await stack.database.query(`SELECT count(*) FROM ${statement}`, values)).rows[0].count);
  /** Holds the lock of a row until the work is done, so that the services wait at a known step. */
  const whileLocked = async (statement: string, value: unknown, work: () => Promise<void>) => {
    const held = await stack.database.connect();
    try {
      await held.query('BEGIN');
      assert.equal((await held.query(`${statement} FOR UPDATE`, [value])).rowCount, 1);
      await work();
    } finally {
      await held.query('ROLLBACK');
      held.release();
    }
  };
  const untilWaiting = (table: string) =>
    eventually(
      `a service waits for ${table}`,
      async () =>
        (await countOf(
          `pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
          `%${table}%`,
        )) > 0,
    );

  it('an import continues, and ends as one that was not interrupted', async () => {
    const { api, operatorToken } = stack;
    const start = Date.parse(`${daysAhead(3)}T10:00:00Z`);
    const parts = Array.from({ length: PARTS }, (_, part) => [
      `bookings/${String(part + 1).padStart(6, '0')}.jsonl`,
      Array.from({ length: PER_PART }, (_line, at) => {
        const id = part * PER_PART + at + 1;
        const status = ['confirmed', 'checked_in', 'cancelled'][id % 3];
        return bookingLine(id, start + (id % 12) * 3600_000, { status, people: 1 + (id % 2) });
      }),
    ]);
    const content: Content = {
      'venue/000001.jsonl': [VENUE],
      'facilities/000001.jsonl': [{ ...FACILITY, capacity: 100 }],
      ...Object.fromEntries(parts),
    };
    const [file, whole] = [join(folder, 'killed.tgz'), join(folder, 'whole.tgz')];
    const archive = await makeArchive(file, content);
    await makeArchive(whole, content);
    const [slug, other] = [`i-${randomUUID()}`, `i-${randomUUID()}`];
    const { manifest, signature } = archive;
    const begun = await api.admin('POST', '/imports', {
      manifest,
      signature,
      settings: settingsIn(archive),
      slug,
    });
    assert.equal(begun.status, 201, begun.text);
    const { id } = begun.body;

    const env = { VENUE_BOOKING_API: api.url, VENUE_BOOKING_TOKEN: operatorToken };
    const importing = (name: string, as: string) => ['venue', 'import', name, '--slug', as, '--yes'];
    await whileLocked('SELECT FROM catalog.venue_import WHERE id = $1', id, async () => {
      const args = [CLI, ...importing(file, slug)];
      const program = runProcess('cli', { file: process.execPath, args }, env);
      // A part is written, but not recorded as such.
      await untilWaiting('UPDATE catalog.venue_import');
      const written = `booking.booking b JOIN catalog.venue_import i USING (venue_id) WHERE i.id = $1`;
      assert.equal(await countOf(written, id), PER_PART);
      await program.kill9();
      for (const one of stack.processes) await one.kill9();
    });
    await restart();

    for (const [name, as] of [
      [file, slug],
      [whole, other],
    ] as const) {
      const { code, out, err } = await run(importing(name, as), { env });
      assert.equal(code, 0, err);
      assert.match(out, new RegExp(`bookings: ${PARTS * PER_PART}\\n$`));
    }
    const [killed, uninterrupted] = [slug, other].map((one) => venueAsSeen(api, one, { days: 5 }));
    assert.deepEqual(await killed, await uninterrupted);
    await assertLedgerHolds(stack);
    await assertBookingsHoldPlaces(stack);
  });

  it('a purge ends after a restart, and forgets nothing', async () => {
    const { api, database } = stack;
    const words = { venue: `v${randomUUID().slice(0, 8)}`, guest: `g${randomUUID().slice(0, 8)}` };
    const { slug, venueId } = await newTracedVenue(stack, words);
    await database.query(
      `UPDATE booking.booking SET starts_at = starts_at - interval '60 days', ends_at = ends_at - interval '60 days'
       WHERE venue_id = $1`,
      [venueId],
    );
    const remove = async () => (await api.admin('DELETE', `/venues/${slug}`)).status;
    await eventually('its refund is done', async () => (await remove()) === 200);
    await database.query(
      `UPDATE catalog.venue SET deleted_at = deleted_at - interval '31 days' WHERE id = $1`,
      [venueId],
    );
    // The last step of booking waits. Its guests are erased by then, and catalog has everything yet.
    await whileLocked('SELECT FROM booking.venue WHERE id = $1', venueId, async () => {
      await remove();
      await untilWaiting('booking.venue SET');
      assert.equal(await countOf('booking.mail WHERE venue_id = $1', venueId), 0);
      assert.equal(await countOf('catalog.facility WHERE venue_id = $1', venueId), 1);
      for (const one of stack.processes) await one.kill9();
    });
    await restart();

    const isPurged = 'catalog.purged_venue WHERE venue_id = $1 AND purged_at IS NOT NULL';
    await eventually('it is purged', async () => (await countOf(isPurged, venueId)) === 1, 60_000);
    await letEventsExpire(stack, venueId);
    const texts = [...Object.values(words), slug];
    const { 'catalog.audit_entry': requests = '', ...remains } = await rowsOf(stack, { venueId, texts });
    assert.deepEqual(Object.keys(remains), REMAINS);
    for (const rows of [...Object.values(remains), requests])
      for (const word of Object.values(words)) assert.ok(!rows.includes(word), `${word} in ${rows}`);
  });
});
