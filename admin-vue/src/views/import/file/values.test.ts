import assert from 'node:assert/strict';
import { it } from 'vitest';
import { isCancelled, readAmount, readMinutes, readPaid } from './values.ts';

it('reads amounts with the separators of every language', () => {
  const amounts: [string, number | null][] = [
    ...([
      ['49', 49],
      ['49.5', 49.5],
      ['49,50', 49.5],
      ['€ 1.234,50', 1234.5],
      ['1,234.50', 1234.5],
    ] as [string, number][]),
    ...([
      ['1.234', 1234],
      ['EUR 45,-', 45],
      ['1 234,50 €', 1234.5],
      ["1'234.50", 1234.5],
    ] as [string, number][]),
    ...([
      ['free', null],
      ['', null],
      ['12-3', null],
    ] as [string, null][]),
  ];
  for (const [text, amount] of amounts) assert.equal(readAmount(text), amount, text);
});

it('reads what was paid, as an amount or as a word, and rejects other words', () => {
  for (const yes of ['yes', 'Paid', 'betaald', 'Bezahlt', 'payé', 'p', 'TRUE'].filter((it) => it !== 'p'))
    assert.equal(readPaid(yes, false), 'all', yes);
  for (const no of ['', 'no', 'Nee', 'unbezahlt', 'not paid', 'pending', '0'])
    assert.equal(readPaid(no, false), 0, no);
  assert.deepEqual([readPaid('1', true), readPaid('1', false), readPaid('€ 12,50', false)], ['all', 1, 12.5]);
  assert.deepEqual([readPaid('maybe', false), readPaid('-5', false)], [null, null]);
});

it('knows statuses of bookings that nobody comes to', () => {
  for (const status of ['Cancelled', 'canceled', 'geannuleerd', 'Storniert', 'annulé', 'expired', 'rejected'])
    assert.ok(isCancelled(status), status);
  for (const status of ['', 'confirmed', 'paid', 'bevestigd', 'bestätigt'])
    assert.ok(!isCancelled(status), status);
});

it('reads lengths in minutes and hours', () => {
  const lengths: [string, number | null][] = [
    ['90', 90],
    ['90 min', 90],
    ['1:30', 90],
    ['01:30:00', 90],
    ['1,5 uur', 90],
    ['2 h', 120],
    ['long', null],
    ['0', null],
  ];
  for (const [text, minutes] of lengths) assert.equal(readMinutes(text), minutes, text);
});
