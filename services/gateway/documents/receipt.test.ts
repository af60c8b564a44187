import assert from 'node:assert/strict';
import { formatEuro } from '@venue-booking/domain/wording/formats';
import { Locale, toEuro } from '@venue-booking/proto/primitives';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import type { Backends } from '../backends/backends.ts';
import { testInvoice } from '../testing/testInvoice.ts';
import { movementsOf, type ReceiptDocument, readReceipt } from './receipt.ts';
import { receiptLayout } from './receiptLayout.ts';
import { writeDocument } from './writeDocument.ts';

const HOSTILE = '"><script>]]>&amp;\ufffe 🧖 漢字 \u202fé';

const testReceipt = (changes: Partial<ReceiptDocument> = {}): ReceiptDocument => ({
  language: 'nl',
  writtenAt: '2026-12-05T21:40',
  venue: { name: 'Sauna De Oever', address: 'Kade 1, 1011 AB Amsterdam' },
  seller: testInvoice().seller,
  booking: {
    ...{ id: 17, reference: 'K7QF-3MXT', facility: 'Privésauna De Oever', status: 'confirmed' },
    ...{ starts_at: '2026-12-05T19:00', ends_at: '2026-12-05T21:30', people: 4 },
    ...{ customer_name: 'Anna Jansen', customer_email: 'anna@example.com', amount_eur: 148.49 },
    price_lines: [
      { text: 'Privésauna De Oever', count: 4, amount_eur: 140 },
      { text: 'Vroegboekkorting', count: 1, amount_eur: -14.01 },
      { text: 'Badjas', count: 3, amount_eur: 22.5 },
    ],
    vat: [
      { percent: 9, amount_eur: 125.99, vat_eur: 10.4 },
      { percent: 21, amount_eur: 22.5, vat_eur: 3.9 },
    ],
  },
  movements: [
    {
      at: '2026-11-20T10:12',
      amountCents: 5000,
      kind: 'payment',
      way: { provider: 'mollie', isTest: false },
    },
    { at: '2026-12-05T18:55', amountCents: 9849, kind: 'payment', way: { method: 'card' } },
    { at: '2026-12-05T21:35', amountCents: -1000, kind: 'refund', way: { method: 'cash' } },
  ],
  openCents: 1000,
  ...changes,
});

const textOf = (document: ReceiptDocument) => JSON.stringify(receiptLayout(document));
const day = fc
  .integer({ min: 0, max: 400 })
  .map((days) => new Date(days * 86_400_000 + 1.7e12).toISOString());
const cents = fc.integer({ min: 1, max: 1_000_000 });
/** An attempt to pay, with refunds in any state that are together at most its amount. */
const anyAttempt = fc
  .record({
    ...{ parts: fc.array(cents, { minLength: 1, maxLength: 4 }), at: day, isPaid: fc.boolean() },
    statuses: fc.array(fc.constantFrom('requested', 'pending', 'succeeded', 'failed'), { maxLength: 3 }),
    ...{ fromBank: fc.boolean(), mode: fc.constantFrom('live', 'test') },
  })
  .map(({ parts, at, isPaid, statuses, fromBank, mode }) => ({
    ...{ provider: 'mollie', mode, created_at: at, paid_at: isPaid ? at : null },
    amount_eur: toEuro(parts.reduce((sum, part) => sum + part, 0)),
    refunds: (isPaid ? statuses : []).slice(0, parts.length).map((status, index) => ({
      ...{ id: '', reason: 'owner' as const, status, created_at: at, taken_back: fromBank },
      amount_eur: toEuro(parts[index] ?? 0),
    })),
  }));
const anyDeskMoney = fc.record({
  method: fc.constantFrom('cash', 'card', 'transfer', 'other'),
  amountCents: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  at: day,
});

describe('a receipt', () => {
  it('shows what was paid less what was refunded, for any payments', () => {
    fc.assert(
      fc.property(
        fc.array(anyAttempt, { maxLength: 5 }),
        fc.array(anyDeskMoney, { maxLength: 5 }),
        (attempts, deskMoney) => {
          let expected = deskMoney.reduce((sum, { amountCents }) => sum + amountCents, 0);
          for (const { paid_at, amount_eur, refunds } of attempts) {
            if (paid_at) expected += Math.round(amount_eur * 100);
            for (const refund of refunds)
              if (refund.status !== 'failed') expected -= Math.round(refund.amount_eur * 100);
          }
          const movements = movementsOf(attempts, deskMoney);
          const times = movements.map(({ at }) => Date.parse(at));
          assert.deepEqual(
            times,
            times.toSorted((a, b) => a - b),
          );
          const local = movements.map((movement) => ({ ...movement, at: movement.at.slice(0, 16) }));
          const [, table] = receiptLayout(testReceipt({ movements: local, openCents: 0 })).tables;
          const rows = table?.rows ?? [];
          assert.equal(rows.length, movements.length + 1);
          assert.equal(rows.at(-1)?.cells[2], formatEuro(toEuro(expected), 'nl'));
        },
      ),
    );
  });

  it('names who was paid, when and how, and says in every language that it is not an invoice', () => {
    const expected = {
      nl: ['Betaalbewijs K7QF-3MXT', 'Pin', 'Terugbetaling – Contant', 'geen factuur', '21%'],
      en: ['Receipt K7QF-3MXT', 'Card', 'Refund – Cash', 'not an invoice', '21%'],
      de: ['Zahlungsbeleg K7QF-3MXT', 'Karte', 'Erstattung – Bar', 'keine Rechnung', '21\u00a0%'],
      fr: ['Reçu K7QF-3MXT', 'Carte', 'Remboursement – Espèces', 'non une facture', '21'],
    };
    for (const language of Locale.options) {
      const text = textOf(testReceipt({ language }));
      for (const part of [...expected[language], 'Mollie', 'NL123456789B01', 'Anna Jansen', 'Badjas'])
        assert.ok(text.includes(part), `${language}: ${part} in ${text}`);
    }
  });

  it('fails without payments, and while they are unknown', async () => {
    const { booking, openCents, seller } = testReceipt();
    const list = (query: () => Promise<unknown>) =>
      ({
        payment: { list: { query } },
        catalog: { contact: { query: async () => ({ name: 'De Oever', address: null }) } },
      }) as unknown as Backends;
    const of = {
      ...{ venueId: 1, booking, openCents, seller },
      locale: 'nl',
      timezone: 'Europe/Amsterdam',
    } as const;
    const taken = [{ method: 'cash', amountCents: 500, at: '2026-12-05T18:00:00.000Z' }] as const;
    await assert.rejects(
      readReceipt(
        list(async () => ({})),
        { ...of, deskMoney: [] },
      ),
      {
        code: 'receipt_nothing',
      },
    );
    const down = list(() => Promise.reject(new Error('down')));
    await assert.rejects(readReceipt(down, { ...of, deskMoney: [...taken] }), /down/);
    const { movements } = await readReceipt(
      list(async () => ({})),
      { ...of, deskMoney: [...taken] },
    );
    assert.deepEqual(
      movements.map(({ at }) => at),
      ['2026-12-05T19:00'],
    );
  });

  it('of a venue without invoice details has its name and address', () => {
    const text = textOf(testReceipt({ seller: null }));
    assert.ok(text.includes('Kade 1, 1011 AB Amsterdam'));
    assert.ok(!text.includes('B.V.'));
  });

  it('of a cancelled booking says so, and shows no VAT and nothing open', () => {
    const { booking } = testReceipt();
    const text = textOf(testReceipt({ language: 'en', booking: { ...booking, status: 'cancelled' } }));
    assert.match(text, /"Cancelled"/);
    assert.ok(!text.includes('VAT 9'));
    assert.ok(!text.includes('Still to pay'));
  });

  it('tells refunds under way, chargebacks and test payments apart', () => {
    const way = { provider: 'sandbox', isTest: true };
    const at = '2026-12-01T10:00';
    const movements = (['payment', 'refundPending', 'chargeback'] as const).map((kind) => ({
      ...{ at, kind, way, amountCents: kind === 'payment' ? 5000 : -100 },
    }));
    const text = textOf(testReceipt({ language: 'en', movements }));
    for (const part of ['Refund under way', 'Taken back by the bank', 'test, no real money'])
      assert.ok(text.includes(part), part);
  });

  it('is a PDF, whatever text it contains', async () => {
    const { booking } = testReceipt();
    const hostile = { ...booking, facility: HOSTILE, customer_name: HOSTILE.repeat(20) };
    const receipt = testReceipt({ booking: hostile, venue: { name: HOSTILE, address: null }, seller: null });
    const pdf = Buffer.from(await writeDocument({ format: 'receipt', receipt })).toString('latin1');
    assert.match(pdf, /^%PDF-1\./);
  });
});
