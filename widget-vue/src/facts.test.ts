import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationText, momentText } from './facts.ts';
import { euroText, totalOf } from './money.ts';
import { speaker } from './wording.ts';

test('a duration is told in hours when it is whole or half hours from two on', () => {
  assert.equal(durationText(speaker('nl'), 'nl', 90), '90 minuten');
  assert.equal(durationText(speaker('nl'), 'nl', 120), '2 uur');
  assert.equal(durationText(speaker('nl'), 'nl', 150), '2,5 uur');
  assert.equal(durationText(speaker('en'), 'en', 150), '2.5 hours');
  assert.equal(durationText(speaker('en'), 'en', 130), '130 minutes');
});

test('a time past midnight has its own date', () => {
  const slot = { starts_at: '2026-06-02T00:30', ends_at: '2026-06-02T02:00' };
  assert.equal(momentText('nl', slot), 'dinsdag 2 juni, 00:30–02:00');
  assert.equal(momentText('en', slot), 'Tuesday 2 June, 00:30–02:00');
});

test('a total is counted in cents', () => {
  assert.equal(totalOf(34.1, 3), 102.3);
  assert.equal(euroText('nl', totalOf(34.5, 2)), '€\u00a069,00');
  assert.equal(euroText('en', 1234.5), '€1,234.50');
});
