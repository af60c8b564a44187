import assert from 'node:assert/strict';
import { Locale, toCents, toEuro } from '@venue-booking/proto/primitives';
import fc from 'fast-check';
import { it } from 'vitest';
import { statementTexts } from '../wording/statementTexts.ts';
import { sectionsOf } from './statementSections.ts';

const cents = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000_000 }));
const amounts = fc.record({
  payments: cents,
  refunds: cents,
  refunds_failed: cents,
  chargebacks: cents,
  chargebacks_returned: cents,
  fee_charged: cents,
  fee_returned: cents,
});

it('adds its lines up to the cent, in each language', () => {
  fc.assert(
    fc.property(amounts, fc.constantFrom(...Locale.options), (of, locale) => {
      const net = of.payments - of.refunds + of.refunds_failed - of.chargebacks + of.chargebacks_returned;
      const inEuro = Object.fromEntries(
        Object.entries(of).map(([name, value]) => [`${name}_eur`, toEuro(value)]),
      );
      const counts = { payments: 2, refunds: 1, chargebacks: 1 };
      const net_eur = toEuro(net - of.fee_charged + of.fee_returned);
      const rare = { fee_owed_eur: 0, fee_not_returned_eur: 0 };
      const statement = { ...inEuro, ...counts, ...rare, net_eur };
      const sections = sectionsOf(statement as never, statementTexts[locale]);
      assert.ok(!sections.some(({ lines }) => lines.some(({ eur }) => Object.is(eur, -0))), 'no line is -0');
      let before = 0;
      for (const { lines } of sections) {
        for (const { eur, isSum } of lines)
          if (isSum) assert.equal(toCents(eur), before);
          else before += toCents(eur);
      }
      assert.equal(sections.length, 2, 'sections without an amount are left out');
    }),
  );
});
