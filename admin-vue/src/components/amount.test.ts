import assert from 'node:assert/strict';
import { it } from 'vitest';
import { amountIn } from './amount.ts';

it('parses amounts with a comma or a point, and rejects ambiguous ones', () => {
  for (const text of ['12,50', '12.50', ' € 12,5 ', '12.5']) assert.equal(amountIn(text), 12.5, text);
  for (const text of ['35', '35,', '35.00']) assert.equal(amountIn(text), 35, text);
  for (const text of ['', ',', '1.250', '1,250', '1.250,00', '-1', '12,505', '1e3', 'twelve', '12 of 13'])
    assert.equal(amountIn(text), undefined, text);
});
