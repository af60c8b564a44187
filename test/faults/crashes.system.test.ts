import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { AvailabilityRouter } from '@venue-booking/availability/router';
import { createLog } from '@venue-booking/kit/logging/log';
import { natsMessaging } from '@venue-booking/kit/messaging/natsMessaging';
import { createClient } from '@venue-booking/kit/messaging/rpc';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { OwnServer } from '../servers/testServer.ts';
import { daysAhead, eventually } from '../stack/api.ts';
import { assertBookingsHoldPlaces, assertLedgerHolds } from '../stack/ledger.ts';
import { RUSH_ENV, rushDuringFault } from '../stack/rush.ts';
import type { ServiceProcess } from '../stack/serviceProcess.ts';
import { type Stack, startAsServices, startInOneProcess } from '../stack/stack.ts';

const MOMENT_MS = 300;

/** Kills processes and starts them again after `MOMENT_MS`. */
const kill9 = (processes: ServiceProcess[]) => async () => {
  for (const process of processes) await process.kill9();
  await sleep(MOMENT_MS);
  for (const process of processes) process.start();
};

/** Kills a server and starts it again after `MOMENT_MS`. */
const crash = (server: OwnServer | undefined) => async () => {
  await server?.kill();
  await sleep(MOMENT_MS);
  await server?.start();
};

describe('a crash in single-process mode', () => {
  it('loses and doubles no confirmed booking and oversells nothing after kill -9 during a rush', async () => {
    const stack = await startInOneProcess({ env: RUSH_ENV });
    try {
      await rushDuringFault(stack, kill9(stack.of('all')));
    } finally {
      await stack.stop();
    }
  });
});

describe('separate services', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startAsServices({ env: RUSH_ENV, ownRedis: true, ownPostgres: true });
  });
  afterAll(() => stack.stop());

  /** A killed mailer leaves mails leased for two minutes. */
  const endMailLeases = () =>
    stack.database.query(`UPDATE booking.mail SET next_at = now() WHERE status = 'queued'`);

  for (const service of ['gateway', 'booking', 'availability', 'catalog'])
    it(`lose and double no confirmed booking and oversell nothing after kill -9 of ${service} during a rush`, () =>
      rushDuringFault(stack, kill9(stack.of(service))));

  for (const backing of ['postgres', 'nats', 'redis'] as const)
    it(`lose and double no confirmed booking and oversell nothing after kill -9 of ${backing} during a rush`, () =>
      rushDuringFault(stack, crash(stack[backing])));

  it('release the places of a crash between reserving and saving by a sweep, and reject a later retry', async (t) => {
    const { api, database, natsUrl } = stack;
    const slug = await api.newVenue();
    const facility = await api.newFacility(slug);
    const { body } = await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(12)}`);
    const slotId: number = body.slots[0].id;
    const free = async () => (await api.get(slug, `/slots/${slotId}`)).body.free;
    const { rows } = await database.query('SELECT id FROM catalog.venue WHERE slug = $1', [slug]);

    // The first step of the booking service, as if it had crashed right after it.
    const messaging = await natsMessaging({
      url: natsUrl ?? '',
      name: 'test',
      log: createLog('test', 'silent'),
    });
    t.onTestFinished(() => messaging.close());
    const ledger = createClient<AvailabilityRouter>('availability', messaging);
    const orphan = { venueId: rows[0].id, slotId, parties: [{ bookingUid: randomUUID(), people: 4 }] };
    await ledger.reserve.mutate(orphan);
    await eventually('the places are reserved', async () => (await free()) === 6);
    const healedAfter = await eventually('the places are released', async () => (await free()) === 10);
    t.annotate(
      `healed after ${healedAfter} ms, with a sweep every second of reservations older than four seconds`,
    );
    const late = await ledger.reserve.mutate(orphan);
    assert.equal(late.parties[0]?.refused?.code, 'unavailable');
    assert.equal(await free(), 10);
    const { read } = await stack.metricsOf('booking');
    assert.ok(
      Number(read('venue_booking_swept_reservations_total')) >= 1,
      'the sweep counts the reservation',
    );
  });

  it('make, change and cancel series whole or not at all through kill -9 of booking', async (t) => {
    const { api, database, mail } = stack;
    const slug = await api.newVenue();
    const dates = Array.from({ length: 12 }, (_, week) => daysAhead(9 + 7 * week));
    const facilities = await Promise.all(
      ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => api.newFacility(slug, { name, mode: 'FULL' })),
    );
    const email = (facility: number) => `club-${facility}-${slug}@example.com`;
    const create = async (facility: number) => {
      const slot_ids = await Promise.all(
        dates.map(
          async (date) =>
            (await api.get(slug, `/facilities/${facility}/slots?date=${date}`)).body.slots[0].id,
        ),
      );
      return api.admin('POST', `/venues/${slug}/series`, {
        ...{ every_weeks: 1, slot_ids, customer_name: 'Club', customer_email: email(facility) },
      });
    };
    const [one = 0, two = 0, ...rest] = facilities;
    const [toChange, toCancel] = [(await create(one)).body, (await create(two)).body];
    const held = async () =>
      Number((await database.query('SELECT count(*) FROM availability.allocation')).rows[0].count);
    const before = await held();
    const work = [
      ...rest.map(create),
      api.admin('PATCH', `/venues/${slug}/series/${toChange.id}`, { people: 3 }),
      api.admin('POST', `/venues/${slug}/series/${toCancel.id}/cancel`, {}),
    ];
    await eventually('places are being reserved', async () => (await held()) > before + 4);
    await kill9(stack.of('booking'))();
    const answers = await Promise.allSettled(work);
    await eventually('the sweep has released what is not booked', () =>
      assertBookingsHoldPlaces(stack).then(
        () => true,
        () => false,
      ),
    );
    await assertLedgerHolds(stack);
    const { rows } = await database.query(
      `SELECT facility_id AS facility, count(*)::int AS dates, count(DISTINCT (status, people))::int AS states FROM booking.booking
       WHERE series_id IS NOT NULL AND venue_id = (SELECT id FROM catalog.venue WHERE slug = $1) GROUP BY series_id, facility_id`,
      [slug],
    );
    for (const { facility, ...row } of rows)
      assert.deepEqual(row, { dates: dates.length, states: 1 }, `series of ${facility}`);
    const made = rest.filter((facility) => rows.some((row) => row.facility === facility));
    t.annotate(`${made.length} of ${rest.length} new series were made, the others were not`);
    for (const [at, facility] of rest.entries()) {
      const answer = answers[at];
      const status = answer?.status === 'fulfilled' ? answer.value.status : 0;
      if (status === 201) assert.ok(made.includes(facility), 'what was confirmed exists');
    }
    await endMailLeases();
    const mailsOf = (facility: number) =>
      new Set(mail.to(email(facility)).map(({ mail: { messageId } }) => messageId)).size;
    await eventually('each club of a new series has its mail', () =>
      made.every((facility) => mailsOf(facility) === 1),
    );
    for (const facility of rest) assert.equal(mailsOf(facility), made.includes(facility) ? 1 : 0);
  });

  it('move and cancel each of many bookings once through kill -9 of booking', async () => {
    const count = Number(process.env.MOVED_BOOKINGS ?? 24);
    const { api, database, mail } = stack;
    const slug = await api.newVenue({ max_coming_bookings_per_network: null });
    const facility = await api.newFacility(slug, { capacity: count });
    const slotOn = async (day: number): Promise<number> =>
      (await api.get(slug, `/facilities/${facility}/slots?date=${daysAhead(day)}`)).body.slots[3].id;
    const [from, to] = [await slotOn(10), await slotOn(11)];
    const emails = Array.from({ length: count }, (_, at) => `storm-${at}-${slug}@example.com`);
    const ids: number[] = [];
    for (const customer_email of emails) {
      const made = await api.book(slug, { slot_id: from, customer_email });
      ids.push(made.body.booking?.id ?? assert.fail(made.text));
    }
    const received = (email: string, subject: RegExp) =>
      new Set(
        mail
          .to(email)
          .filter(({ mail: it }) => subject.test(it.subject ?? ''))
          .map(({ mail: it }) => it.messageId),
      ).size;
    await eventually('all are confirmed', () => emails.every((email) => received(email, /bevestigd/) === 1));
    const isMoved = (at: number) => at % 2 === 0;
    const list = await api.admin('POST', `/venues/${slug}/moves`, {
      items: ids.map((booking_id, at) =>
        isMoved(at) ? { booking_id, action: 'move', slot_id: to } : { booking_id, action: 'cancel' },
      ),
    });
    assert.equal(list.status, 201, list.text);
    const ended = async () =>
      (
        await database.query(
          `SELECT count(*)::int AS n FROM booking.move_item WHERE list_id = $1 AND status <> 'due'`,
          [list.body.id],
        )
      ).rows[0].n;
    await eventually('some are done', async () => (await ended()) > 3);
    await kill9(stack.of('booking'))();
    await eventually('all are done', async () => (await ended()) === count);
    const { body } = await api.admin('GET', `/venues/${slug}/moves/${list.body.id}`);
    assert.deepEqual(new Set(body.items.map(({ status }: { status: string }) => status)), new Set(['done']));
    const { rows } = await database.query(
      `SELECT slot_id::float8 AS slot, status, revision FROM booking.booking WHERE id = ANY($1) ORDER BY id`,
      [ids],
    );
    for (const [at, row] of rows.entries())
      assert.deepEqual(row, {
        ...{ slot: isMoved(at) ? to : from, status: isMoved(at) ? 'confirmed' : 'cancelled', revision: 1 },
      });
    await endMailLeases();
    const told = (at: number) => received(emails[at] ?? '', isMoved(at) ? /gewijzigd/ : /geannuleerd/);
    await eventually('every guest has one mail', () => emails.every((_, at) => told(at) >= 1));
    assert.ok(emails.every((email, at) => told(at) === 1 && received(email, /./) === 2));
    await eventually('the sweep has released what is not booked', () =>
      assertBookingsHoldPlaces(stack).then(
        () => true,
        () => false,
      ),
    );
    await assertLedgerHolds(stack);
  });

  it('report in metrics how long events have waited while the broker hangs', async () => {
    const outbox = async () => {
      const { read } = await stack.metricsOf('catalog');
      const of = (name: string) => read(`venue_booking_queue_${name}`, { queue: 'outbox' });
      return { items: of('items'), age: of('oldest_age_seconds') ?? Number.NaN };
    };
    const pending = async () =>
      (await stack.metricsOf('availability')).read('venue_booking_consumer_pending_events', {
        stream: 'events_catalog',
        consumer: 'availability',
      });
    await stack.api.newVenue();
    await eventually('the outbox is empty', async () => (await outbox()).items === 0);
    assert.equal(await pending(), 0);
    await stack.nats?.freeze();
    // A copy of the last event: it has no effect when it is consumed.
    await stack.database.query(
      'INSERT INTO catalog.outbox (subject, payload) SELECT subject, payload FROM catalog.outbox ORDER BY seq DESC LIMIT 1',
    );
    await eventually('an event has waited more than a second', async () => (await outbox()).age > 1);
    assert.equal((await outbox()).items, 1);
    await eventually(
      'the broker does not report pending events',
      async () => (await pending()) === undefined,
    );
    const readiness = async () => (await fetch(`${stack.api.url}/readyz`)).status;
    // A frozen broker closes no connection, so the gateway needs longer to notice.
    await eventually('the gateway is not ready', async () => (await readiness()) === 503);
    await stack.nats?.thaw();
    await eventually('the gateway is ready again', async () => (await readiness()) === 200);
    await eventually('the outbox is empty again', async () => {
      const { items, age } = await outbox();
      return items === 0 && age === 0;
    });
    await eventually('the broker reports no pending event', async () => (await pending()) === 0);
  });

  it('publish every event again after the broker lost its storage, and each takes effect once', async (t) => {
    const { api, database, natsUrl } = stack;
    const slug = await api.newVenue();
    const facility = await api.newFacility(slug);
    // Only catalog events: booking events of earlier tests may still be in transit.
    const applied = async (): Promise<number> => {
      const { rows } = await database.query(
        'SELECT count(*)::int AS n FROM availability.inbox WHERE event_id IN (SELECT id FROM catalog.outbox)',
      );
      return rows[0].n;
    };
    const before = await applied();

    const connection = await connect({ servers: natsUrl ?? '' });
    t.onTestFinished(() => connection.close());
    const manager = await jetstreamManager(connection);
    await manager.streams.delete('events_catalog');

    const lost = async () => {
      const { rows } = await database.query(
        'SELECT count(*)::int AS n FROM catalog.outbox WHERE published_at IS NULL',
      );
      return rows[0].n;
    };
    assert.equal(
      (await api.admin('PATCH', `/venues/${slug}/facilities/${facility}`, { name: 'Nieuw' })).status < 504,
      true,
    );
    await eventually('the change has taken effect', async () => {
      const day = await api.get(slug, `/facilities/${facility}/slots`);
      return day.body.facility === 'Nieuw';
    });
    await eventually('the outbox is empty', async () => (await lost()) === 0);
    assert.equal(await applied(), before + 1, 'old events were redelivered without a second effect');
  });
});
