import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { PaymentDatabase } from '../database.ts';
import { openTestPayments, type TestPayments } from '../testing/testPayments.ts';
import { claimJobs } from './jobStore.ts';

const PAID = 3000;
const DUE = 400;
const LIMIT = 10;

let payments: TestPayments;
beforeAll(async () => {
  payments = await openTestPayments();
  const { database } = payments;
  await database.$executeRaw`
    INSERT INTO payment.account (venue_id, id, provider, credentials, provider_account, mode, carries_fee, fee_basis_points, fee_fixed_cents)
    VALUES (1, gen_random_uuid(), 'sandbox', '', 'account', 'test', false, 0, 0)`;
  await database.$executeRaw`
    INSERT INTO payment.payment (venue_id, id, booking_id, amount_cents, fee_cents, description, locale, hold_until, next_look_at, status, paid_by)
    SELECT 1, gen_random_uuid(), n, 2500, 0, 'Pass', 'nl', now(), now(), 'paid', gen_random_uuid()
    FROM generate_series(1, ${PAID}::integer) n`;
  await database.$executeRaw`
    INSERT INTO payment.attempt (venue_id, id, payment_id, account_id, number, status, amount_cents, fee_cents, captured_cents, provider_id,
      webhook_token, return_token, next_refresh_at)
    SELECT 1, p.paid_by, p.id, a.id, 1, 'paid', 2500, 0, 2500, 'tr_' || p.booking_id, p.booking_id, p.booking_id,
      now() + CASE WHEN p.booking_id <= ${DUE} THEN interval '-1 minute' ELSE interval '1 day' END
    FROM payment.payment p, payment.account a`;
  await database.$executeRaw`ANALYZE`;
});
afterAll(() => payments.close());

it('claiming jobs reads only the payments of the claimed jobs, however many are due or were paid', () =>
  payments.database.$transaction(async (tx) => {
    const read = async () => {
      const [row] = await tx.$queryRaw<{ rows: bigint }[]>`
        SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_xact_user_tables
        WHERE schemaname = 'payment' AND relname = 'payment'`;
      return Number(row?.rows ?? 0);
    };
    const before = await read();
    const deps = { database: tx as PaymentDatabase };
    const jobs = await claimJobs(deps, { limit: LIMIT, share: LIMIT, running: [] });
    assert.equal(jobs.length, LIMIT);
    const rows = (await read()) - before;
    assert.ok(rows <= 2 * LIMIT, `${rows} payments for ${LIMIT} jobs`);
  }));
