import assert from 'node:assert/strict';
import { explainPrice, lineTexts } from '@venue-booking/domain/price/lineTexts';
import type { Facility } from '@venue-booking/proto/facility/facility';
import { describe, it } from 'vitest';
import { explainPrice as explainAtDesk } from '../../admin-vue/src/priceLine.ts';
import { explainPrice as explainInWidget } from '../../widget-vue/src/booking/facts.ts';

const categories = [{ name: { nl: 'Volwassene', en: 'Adult' } }];
const facility = { price: { categories } } as Facility;

describe('price lines', () => {
  const explain = (...texts: string[]) => {
    const lines = texts.map((text) => ({ text }));
    const results = new Set([
      explainPrice(lines, categories),
      explainAtDesk(lines, categories),
      explainInWidget(lines, facility),
    ]);
    assert.equal(results.size, 1, `${texts}: the ticket, the desk and the widget agree`);
    return results.has(true);
  };

  it('are shown if there are several, or if a rule named the only one', () => {
    assert.ok(explain('Per person', 'Group'));
    assert.ok(explain('Weekend, group'));
    assert.ok(explain('7 people in a group'));
  });

  it('are not shown if they only repeat the total', () => {
    assert.equal(explain(), false);
    for (const { person, booking, more, minimum, party } of Object.values(lineTexts))
      for (const text of [person, booking, more, minimum, party(1), party(12)])
        assert.equal(explain(text), false, text);
    assert.equal(explain('Adult'), false);
    assert.equal(explain('Volwassene'), false);
  });
});
