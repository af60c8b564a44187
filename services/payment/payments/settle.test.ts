import assert from 'node:assert/strict';
import { PaymentStatus } from '@venue-booking/proto/payment/paymentStatus';
import fc from 'fast-check';
import { test } from 'vitest';
import type { RemotePayment } from '../providers/provider.ts';
import { consequenceOf, type StoredAttempt } from './settle.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const stored = (changes: Partial<StoredAttempt> = {}): StoredAttempt => ({
  id: ID,
  providerId: 'tr_1',
  status: 'open',
  amountCents: 2500n,
  capturedCents: 0n,
  mode: 'test',
  paidBy: null,
  ...changes,
});
const reported = (changes: Partial<RemotePayment> = {}): RemotePayment => ({
  id: 'tr_1',
  reference: ID,
  status: 'open',
  amountCents: 2500,
  currency: 'EUR',
  mode: 'test',
  checkoutUrl: null,
  refunds: [],
  chargedBackCents: 0,
  ...changes,
});

test('a paid attempt pays the booking only once', () => {
  assert.deepEqual(consequenceOf(stored(), reported({ status: 'paid' })), { is: 'paid' });
  assert.deepEqual(
    consequenceOf(stored({ status: 'paid', capturedCents: 2500n }), reported({ status: 'paid' })),
    {
      is: 'nothing',
    },
  );
});

test('a paid attempt counts even if it was given up before', () => {
  for (const status of ['failed', 'canceled', 'expired'] as const)
    assert.deepEqual(consequenceOf(stored({ status }), reported({ status: 'paid' })), { is: 'paid' });
});

test('a second paid attempt is to be refunded', () => {
  assert.deepEqual(
    consequenceOf(stored({ paidBy: '01890000-0000-7000-8000-000000000002' }), reported({ status: 'paid' })),
    {
      is: 'paid twice',
    },
  );
});

test('an attempt ends only once, and never undoes a payment', () => {
  for (const status of ['failed', 'canceled', 'expired'] as const) {
    assert.deepEqual(consequenceOf(stored(), reported({ status })), { is: 'ended', status });
    assert.deepEqual(consequenceOf(stored({ status: 'paid', capturedCents: 2500n }), reported({ status })), {
      is: 'nothing',
    });
  }
});

test('a report about another attempt or with other terms changes nothing and gives the reason', () => {
  const wrong: Partial<RemotePayment>[] = [
    { id: 'tr_2' },
    { reference: null },
    { reference: '01890000-0000-7000-8000-000000000002' },
    { amountCents: 2499 },
    { currency: 'USD' },
    { mode: 'live' },
  ];
  for (const change of wrong) {
    const consequence = consequenceOf(stored(), reported({ status: 'paid', ...change }));
    assert.equal(consequence.is, 'mismatch', JSON.stringify(change));
    assert.ok(consequence.is === 'mismatch' && consequence.detail.length > 10);
  }
});

test('for any reports, money is captured once and only when paid in full', () => {
  const attempt = fc.record({
    status: fc.constantFrom(...PaymentStatus.options),
    paidBy: fc.constantFrom(null, ID, '01890000-0000-7000-8000-000000000002'),
    providerId: fc.constantFrom('tr_1', null),
  });
  const statement = fc.record({
    status: fc.constantFrom('open', 'paid', 'failed', 'canceled', 'expired') as fc.Arbitrary<
      RemotePayment['status']
    >,
    amountCents: fc.constantFrom(2500, 2400),
    mode: fc.constantFrom('test', 'live') as fc.Arbitrary<'test' | 'live'>,
  });
  fc.assert(
    fc.property(attempt, statement, (before, words) => {
      const capturedCents = before.status === 'paid' || before.status === 'refunded' ? 2500n : 0n;
      const { is } = consequenceOf(stored({ ...before, capturedCents }), reported(words));
      const isMoney = is === 'paid' || is === 'paid twice';
      const isRight = words.status === 'paid' && words.amountCents === 2500 && words.mode === 'test';
      assert.equal(isMoney, isRight && capturedCents === 0n);
    }),
  );
});
