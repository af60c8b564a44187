import assert from 'node:assert/strict';
import { it } from 'vitest';
import { amountIn, changeIn } from './amount.ts';

it('parses amounts with a comma or a point, and rejects ambiguous ones', () => {
  for (const text of ['12,50', '12.50', ' € 12,5 ', '12.5']) assert.equal(amountIn(text), 12.5, text);
  for (const text of ['35', '35,', '35.00']) assert.equal(amountIn(text), 35, text);
  for (const text of ['', ',', '1.250', '1,250', '1.250,00', '-1', '12,505', '1e3', 'twelve', '12 of 13'])
    assert.equal(amountIn(text), undefined, text);
});

it('parses changes with any sign, and rejects other signs and two of them', () => {
  for (const text of ['+10', '10', ' + 10 % ', '10%']) assert.equal(changeIn(text), 10, text);
  for (const text of ['-12,5', '−12.50 %', '- 12,5']) assert.equal(changeIn(text), -12.5, text);
  for (const text of ['0', '+0', '-0']) assert.ok(Object.is(changeIn(text), 0), text);
  for (const text of ['', '+', '--5', '+-5', '~5', '5-', 'x10'])
    assert.equal(changeIn(text), undefined, text);
});
