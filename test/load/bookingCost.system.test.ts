import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAvailability } from '@venue-booking/availability/service';
import type { BookingRouter } from '@venue-booking/booking/router';
import { startBooking } from '@venue-booking/booking/service';
import type { CatalogRouter } from '@venue-booking/catalog/router';
import { startCatalog } from '@venue-booking/catalog/service';
import { newCall, runInCall } from '@venue-booking/kit/concurrency/callContext';
import { createLog } from '@venue-booking/kit/logging/log';
import { localMessaging } from '@venue-booking/kit/messaging/localMessaging';
import { createClient } from '@venue-booking/kit/messaging/rpc';
import { createServiceMetrics } from '@venue-booking/kit/metrics/metrics';
import type { Service } from '@venue-booking/kit/process/lifecycle';
import { paymentEnv, paymentServiceSettings } from '@venue-booking/payment/env';
import type { PaymentRouter } from '@venue-booking/payment/router';
import { startPayment } from '@venue-booking/payment/service';
import { NewFacility } from '@venue-booking/proto/facility/facility';
import { slotIdOf } from '@venue-booking/proto/facility/slotId';
import { NewPaymentAccount } from '@venue-booking/proto/payment/payment';
import { NewVenue } from '@venue-booking/proto/venue/venue';
import pg from 'pg';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createDatabase, startPostgres } from '../servers/postgres.ts';
import { daysAhead, eventually, newAddress } from '../stack/api.ts';
import { SECRETS_KEY } from '../stack/stack.ts';

const CONCURRENCY = 64;
/**
 * Enough for `CONCURRENCY` bookings on a slow machine. Polls and sweeps run at least this far apart, so that
 * they add no statements.
 */
const TIMEOUT_MS = 60_000;
const HOUR = 3600_000;
/** Rows that exist while a booking still has follow-up work. */
const LEFT = [
  "booking.mail WHERE status = 'queued'",
  'availability.allocation WHERE settled_at IS NULL AND released_at IS NULL',
  'booking.outbox WHERE published_at IS NULL',
  'payment.outbox WHERE published_at IS NULL',
  "booking.booking WHERE status = 'pending_payment'",
];

describe('the database cost of a booking', () => {
  const messaging = localMessaging();
  const catalog = createClient<CatalogRouter>('catalog', messaging);
  const booking = createClient<BookingRouter>('booking', messaging);
  const payment = createClient<PaymentRouter>('payment', messaging);
  const started: Service[] = [];
  const undo: (() => unknown)[] = [];
  let pool: pg.Pool;
  type Place = { venueId: number; facility: number };
  let free: Place;
  let paid: Place;
  /**
   * Statements of the services, without those on sandbox tables: these stand for calls to a real provider.
   */
  let statements = 0;
  /** Statements that insert a slot row if it is missing. */
  let rowInserts = 0;
  /** Statements without a name, which PostgreSQL parses and plans each time. */
  const unprepared = new Set<string>();
  const sessions = new Set<pg.Client>();
  let tell: (session: pg.Client) => Promise<unknown>;

  beforeAll(async () => {
    const server = await startPostgres();
    const { url, drop } = await createDatabase(server);
    const folder = await mkdtemp(join(tmpdir(), 'vb-cost-'));
    undo.push(
      () => server.stop(),
      drop,
      () => rm(folder, { recursive: true, force: true }),
    );
    pool = new pg.Pool({ connectionString: url, options: '-c enable_seqscan=off' });
    pool.on('error', () => {});
    undo.push(() => pool.end());
    const common = (service: 'catalog' | 'availability' | 'booking' | 'payment') => ({
      databaseUrl: url,
      messaging,
      metrics: createServiceMetrics(service),
      log: createLog('test', 'silent'),
    });
    started.push(
      await startCatalog({ ...common('catalog'), outboxPollMs: TIMEOUT_MS, auditDays: 365 }),
      await startAvailability(common('availability')),
      await startBooking({
        ...common('booking'),
        redisUrls: undefined,
        publicUrl: 'http://localhost',
        signingKeys: [{ id: 'k1', secret: Buffer.alloc(32, 7) }],
        secretsKey: [{ id: 's1', key: Buffer.alloc(32, 9) }],
        webhookAllowPrivate: true,
        sweep: { intervalMs: 10 * TIMEOUT_MS, ageMs: 10 * TIMEOUT_MS },
        outboxPollMs: TIMEOUT_MS,
        mail: { by: { folder }, from: 'Venue Booking <no-reply@example.com>', perRecipient: 20 },
      }),
      await startPayment({
        ...common('payment'),
        publicUrl: 'http://localhost',
        secretsKey: [{ id: 's1', key: Buffer.alloc(32, 9) }],
        ...paymentServiceSettings(
          paymentEnv.parse({
            ...{ DATABASE_URL: url, NATS_URL: 'nats://127.0.0.1', PUBLIC_URL: 'http://localhost' },
            ...{ SECRETS_KEY, ALLOW_SANDBOX: '1' },
          }),
        ),
        sweepIntervalMs: 10 * TIMEOUT_MS,
        outboxPollMs: TIMEOUT_MS,
      }),
    );
    messaging.open();
    free = await newPlace('free', 0);
    paid = await newPlace('paid', 12.5);
    const account = NewPaymentAccount.parse({ provider: 'sandbox', credentials: { webhooks: 'lost' } });
    await payment.linkAccount.mutate({ venueId: paid.venueId, account, byOperator: true });
    const known = async () =>
      (await pool.query('SELECT FROM booking.facility')).rowCount === 2 &&
      (await pool.query('SELECT FROM availability.facility')).rowCount === 2 &&
      (await pool.query('SELECT FROM booking.payment_terms')).rowCount === 1;
    await eventually('booking and availability have consumed the setup', known);
    const { query } = pg.Client.prototype;
    const { query: ask } = pg.Client.prototype as { query(text: string): Promise<unknown> };
    tell = (session) => ask.call(session, 'SELECT pg_stat_force_next_flush()');
    pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
      sessions.add(this);
      const [asked] = args as [string | { text: string; name?: string }];
      const text = typeof asked === 'string' ? asked : asked.text;
      if (!/\bsandbox_/.test(text)) statements += 1;
      if (/INSERT INTO availability\.slot\b/.test(text)) rowInserts += 1;
      if (typeof asked !== 'string' && !asked.name) unprepared.add(asked.text);
      return (query as (...given: unknown[]) => unknown).apply(this, args);
    } as typeof query;
    undo.push(() => {
      pg.Client.prototype.query = query;
    });
  });
  afterAll(async () => {
    await Promise.all(started.map((service) => service.quiesce()));
    await messaging.close();
    await Promise.all(started.map((service) => service.stop()));
    for (const step of undo.reverse()) await step();
  });

  const newPlace = async (slug: string, price_eur: number): Promise<Place> => {
    await catalog.createVenue.mutate(NewVenue.parse({ slug, name: 'Cost', live: true }));
    const hours = { duration_minutes: 60, opens_at: '06:00', closes_at: '06:00' };
    const named = { name: 'Pass', mode: 'CAPACITY', capacity: 10, price_eur };
    const facility = NewFacility.parse({ ...named, ...hours });
    const made = await catalog.createFacility.mutate({ slug, facility });
    return { venueId: made.venueId, facility: made.result.id };
  };

  let hour = 0;
  /** @param again books the same slot as the last call */
  const book = (place: Place, { again = false } = {}) => {
    if (!again) hour += 1;
    const start = Date.parse(`${daysAhead(5)}T00:00Z`) + hour * HOUR;
    const guest = randomUUID();
    const body = {
      slot_id: slotIdOf(place.facility, start) ?? 0,
      people: 2,
      customer_name: 'Anna Jansen',
      customer_email: `${guest}@example.com`,
      extra: {},
      locale: 'nl' as const,
    };
    return runInCall(newCall(TIMEOUT_MS), () =>
      booking.createBooking.mutate({
        venueId: place.venueId,
        booking: body,
        clientAddress: newAddress(),
        idempotencyKey: guest,
      }),
    );
  };
  const lastOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);
  /** Books and pays as a guest's browser does. */
  const bookAndPay = async () => {
    const made = await book(paid);
    await runInCall(newCall(TIMEOUT_MS), async () => {
      const link = await booking.openPayLink.query({ token: lastOf(made.payment?.checkout_url ?? '') });
      assert.ok(link?.order);
      const checkout = await payment.openCheckout.mutate(link.order);
      assert.ok(checkout.state === 'payable', checkout.state);
      const decided = { id: lastOf(checkout.url), outcome: 'paid' as const };
      const back = await payment.decideSandboxCheckout.mutate(decided);
      const returned = await payment.returnFromCheckout.mutate({ token: lastOf(back?.returnUrl ?? '') });
      assert.equal(returned?.checkout.state, 'paid');
    });
  };
  /** Runs `what` `count` times at once; returns the statements of each run, follow-up work included. */
  const costOf = async (count: number, what: () => Promise<unknown> = () => book(free)) => {
    const before = statements;
    await Promise.all(Array.from({ length: count }, what));
    let looks = 0;
    const isDone = async () => {
      looks += LEFT.length;
      const left = await Promise.all(LEFT.map((rows) => pool.query(`SELECT FROM ${rows} LIMIT 1`)));
      return left.every(({ rowCount }) => rowCount === 0);
    };
    await eventually('all follow-up work is done', isDone);
    return (statements - before - looks) / count;
  };

  it(`takes at most four statements per free booking, mail included, when ${CONCURRENCY} arrive at once, less than a third of those of a single one`, async (t) => {
    await costOf(3);
    const alone = await costOf(1);
    const together = await costOf(CONCURRENCY);
    t.annotate(`statements per booking: ${alone} for a single one, ${together} for ${CONCURRENCY} at once`);
    assert.ok(together <= 4, `${together} statements`);
    assert.ok(together < alone / 3, `${together} instead of ${alone} statements`);
  });

  it('inserts the slot row only for the first booking of a slot', async () => {
    const rowsMade = async (again: boolean) => {
      const before = rowInserts;
      await costOf(1, () => book(free, { again }));
      return rowInserts - before;
    };
    assert.deepEqual([await rowsMade(false), await rowsMade(true), await rowsMade(true)], [1, 0, 0]);
  });

  it(`takes at most thirty statements per paid booking when ${CONCURRENCY} arrive at once, fewer than a single one takes`, async (t) => {
    await costOf(3, bookAndPay);
    const alone = await costOf(1, bookAndPay);
    const together = await costOf(CONCURRENCY, bookAndPay);
    t.annotate(
      `statements per paid booking: ${alone} for a single one, ${together} for ${CONCURRENCY} at once`,
    );
    assert.ok(together <= 30, `${together} statements`);
    assert.ok(together < alone, `${together} instead of ${alone} statements`);
  });

  it('prepares every statement except BEGIN, COMMIT and ROLLBACK', async () => {
    unprepared.clear();
    await costOf(3);
    await costOf(3, bookAndPay);
    assert.deepEqual(
      [...unprepared].filter((text) => !/^(BEGIN|COMMIT|ROLLBACK)$/.test(text)),
      [],
    );
  });

  /** Rows of the services' tables read so far, as PostgreSQL counts them. */
  const rowsRead = async (): Promise<number> => {
    // A session reports its statistics only now and then, unless asked to.
    await Promise.all([...sessions].map((session) => tell(session).catch(() => {})));
    const { rows } = await pool.query(`
      SELECT sum(seq_tup_read + idx_tup_fetch)::float AS read FROM pg_stat_user_tables
      WHERE schemaname IN ('catalog', 'availability', 'booking', 'payment') AND relname !~ '^sandbox_'`);
    return rows[0].read;
  };
  const rowsOf = async (what: () => Promise<unknown>) => {
    const before = await rowsRead();
    await costOf(CONCURRENCY, what);
    return (await rowsRead()) - before;
  };

  for (const [kind, what] of [
    ['free', () => book(free)],
    ['paid', bookAndPay],
  ] as const)
    it(`does not read more rows per ${kind} booking once the venue has many, even with plans made while it had none`, async (t) => {
      const first = await rowsOf(what);
      for (let crowd = 0; crowd < 6; crowd++) await costOf(CONCURRENCY, what);
      let last = await rowsOf(what);
      // A session may report the rows of the crowd late. A statement that reads too much does so each time.
      for (let again = 0; again < 3 && last >= 3 * first; again++) last = await rowsOf(what);
      t.annotate(`rows of ${CONCURRENCY} bookings: ${first}, later ${last}`);
      // A single statement that reads all bookings of the venue would make it ten times as many.
      assert.ok(last < 3 * first, `${last} rows instead of ${first}`);
    });
});
