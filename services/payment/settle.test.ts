import assert from 'node:assert/strict';
import { PaymentStatus } from '@venue-booking/proto/paymentStatus';
import fc from 'fast-check';
import { test } from 'vitest';
import type { RemotePayment } from './provider.ts';
import { consequenceOf, type KnownAttempt } from './settle.ts';

const ID = '01890000-0000-7000-8000-000000000001';
const known = (changes: Partial<KnownAttempt> = {}): KnownAttempt => ({
  id: ID,
  providerId: 'tr_1',
  status: 'open',
  amountCents: 2500n,
  capturedCents: 0n,
  mode: 'test',
  paidBy: null,
  ...changes,
});
const said = (changes: Partial<RemotePayment> = {}): RemotePayment => ({
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

test('what is paid pays the booking, and no second time', () => {
  assert.deepEqual(consequenceOf(known(), said({ status: 'paid' })), { is: 'paid' });
  assert.deepEqual(consequenceOf(known({ status: 'paid', capturedCents: 2500n }), said({ status: 'paid' })), {
    is: 'nothing',
  });
});

test('money counts whatever was given up before', () => {
  for (const status of ['failed', 'canceled', 'expired'] as const)
    assert.deepEqual(consequenceOf(known({ status }), said({ status: 'paid' })), { is: 'paid' });
});

test('a second attempt that is paid is money to give back', () => {
  assert.deepEqual(
    consequenceOf(known({ paidBy: '01890000-0000-7000-8000-000000000002' }), said({ status: 'paid' })),
    {
      is: 'paid twice',
    },
  );
});

test('an attempt that ends says so once, and never takes money back', () => {
  for (const status of ['failed', 'canceled', 'expired'] as const) {
    assert.deepEqual(consequenceOf(known(), said({ status })), { is: 'ended', status });
    assert.deepEqual(consequenceOf(known({ status: 'paid', capturedCents: 2500n }), said({ status })), {
      is: 'nothing',
    });
  }
});

test('what is not our attempt, or not what was asked, changes nothing and is told', () => {
  const wrong: Partial<RemotePayment>[] = [
    { id: 'tr_2' },
    { reference: null },
    { reference: '01890000-0000-7000-8000-000000000002' },
    { amountCents: 2499 },
    { currency: 'USD' },
    { mode: 'live' },
  ];
  for (const change of wrong) {
    const consequence = consequenceOf(known(), said({ status: 'paid', ...change }));
    assert.equal(consequence.is, 'mismatch', JSON.stringify(change));
    assert.ok(consequence.is === 'mismatch' && consequence.detail.length > 10);
  }
});

test('whatever is said, money is taken once and only when it was said to be paid in full', () => {
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
      const { is } = consequenceOf(known({ ...before, capturedCents }), said(words));
      const isMoney = is === 'paid' || is === 'paid twice';
      const isRight = words.status === 'paid' && words.amountCents === 2500 && words.mode === 'test';
      assert.equal(isMoney, isRight && capturedCents === 0n);
    }),
  );
});
