import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AvailabilityRouter } from '@venue-booking/availability/router';
import { startAvailability } from '@venue-booking/availability/service';
import type { BookingRouter } from '@venue-booking/booking/router';
import { startBooking } from '@venue-booking/booking/service';
import { createLog } from '@venue-booking/kit/logging/log';
import { localMessaging } from '@venue-booking/kit/messaging/localMessaging';
import { createClient, failureOf } from '@venue-booking/kit/messaging/rpc';
import { createServiceMetrics } from '@venue-booking/kit/metrics/metrics';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import { event, type StoredEvent } from '@venue-booking/proto/events';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createDatabase, startPostgres } from '../servers/postgres.ts';
import { eventually } from '../stack/api.ts';
import { parseMetrics } from '../stack/metrics.ts';

const venueChanged = event('events.catalog.venue_changed', {
  venueId: 7,
  revision: 1n,
  slug: 'pass',
  name: 'Pass',
  timezone: 'Europe/Amsterdam',
  locale: 'nl',
  live: true,
  dayStart: '06:00',
  checkInFromHours: 12,
  quoteMinutes: 15,
  ...{ notifyNew: true, notifyChanged: true, notifyCancelled: true, notifyDaily: false },
});

describe('dead letters of a service', () => {
  const messaging = localMessaging();
  const of = {
    availability: createClient<AvailabilityRouter>('availability', messaging),
    booking: createClient<BookingRouter>('booking', messaging),
  };
  const metrics = {
    availability: createServiceMetrics('availability'),
    booking: createServiceMetrics('booking'),
  };
  const started: Service[] = [];
  let pool: pg.Pool;
  let cleanUp: () => Promise<void>;
  beforeAll(async () => {
    const server = await startPostgres();
    const { url, drop } = await createDatabase(server);
    const folder = await mkdtemp(join(tmpdir(), 'vb-letters-'));
    pool = new pg.Pool({ connectionString: url });
    const common = (service: keyof typeof metrics) => ({
      databaseUrl: url,
      messaging,
      metrics: metrics[service],
      log: createLog('test', 'silent'),
    });
    started.push(await startAvailability(common('availability')));
    started.push(
      await startBooking({
        ...common('booking'),
        redisUrls: undefined,
        publicUrl: 'http://localhost',
        signingKeys: [{ id: 'k1', secret: Buffer.alloc(32, 7) }],
        secretsKey: [{ id: 's1', key: Buffer.alloc(32, 9) }],
        webhookAllowPrivate: true,
        sweep: { intervalMs: 60_000, ageMs: 60_000 },
        outboxPollMs: 1000,
        mail: { by: { folder }, from: 'Venue Booking <no-reply@example.com>', perRecipient: 20 },
      }),
    );
    messaging.open();
    cleanUp = async () => {
      // `pool.end()` resolves before its connections are closed; `drop` then terminates them, which is an
      // error.
      pool.on('error', () => {});
      await pool.end();
      await drop();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    };
  });
  afterAll(async () => {
    await Promise.all(started.map((service) => service.quiesce()));
    await messaging.close();
    await Promise.all(started.map((service) => service.stop()));
    await cleanUp();
  });

  const insertDeadLetter = async (service: string, { subject, payload }: StoredEvent) => {
    const id = randomUUID();
    await pool.query(
      `INSERT INTO ${service}.dead_letter (event_id, subject, payload, error) VALUES ($1, $2, $3, 'Error: no')`,
      [id, subject, JSON.stringify(payload)],
    );
    return id;
  };

  for (const service of ['availability', 'booking'] as const) {
    const { deadLetters, awaitApplied } = of[service];
    const listed = async (venueId?: number) =>
      (await deadLetters.list.query({ venueId })).map(({ id }) => id);

    it(`are listed by ${service} and take effect when replayed`, async () => {
      const id = await insertDeadLetter(service, venueChanged);
      assert.deepEqual(await listed(), [id]);
      assert.deepEqual(await listed(7), [id]);
      assert.deepEqual(await listed(8), []);
      const letter = await deadLetters.replay.mutate({ id });
      assert.deepEqual([letter.id, letter.service, letter.venue_id], [id, service, 7]);
      await awaitApplied.query({ eventIds: [id] });
      assert.equal((await pool.query(`SELECT FROM ${service}.venue WHERE id = 7`)).rowCount, 1);
      assert.deepEqual(await listed(), []);
      const again = await deadLetters.replay.mutate({ id }).catch((error) => failureOf(error)?.code);
      assert.equal(again, 'dead_letter_not_found');
    });

    it(`stay in ${service} when a replay fails`, async () => {
      const broken = { ...venueChanged, payload: { venueId: 7, revision: 'newest' } };
      const id = await insertDeadLetter(service, broken);
      const refused = await deadLetters.replay.mutate({ id }).catch((error) => failureOf(error)?.code);
      assert.equal(refused, 'dead_letter_again');
      assert.deepEqual(await listed(7), [id]);
    });
  }

  it('count in the queue metric until they are replayed', async () => {
    const waiting = async () =>
      parseMetrics(await metrics.booking.metrics(), 'booking').read('venue_booking_queue_items', {
        queue: 'dead_letters',
      });
    const before = (await of.booking.deadLetters.list.query({})).length;
    const id = await insertDeadLetter('booking', venueChanged);
    await eventually('it is counted', async () => (await waiting()) === before + 1);
    await of.booking.deadLetters.replay.mutate({ id });
    await eventually('it is no longer counted', async () => (await waiting()) === before);
  });
});
