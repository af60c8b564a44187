import assert from 'node:assert/strict';
import { test } from 'vitest';
import { detailIn } from '../../admin-vue/src/views/attention/detailTexts.ts';
import { consequenceOf } from '../../services/payment/payments/settle.ts';

const known = {
  id: 'ours',
  providerId: 'tr_1',
  status: 'open',
  amountCents: 2500n,
  capturedCents: 0,
  mode: 'live',
  paidBy: null,
} as unknown as Parameters<typeof consequenceOf>[0];
const said = {
  id: 'tr_1',
  reference: 'ours',
  status: 'paid',
  currency: 'EUR',
  amountCents: 2500,
  mode: 'live',
};

const inDutch = (detail: string) => detailIn(detail, 'nl', (amount) => `€ ${amount.toFixed(2)}`);

test('translates payment mismatches into the language of the dashboard', () => {
  for (const [change, text] of [
    [{ id: 'tr_2' }, 'De provider meldde betaling tr_2 in plaats van tr_1.'],
    [{ reference: null }, 'Betaling tr_1 hoort bij de provider niet bij deze boeking (ours).'],
    [{ reference: 'x' }, 'Betaling tr_1 hoort bij de provider bij x in plaats van bij ours.'],
    [{ amountCents: 100 }, 'Betaling tr_1 is € 1.00 in plaats van € 25.00.'],
    [{ currency: 'USD' }, 'Betaling tr_1 is 25.00 USD in plaats van € 25.00.'],
    [{ mode: 'test' }, 'Betaling tr_1 is in de testmodus gedaan, dus er is geen geld ontvangen.'],
  ] as const) {
    const remote = { ...said, ...change } as unknown as Parameters<typeof consequenceOf>[1];
    const consequence = consequenceOf(known, remote);
    assert.ok(consequence.is === 'mismatch');
    assert.deepEqual(inDutch(consequence.detail), { text });
  }
});

test('quotes the payment provider’s message unchanged', () => {
  const detail = '39.00 EUR could not be given back: The balance is too low';
  assert.deepEqual(inDutch(detail), {
    text: '€ 39.00 kon niet worden terugbetaald:',
    said: 'The balance is too low',
  });
});

test('translates chargebacks and guests with many bookings', () => {
  assert.deepEqual(inDutch("the payer's bank took back 46.00 EUR of tr_1"), {
    text: 'De bank van de betaler boekte € 46.00 terug (betaling tr_1).',
  });
  assert.deepEqual(inDutch('One guest has 4 free bookings to come and 2 unpaid ones, by 1 e-mail address'), {
    text: 'Komende boekingen zonder online betaling: 4. Onbetaalde boekingen: 2. E-mailadressen: 1.',
  });
});

test('keeps a detail without a translation', () => {
  assert.deepEqual(inDutch('Something else.'), { text: '', said: 'Something else.' });
});
