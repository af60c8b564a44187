import assert from 'node:assert/strict';
import { invoiceSchema } from '@e-invoice-eu/core';
import { apportion, vatOf } from '@venue-booking/domain/price/vat';
import { COUNTRIES } from '@venue-booking/proto/invoice/countries';
import type { InvoiceDocument } from '@venue-booking/proto/invoice/invoice';
import { Locale } from '@venue-booking/proto/primitives';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { testInvoice } from '../testing/testInvoice.ts';
import { euInvoice } from './euInvoice.ts';
import { fileOf } from './invoiceRoutes.ts';
import { netLines } from './netLines.ts';
import { inTurn, renderDocument } from './renderDocument.ts';
import { writeDocument } from './writeDocument.ts';

const HOSTILE = '"><script>]]>&amp;\ufffe 🧖 漢字 \u202fé';
const rates = [0, 550, 900, 2100];
const cents = (euro: string | undefined) => Math.round(Number(euro) * 100);

/** Lines at random rates, with a discount, as a price list makes them. */
const anyInvoice = fc
  .record({
    lines: fc.array(
      fc.record({
        basisPoints: fc.constantFrom(...rates),
        amountCents: fc.integer({ min: 1, max: 1_000_000 }),
        count: fc.integer({ min: 1, max: 500 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    discount: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ lines, discount }) => {
    const [first] = lines;
    const off = Math.floor(((first?.amountCents ?? 0) * discount) / 100);
    const all = [...lines, ...(off > 0 && first ? [{ ...first, count: 1, amountCents: -off }] : [])];
    const byRate = new Map<number, number>();
    for (const { basisPoints, amountCents } of all)
      byRate.set(basisPoints, (byRate.get(basisPoints) ?? 0) + amountCents);
    const totalCents = all.reduce((sum, line) => sum + line.amountCents, 0);
    return testInvoice({
      lines: all.map((line) => ({ ...line, text: 'Sauna' })),
      vat: vatOf(apportion(totalCents, byRate, 0)),
      totalCents,
      paidCents: totalCents,
    });
  })
  .filter(({ totalCents }) => totalCents > 0);

describe('an electronic invoice', () => {
  it('adds up to the cent, by line, by rate and in total', () => {
    fc.assert(
      fc.property(anyInvoice, (document) => {
        const { 'ubl:Invoice': invoice } = euInvoice(document);
        const [{ 'cac:TaxSubtotal': parts = [], 'cbc:TaxAmount': vat }] = invoice['cac:TaxTotal'];
        const totals = invoice['cac:LegalMonetaryTotal'];
        const lines = invoice['cac:InvoiceLine'];
        const sum = (values: (string | undefined)[]) => values.reduce((all, value) => all + cents(value), 0);
        assert.equal(
          sum(lines.map((line) => line['cbc:LineExtensionAmount'])),
          cents(totals['cbc:LineExtensionAmount']),
        );
        assert.equal(sum(parts.map((part) => part['cbc:TaxAmount'])), cents(vat));
        assert.equal(cents(totals['cbc:TaxExclusiveAmount']) + cents(vat), document.totalCents);
        for (const part of parts) {
          const { 'cbc:Percent': percent } = part['cac:TaxCategory'];
          const ofRate = lines.filter(
            (line) => line['cac:Item']['cac:ClassifiedTaxCategory']['cbc:Percent'] === percent,
          );
          assert.equal(
            sum(ofRate.map((line) => line['cbc:LineExtensionAmount'])),
            cents(part['cbc:TaxableAmount']),
          );
          // EN 16931 computes VAT from the net amount; prices include it, so a cent may differ.
          const computed = (cents(part['cbc:TaxableAmount']) * Number(percent)) / 100;
          assert.ok(Math.abs(computed - cents(part['cbc:TaxAmount'])) <= 1, `${computed}`);
        }
        for (const line of lines) assert.ok(Number(line['cac:Price']['cbc:PriceAmount']) >= 0);
        assert.equal(netLines(document).length, lines.length);
      }),
      { numRuns: 300 },
    );
  });

  it('may have any country that the standard has', () => {
    const [codes = ''] = /"enum":\["AD","AE"[^\]]*\]/.exec(JSON.stringify(invoiceSchema)) ?? [];
    assert.deepEqual(
      COUNTRIES.filter((country) => !codes.includes(`"${country}"`)),
      [],
    );
  });

  it('is XML of its kind in every language, whatever text it contains', async () => {
    const { seller, buyer, booking } = testInvoice();
    for (const language of Locale.options) {
      const kind: InvoiceDocument['kind'] = language === 'en' ? 'credit_note' : 'invoice';
      const document = testInvoice({
        ...{ language, kind, booking: { ...booking, facility: HOSTILE } },
        seller: { ...seller, legal_name: HOSTILE, footer: `${HOSTILE}\n\t2` },
        buyer: { ...buyer, company: HOSTILE, vat_number: null },
        corrects:
          kind === 'invoice' ? null : { number: 'DO-2026-0001', issuedOn: '2026-01-02', reason: 'price' },
      });
      const xml = String(await writeDocument({ format: 'xml', document }));
      assert.match(xml, kind === 'invoice' ? /<Invoice xmlns/ : /<CreditNote xmlns/);
      assert.match(xml, /urn:cen\.eu:en16931:2017/);
      assert.equal(xml.includes('<script'), false);
      assert.equal(xml.includes('EndpointID'), false);
      assert.equal(xml.includes('\ufffe'), false);
    }
  });

  it('is written in a thread', async () => {
    const document = testInvoice();
    const written = String(await writeDocument({ format: 'xml', document }));
    assert.equal(String(await renderDocument({ format: 'xml', document })), written);
  });

  it('waits for those of its own venue, of which few may wait, and not behind them', async () => {
    const order: string[] = [];
    const write = (legal_name: string) => {
      const document = testInvoice({ seller: { ...testInvoice().seller, legal_name } });
      return inTurn({ format: 'xml', document }, async () => order.push(legal_name)).catch((error) =>
        order.push(`${legal_name} ${error.code}`),
      );
    };
    await Promise.all([...['Many', 'Many', 'Many', 'Many'].map(write), write('One')]);
    assert.deepEqual(order.toSorted(), ['Many', 'Many', 'Many', 'Many busy', 'One']);
    assert.ok(order.indexOf('One') < order.lastIndexOf('Many'), order.join());
  });

  it('is a PDF/A-3 with the XML inside', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => ({
      ...{ text: `${HOSTILE} ${at}`, count: 1, amountCents: 100, basisPoints: 900 },
    }));
    const document = testInvoice({
      lines,
      vat: vatOf(new Map([[900, 3000]])),
      totalCents: 3000,
      paidCents: 0,
    });
    const pdf = Buffer.from(await writeDocument({ format: 'pdf', document })).toString('latin1');
    assert.match(pdf, /^%PDF-1\./);
    assert.match(pdf, /<pdfaid:part>3<\/pdfaid:part>/);
    assert.match(pdf, /factur-x\.xml/);
  });
});

it('the name of a file is a number with an extension', () => {
  assert.deepEqual(fileOf('DO-2026-0001.pdf'), { number: 'DO-2026-0001', format: 'pdf' });
  for (const name of ['DO-2026-0001', '.pdf', 'a.exe', `${'9'.repeat(50)}.pdf`, 'a.pdf/x'])
    assert.throws(() => fileOf(name), { code: 'invoice_not_found' });
});
