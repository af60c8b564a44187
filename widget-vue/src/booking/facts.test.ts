import assert from 'node:assert/strict';
import type { Facility } from '@venue-booking/proto/facility/facility';
import { test } from 'vitest';
import { facility } from '../flow/testFlow.ts';
import { euroText, totalOf } from '../texts/money.ts';
import { speaker } from '../texts/wording.ts';
import {
  cancelText,
  durationText,
  isCancelOver,
  momentText,
  priceText,
  refundMoneyText,
  refundText,
} from './facts.ts';

test('shows a duration in hours from two hours on, if it is whole or half hours', () => {
  assert.equal(durationText('nl', 90), '90 minuten');
  assert.equal(durationText('nl', 120), '2 uur');
  assert.equal(durationText('nl', 150), '2,5 uur');
  assert.equal(durationText('en', 150), '2.5 hours');
  assert.equal(durationText('en', 130), '130 minutes');
});

test('lists refund tiers with their deadlines, in percent or in euros', () => {
  const tiers = [
    { until_hours: 48, percent: 100 },
    { until_hours: 1, percent: 50 },
    { until_hours: 0, percent: 0 },
  ];
  assert.equal(
    refundText(speaker('nl'), 'nl', tiers),
    'Terugbetaling bij annuleren: 100% tot 2 dagen van tevoren; 50% tot 1 uur van tevoren; daarna geen.',
  );
  assert.equal(
    refundText(speaker('en'), 'en', [...tiers.slice(0, 2), { until_hours: 0, percent: 10 }]),
    'Refund if you cancel: 100% up to 2 days before the start; 50% up to 1 hour before the start; 10% until the start.',
  );
  assert.equal(refundText(speaker('en'), 'en', tiers.slice(2)), 'Refund if you cancel: none.');
  const paid = [
    { until: '2026-06-01T10:00', percent: 50, refund_eur: 12.5 },
    { until: '2026-06-02T10:00', percent: 0, refund_eur: 0 },
  ];
  assert.equal(
    refundMoneyText(speaker('nl'), 'nl', paid),
    'Terugbetaling bij annuleren: €\u00a012,50 tot maandag 1 juni, 10:00; daarna geen.',
  );
  assert.equal(refundMoneyText(speaker('nl'), 'nl', [{ until: '2026-06-01T10:00', percent: 50 }]), '');
});

test('shows the cancellation deadline in hours, and in days from two whole days on', () => {
  assert.equal(cancelText(speaker('nl'), 'nl', 1), 'Annuleren kan tot 1 uur van tevoren.');
  assert.equal(cancelText(speaker('en'), 'en', 1), 'You can cancel up to 1 hour before the start.');
  assert.equal(cancelText(speaker('en'), 'en', 24), 'You can cancel up to 24 hours before the start.');
  assert.equal(cancelText(speaker('nl'), 'nl', 48), 'Annuleren kan tot 2 dagen van tevoren.');
  assert.equal(cancelText(speaker('nl'), 'nl', 0), 'Annuleren kan tot de begintijd.');
});

test('computes the cancellation deadline in the venue’s timezone', () => {
  const isOver = (hours: number, startsAt: string, now: string, timezone = 'Europe/Amsterdam') =>
    isCancelOver(hours, startsAt, { timezone, today: '', now: Date.parse(now) });
  assert.equal(isOver(24, '2026-06-02T12:00', '2026-06-01T10:00:00Z'), false, 'to the minute');
  assert.equal(isOver(24, '2026-06-02T12:00', '2026-06-01T10:00:01Z'), true);
  assert.equal(isOver(2, '2026-06-01T13:00', '2026-06-01T10:00:00Z'), true, 'also less than a day ahead');
  assert.equal(isOver(2, '2026-06-01T13:00', '2026-06-01T10:00:00Z', 'Europe/London'), false);
  assert.equal(isOver(0, '2026-06-01T13:00', '2026-06-01T10:00:00Z'), false);
  // Clocks go back in between, so noon to noon is 25 hours.
  assert.equal(isOver(25, '2026-10-25T12:00', '2026-10-24T10:00:00Z'), false);
  assert.equal(isOver(26, '2026-10-25T12:00', '2026-10-24T10:00:00Z'), true);
});

test('treats a slot today as too late to cancel if the deadline is a day and the timezone is unknown', () => {
  for (const timezone of [undefined, 'Nowhere/Unknown']) {
    const isOver = (hours: number, startsAt: string, today = '2026-06-01') =>
      isCancelOver(hours, startsAt, { timezone, today, now: 0 });
    assert.equal(isOver(24, '2026-06-01T20:00'), true);
    assert.equal(isOver(48, '2026-06-01T20:00'), true);
    assert.equal(isOver(23, '2026-06-01T20:00'), false);
    assert.equal(isOver(24, '2026-06-02T08:00'), false);
    assert.equal(isOver(24, '2026-06-01T20:00', ''), false, 'the day is unknown');
  }
});

test('shows the date of a slot after midnight', () => {
  const slot = { starts_at: '2026-06-02T00:30', ends_at: '2026-06-02T02:00' };
  assert.equal(momentText('nl', slot), 'dinsdag 2 juni, 00:30–02:00');
  assert.equal(momentText('en', slot), 'Tuesday 2 June, 00:30–02:00');
});

test('takes a price-list total from the chosen slot, and has none before a slot is chosen', () => {
  const listed = { price_eur: 10, price: { per: 'person', from_eur: 10, varies: true } } as const;
  assert.equal(totalOf(listed, 2), undefined);
  assert.equal(totalOf(listed, 2, { price: { totals_eur: [12, 19.5] } }), 19.5);
  assert.equal(totalOf(listed, 3, { price: { totals_eur: [12, 19.5] } }), undefined);
});

test('shows a facility’s price per person or per booking, and the lowest price if it varies', () => {
  const textOf = (price_eur: number, price?: Facility['price']) =>
    priceText(speaker('en'), 'en', { ...facility(1), price_eur, price });
  assert.equal(textOf(12.5), '€12.50 per person');
  assert.equal(textOf(0), 'Free');
  assert.equal(textOf(12.5, { per: 'person', from_eur: 25, varies: true }), 'from €12.50 per person');
  assert.equal(textOf(22.5, { per: 'booking', from_eur: 90, varies: false }), '€90.00 per booking');
  assert.equal(textOf(54.28, { per: 'party', from_eur: 135, varies: true }), 'from €135.00 per booking');
  assert.equal(textOf(0, { per: 'person', from_eur: 0, varies: false }), 'Free');
});

test('computes a total in cents', () => {
  assert.equal(totalOf({ price_eur: 34.1 }, 3), 102.3);
  assert.equal(euroText('nl', totalOf({ price_eur: 34.5 }, 2) ?? 0), '€\u00a069,00');
  assert.equal(euroText('en', 1234.5), '€1,234.50');
});
