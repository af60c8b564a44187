import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { nl } from '../../admin-vue/src/texts/nl.ts';
import { detailIn } from '../../admin-vue/src/views/attention/detailPatterns.ts';
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

const inDutch = (detail: string) =>
  detailIn(detail, nl.attentionDetails, (amount) => `€ ${amount.toFixed(2)}`);

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

/**
 * The details in the source of the services, with `…` for each value, and examples of the values in order.
 */
const written: [file: string, detail: string, ...examples: string[]][] = [
  ['payment/refunds/makeRefund', '… can not be given back yet: …', '5.00 EUR', 'x'],
  ['payment/refunds/remoteRefunds', '… could not be given back: …', '5.00 EUR', 'x'],
  ['payment/refunds/remoteRefunds', '… were given back at the provider, not by us (…)', '5.00 EUR', 're_1'],
  [
    'payment/reconcile/recordStatement',
    'returned …: refund it if the booking is cancelled',
    '5.00 EUR of tr_1',
  ],
  ['payment/reconcile/recordStatement', 'took back …', '5.00 EUR of tr_1'],
  ['payment/reconcile/receiveWebhook', 'a webhook for another payment came to the address of this one'],
  ['payment/reconcile/receiveWebhook', 'a webhook in … mode came for this payment', 'live'],
  ['payment/reconcile/receiveWebhook', 'a webhook in … mode came for this payment', 'test'],
  ['payment/checkout/makeCheckout', 'the provider does not take this payment: …', 'x'],
  [
    'payment/payments/accountAttention',
    'guests now pay to the account … at …, which … connected',
    ...['acct_1', 'Stripe', 'Anna'],
  ],
  [
    'payment/payments/accountAttention',
    '… … the account …: …',
    ...['Stripe', 'takes no payments for', 'acct_1', 'x'],
  ],
  [
    'payment/payments/accountAttention',
    '… … the account …: …',
    ...['Stripe', 'pays nothing out to', 'acct_1', 'x'],
  ],
  ['payment/payments/accountAttention', 'the account … was disconnected at …', 'acct_1', 'Stripe'],
  ['gateway/admin/paymentHandlers', '… is no longer served: its DNS record is missing', 'example.com'],
  ['gateway/admin/paymentHandlers', 'the DNS record of … is missing', 'example.com'],
  ['booking/mail/queue/recipientRouter', 'Mails that wait until the venue may mail more people: …', '7'],
  [
    'booking/desk/listAtCap',
    '… has … free bookings to come and … unpaid ones, by … e-mail address…',
    ...['One guest', '4', '2', '3', 'es'],
  ],
];

test('translates each detail that the services write', () => {
  for (const [file, detail, ...examples] of written) {
    const source = readFileSync(path.join(import.meta.dirname, '../../services', `${file}.ts`), 'utf8');
    assert.ok(
      source.replaceAll(/\$\{[^{}]+\}/g, '…').includes(detail),
      `${file} has another text: ${detail}`,
    );
    const text = detail.replaceAll('…', () => examples.shift() ?? '');
    const isOfBank = file.endsWith('recordStatement');
    assert.notEqual(inDutch(isOfBank ? `the payer's bank ${text}` : text).text, '', text);
  }
});
