import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openGateway } from '../../services/gateway/testing/testGateway.ts';
import { listFees } from '../../services/payment/reports/listFees.ts';
import { listMoney } from '../../services/payment/reports/listMoney.ts';
import { sumFees } from '../../services/payment/reports/sumFees.ts';
import { sumMoney } from '../../services/payment/reports/sumMoney.ts';
import { venuesWithMoney } from '../../services/payment/reports/venuesWithMoney.ts';
import { openTestPayments, type TestPayments } from '../../services/payment/testing/testPayments.ts';

const ZONES = [
  'Europe/Amsterdam',
  'America/New_York',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Asia/Kathmandu',
  'UTC',
];
const DAY_STARTS = ['00:00', '06:00', '02:30', '23:00'];
const VENUES = 60;
const MONTHS = ['2026-02', '2026-03', '2026-04', '2026-10', '2026-11'];
const HOUR = 3_600_000;

type Venue = { venueId: number; slug: string; name: string; timezone: string; dayStart: string };
const venues: Venue[] = Array.from({ length: VENUES }, (_, index) => ({
  venueId: index + 1,
  slug: `venue-${String(index + 1).padStart(3, '0')}`,
  name: `Venue ${index + 1}`,
  timezone: ZONES[index % ZONES.length] ?? 'UTC',
  dayStart: DAY_STARTS[index % DAY_STARTS.length] ?? '00:00',
}));

/** A movement of the random data, in cents. */
type Moved = { venueId: number; at: number; cents: number; charged: number; share: number; outcome: string };

/** The booking month of an instant, by formatting the venue's local time. */
function monthOf({ timezone, dayStart }: Venue, at: number): string {
  const [date = '', time = ''] = new Date(at).toLocaleString('sv', { timeZone: timezone }).split(' ');
  if (time.slice(0, 5) >= dayStart) return date.slice(0, 7);
  return new Date(Date.parse(date) - 24 * HOUR).toISOString().slice(0, 7);
}

const anyMovement = fc.record({
  venue: fc.nat({ max: VENUES - 1 }),
  /** Hours around the first of a month, so that zones and starts of days decide the month. */
  month: fc.constantFrom('2026-03-01', '2026-04-01', '2026-10-25', '2026-11-01', '2026-03-29'),
  minutes: fc.integer({ min: -30 * 60, max: 30 * 60 }),
  cents: fc.integer({ min: 100, max: 90_000 }),
  fee: fc.nat({ max: 90 }),
  live: fc.boolean(),
  refund: fc.option(
    fc.record({
      after: fc.integer({ min: 1, max: 40 * 24 * 60 }),
      part: fc.integer({ min: 1, max: 100 }),
      outcome: fc.constantFrom('returned', 'owed', 'not_returned'),
      isBank: fc.boolean(),
      failsAfter: fc.option(fc.integer({ min: 1, max: 18 * 24 * 60 })),
    }),
  ),
});

/** Rows of a CSV file without quoted cells. */
function rowsOf(csv: string): Record<string, string>[] {
  const [header = '', ...lines] = csv.replace('\u{feff}', '').trimEnd().split('\r\n');
  const columns = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [columns[at], cell])));
}

describe('statements', () => {
  let payments: TestPayments;
  let gateway: Awaited<ReturnType<typeof openGateway>>;
  const moved: Moved[] = [];

  beforeAll(async () => {
    payments = await openTestPayments();
    const found = (id: number) => venues.find(({ venueId }) => venueId === id) ?? assert.fail();
    const ask = <Input, Result>(answer: (input: Input) => Result) => ({
      query: async (input: Input) => answer(input),
    });
    gateway = await openGateway({
      catalog: {
        tenant: ask(({ slug }: { slug: string }) => venues.find((venue) => venue.slug === slug) ?? null),
        contact: ask(({ venueId }: { venueId: number }) => found(venueId)),
        venueDays: ask(({ ids }: { ids: number[] }) => ids.map(found)),
      },
      booking: {
        desk: {
          references: ask(({ ids }: { ids: number[] }) =>
            Object.fromEntries(ids.map((id) => [id, `REF-${id}`])),
          ),
          figures: ask(() => ({
            spans: [{}, { desk_eur: 12.5, vat: [{ percent: 9, amount_eur: 10.9, vat_eur: 0.9 }] }],
            limits: [],
          })),
        },
      },
      payment: {
        listMoney: ask((input: never) => listMoney(payments, input)),
        fees: {
          venues: ask((input: never) => venuesWithMoney(payments, input)),
          list: ask((input: never) => listFees(payments, input)),
          sum: ask((input: never) => sumFees(payments, input)),
        },
      },
    });
    const rows = fc.sample(anyMovement, 600).map((row, n) => ({ n: n + 1, ...row }));
    await payments.database.$executeRaw`
      INSERT INTO payment.account (venue_id, id, provider, credentials, provider_account, mode, carries_fee, fee_basis_points, fee_fixed_cents, unlinked_at)
      SELECT v, gen_random_uuid(), 'mollie', '', m, m, true, 0, 0, now() FROM generate_series(1, ${VENUES}::integer) v, unnest(ARRAY['live', 'test']) m`;
    const facts = rows.map(({ n, venue, month, minutes, cents, fee, live, refund }) => {
      const { venueId } = venues[venue] ?? assert.fail();
      const at = Date.parse(month) + minutes * 60_000;
      const feeCents = Math.round((cents * fee) / 100);
      moved.push({ venueId, at, cents, charged: feeCents, share: 0, outcome: '' });
      const back = refund && {
        cents: Math.max(1, Math.floor((cents * refund.part) / 100)),
        at: at + refund.after * 60_000,
      };
      const share = refund ? Math.floor((feeCents * refund.part) / 100) : 0;
      const outcome = refund?.isBank && refund.outcome === 'returned' ? 'owed' : (refund?.outcome ?? '');
      const failedAt = back && refund?.failsAfter ? back.at + refund.failsAfter * 60_000 : null;
      if (back) moved.push({ venueId, at: back.at, cents: -back.cents, charged: 0, share, outcome });
      if (back && failedAt)
        moved.push({
          venueId,
          at: failedAt,
          cents: back.cents,
          charged: 0,
          share: outcome === 'returned' ? 0 : -share,
          outcome,
        });
      return {
        ...{ n, venue_id: venueId, at: new Date(at), cents, fee: feeCents, mode: live ? 'live' : 'test' },
        ...{ back: back?.cents ?? null, back_at: back && new Date(back.at), share, outcome },
        ...{ actor: refund?.isBank ? 'bank' : 'operator', failed_at: failedAt && new Date(failedAt) },
      };
    });
    await payments.database.$executeRaw`
      WITH fact AS (
        SELECT gen_random_uuid() AS payment, gen_random_uuid() AS attempt, f.* FROM jsonb_to_recordset(${JSON.stringify(facts)}::jsonb)
          AS f(n integer, venue_id integer, at timestamptz, cents bigint, fee bigint, mode text, back bigint, back_at timestamptz,
            share bigint, outcome text, actor text, failed_at timestamptz)
      ),
      payments AS (
        INSERT INTO payment.payment (venue_id, id, booking_id, amount_cents, fee_cents, description, locale, hold_until, status, paid_by, next_look_at)
        SELECT venue_id, payment, n, cents, fee, '', 'nl', at, 'paid', attempt, at FROM fact
      ),
      attempts AS (
        INSERT INTO payment.attempt (venue_id, id, payment_id, account_id, number, status, amount_cents, fee_cents, provider_id,
          webhook_token, return_token, captured_cents, refunded_cents, paid_at)
        SELECT f.venue_id, attempt, payment, a.id, 1, 'paid', cents, fee, 'tr_' || n, attempt, attempt, cents,
          CASE WHEN failed_at IS NULL THEN coalesce(back, 0) ELSE 0 END, at
        FROM fact f JOIN payment.account a ON (a.venue_id, a.mode) = (f.venue_id, f.mode)
      )
      INSERT INTO payment.refund (venue_id, id, attempt_id, amount_cents, reason, status, actor, provider_id, created_at, fee_cents, fee_outcome, failed_at)
      SELECT venue_id, gen_random_uuid(), attempt, back, 'owner', CASE WHEN failed_at IS NULL THEN 'succeeded' ELSE 'failed' END,
        actor, 're_' || n, back_at, share, outcome, failed_at
      FROM fact WHERE back IS NOT NULL`;
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await payments.close();
  });

  const get = async (path: string, accept?: string) => {
    const answer = await gateway.call('GET', `/api/admin${path}`, {
      headers: accept ? { Accept: accept } : {},
    });
    assert.equal(answer.status, 200, answer.text);
    return answer;
  };
  const FEES = ['fee_charged_eur', 'fee_returned_eur', 'fee_owed_eur', 'fee_not_returned_eur'] as const;
  type Sums = Record<'amount_eur' | (typeof FEES)[number], number>;
  /** Sums in cents of lines by venue and month. */
  const sumsOf = (lines: readonly Record<string, unknown>[]) => {
    const sums = new Map<string, Sums>();
    for (const line of lines) {
      const key = `${line.venue} ${line.month}`;
      const sum = sums.get(key) ?? {
        amount_eur: 0,
        fee_charged_eur: 0,
        fee_returned_eur: 0,
        fee_owed_eur: 0,
        fee_not_returned_eur: 0,
      };
      for (const name of Object.keys(sum) as (keyof Sums)[])
        sum[name] += Math.round(Number(line[name]) * 100);
      sums.set(key, sum);
    }
    return sums;
  };
  const afterRefunds = (sums: Record<string, number>) =>
    Math.round(
      ((sums.payments_eur ?? 0) -
        (sums.refunds_eur ?? 0) +
        (sums.refunds_failed_eur ?? 0) -
        (sums.chargebacks_eur ?? 0) +
        (sums.chargebacks_returned_eur ?? 0)) *
        100,
    );
  const all = async (path: string) => {
    const rows: Record<string, unknown>[] = [];
    for (let next: string | undefined = path; next !== undefined; ) {
      const { body, headers } = await get(next);
      rows.push(...body);
      next = /^<\/api\/admin(.+)>; rel="next"$/.exec(headers.get('Link') ?? '')?.[1];
    }
    return rows;
  };
  const YEAR = 'from=2026-01-01&to=2026-12-31';

  it('equal the report, its export, the fee ledger and its totals to the cent, in every zone', async () => {
    const expected = new Map<string, Sums>();
    for (const { venueId, at, cents, charged, share, outcome } of moved) {
      const venue = venues[venueId - 1] ?? assert.fail();
      const key = `${venue.slug} ${monthOf(venue, at)}`;
      const sum = expected.get(key) ?? {
        amount_eur: 0,
        fee_charged_eur: 0,
        fee_returned_eur: 0,
        fee_owed_eur: 0,
        fee_not_returned_eur: 0,
      };
      sum.amount_eur += cents;
      sum.fee_charged_eur += charged;
      if (outcome) sum[`fee_${outcome}_eur` as keyof Sums] += share;
      expected.set(key, sum);
    }
    const csv = rowsOf((await get(`/fees?${YEAR}`, 'text/csv')).text);
    const ledger = sumsOf(csv as Record<string, unknown>[]);
    assert.deepEqual(ledger, new Map([...ledger.keys()].map((key) => [key, expected.get(key)])));
    assert.equal(ledger.size, expected.size);
    assert.deepEqual(sumsOf(await all(`/fees?${YEAR}&limit=97`)), ledger);
    const totals = await all(`/fees/totals?${YEAR}&limit=13`);
    assert.deepEqual(totals, await all(`/fees/totals?${YEAR}&limit=500`));
    const ofTotals = sumsOf(
      totals.map((row) => ({ ...row, amount_eur: afterRefunds(row as Record<string, number>) / 100 })),
    );
    assert.deepEqual(ofTotals, ledger);
    for (const [key, sums] of [...ledger].filter((_, index) => index % 4 === 0)) {
      const [slug = '', month = ''] = key.split(' ');
      const venue = venues.find((one) => one.slug === slug) ?? assert.fail();
      const { body: statement } = await get(`/venues/${slug}/statements/${month}`);
      assert.deepEqual(
        [afterRefunds(statement), ...FEES.map((name) => Math.round(statement[name] * 100))],
        Object.values(sums),
        key,
      );
      const fees = sums.fee_charged_eur - sums.fee_returned_eur;
      assert.equal(Math.round(statement.net_eur * 100), sums.amount_eur - fees);
      const file = await get(`/venues/${slug}/statements/${month}`, 'text/csv');
      assert.deepEqual(sumsOf(rowsOf(file.text)), new Map([[key, sums]]));
      const days = `from=${statement.from}&to=${statement.to}`;
      const exported = rowsOf((await get(`/venues/${slug}/figures/payments?${days}`, 'text/csv')).text);
      const amount = (exported as { amount_eur: string }[]).reduce(
        (sum, row) => sum + Math.round(Number(row.amount_eur) * 100),
        0,
      );
      assert.equal(amount, sums.amount_eur, key);
      const limits = (exported as { moved_at: string }[]).map(({ moved_at }) => moved_at).toSorted();
      assert.ok(limits.length > 0);
      const { venueId } = venue;
      const [report] = await sumMoney(payments, {
        venueId,
        limits: [spanStart(venue, month), spanStart(venue, nextOf(month))],
      });
      assert.equal(
        Math.round(((report?.revenue_eur ?? 0) - (report?.refunds_eur ?? 0)) * 100),
        sums.amount_eur,
        key,
      );
    }
  });

  /** The first instant of a booking month, found by search. */
  function spanStart(venue: Venue, month: string): number {
    let [low, high] = [Date.parse(`${month}-01`) - 48 * HOUR, Date.parse(`${month}-01`) + 48 * HOUR];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (monthOf(venue, middle) < month) low = middle;
      else high = middle;
    }
    return high;
  }
  const nextOf = (month: string) =>
    new Date(Date.parse(`${month}-01`) + 32 * 24 * HOUR).toISOString().slice(0, 7);

  it('show one venue or month of the ledger, and reject other ranges', async () => {
    const [first = assert.fail()] = moved;
    const venue = venues[first.venueId - 1] ?? assert.fail();
    const month = monthOf(venue, first.at);
    const rows = await all(`/fees?venue=${venue.slug}&month=${month}`);
    assert.ok(rows.length > 0 && rows.every((row) => row.venue === venue.slug && row.month === month));
    assert.match(String(rows[0]?.booking_reference), /^REF-\d+$/);
    assert.deepEqual(await all('/fees?month=2031-01'), []);
    const status = async (path: string) => (await gateway.call('GET', `/api/admin${path}`)).status;
    for (const query of [
      '',
      'from=2026-01-01',
      'month=2026-13',
      `month=2026-01&${YEAR}`,
      'from=2026-02-01&to=2026-01-01',
      'from=2025-01-01&to=2026-12-31',
      'month=2026-01&cursor=1_2_3',
      'month=2026-01&limit=501',
    ])
      for (const path of ['/fees', '/fees/totals'])
        assert.equal(await status(`${path}?${query}`), 400, `${path}?${query}`);
    assert.equal(await status('/fees?month=2026-01&venue=unknown'), 404);
    for (const path of ['2026-1', '2026-13', '1999-01', 'x'])
      for (const accept of ['application/json', 'text/csv', 'application/pdf']) {
        const answer = await gateway.call('GET', `/api/admin/venues/${venue.slug}/statements/${path}`, {
          headers: { Accept: accept },
        });
        assert.equal(answer.status, 400, `${path} ${accept}`);
      }
    for (const accept of ['application/json', 'text/csv', 'application/pdf']) {
      const answer = await gateway.call('GET', '/api/admin/venues/unknown/statements/2026-01', {
        headers: { Accept: accept },
      });
      assert.equal(answer.status, 404, accept);
    }
  });

  it('are preliminary until the month is over at the venue', async () => {
    const { slug } = venues[0] ?? assert.fail();
    const of = async (month: string) => (await get(`/venues/${slug}/statements/${month}`)).body;
    const now = monthOf(venues[0] ?? assert.fail(), Date.now());
    assert.deepEqual([(await of('2020-01')).preliminary, (await of(now)).preliminary], [false, true]);
    assert.deepEqual((await of('2020-01')).vat, [{ percent: 9, amount_eur: 10.9, vat_eur: 0.9 }]);
    assert.equal((await of('2020-01')).desk_eur, 12.5);
    assert.deepEqual([(await of('2020-01')).net_eur, (await of('2024-02')).to], [0, '2024-02-29']);
  });

  it('are a PDF of one page in the language of the reader', async () => {
    const { slug } = venues[0] ?? assert.fail();
    for (const language of ['nl', 'en', 'de', 'fr']) {
      const answer = await fetch(`${gateway.url}/api/admin/venues/${slug}/statements/${MONTHS[1]}`, {
        headers: {
          Accept: 'application/pdf',
          'Accept-Language': language,
          Authorization: 'Bearer operator-token-of-the-test',
        },
      });
      assert.equal(answer.headers.get('Content-Type'), 'application/pdf');
      assert.match(
        answer.headers.get('Content-Disposition') ?? '',
        /filename="statement-2026-03-venue-001\.pdf"/,
      );
      const pdf = Buffer.from(await answer.arrayBuffer()).toString('latin1');
      assert.match(pdf, /^%PDF-1\.\d/);
      assert.match(pdf, /\/Count 1\b/);
    }
  });
});
