import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { nl } from '../../admin-vue/src/texts/nl.ts';
import { noteOf } from '../../admin-vue/src/views/bookings/historyNote.ts';
import { amountText } from '../../services/booking/payments/amountText.ts';

const t = nl.history;
const inDutch = (note: string) =>
  noteOf(
    { note },
    {
      ...{ t, colon: ':', moment: String, day: String, weekday: String, nameOf: String },
      methodOf: (method) => nl.words.method[method],
      euro: (amount) => `€ ${amount.toFixed(2)}`,
    },
  );

/** The notes in the source of the booking service, with `…` for each value, and their examples. */
const written: [file: string, note: string, example: string, dutch: string][] = [
  ['core/changeStatus', 'without refund', 'without refund', t.withoutRefund],
  ['core/changeStatus', 'refund of €', 'refund of €73.50', `${t.refunded}: € 73.50`],
  ['changes/changeStore', 'refund of …', `refund of ${amountText(125_000n)}`, `${t.refunded}: € 1250.00`],
  [
    'core/changeStatus',
    'to return at the desk: €',
    'refund of €73.50; to return at the desk: €20.00',
    `${t.refunded}: € 73.50; ${t.to_return}: € 20.00`,
  ],
  [
    'changes/changeStore',
    'to return at the desk: …',
    'to return at the desk: €20.00',
    `${t.to_return}: € 20.00`,
  ],
  ['deskMoney/deskPaymentStore', '… …', `${amountText(2500n)} cash`, `€ 25.00, ${nl.words.method.cash}`],
  ['changes/changeStore', 'people: … → …', 'people: 4 → 7', `${t.people}: 4 → 7`],
  [
    'mail/send/prepareMail',
    'too many mails to this address today',
    'too many mails to this address today',
    t.tooManyMails,
  ],
];

test('translates each note that the booking service writes into the history', () => {
  for (const [file, note, example, dutch] of written) {
    const source = readFileSync(
      path.join(import.meta.dirname, '../../services/booking', `${file}.ts`),
      'utf8',
    );
    assert.ok(source.replaceAll(/\$\{[^}]+\}/g, '…').includes(note), `${file} has another text: ${note}`);
    assert.equal(inDutch(example), dutch);
  }
  assert.equal(inDutch(amountText(7350n)), '€ 73.50');
  assert.equal(inDutch(amountText(125_000n)), '€ 1250.00');
});
