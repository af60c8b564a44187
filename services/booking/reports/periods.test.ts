import assert from 'node:assert/strict';
import { addDays } from '@venue-booking/domain/schedule/venueTime';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { boundariesOf, periodsOf, spanBefore } from './periods.ts';

const HOUR_MS = 3600_000;
const span = fc
  .tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 399 }))
  .map(([start, length]) => {
    const from = addDays('1999-12-01', start);
    return { from, to: addDays(from, length) };
  });
const by = fc.constantFrom('day', 'week', 'month');

describe('periods of reports', () => {
  it('cover each day of the range once, in order', () => {
    fc.assert(
      fc.property(span, by, (of, length) => {
        const periods = periodsOf(of, length);
        assert.equal(periods[0]?.from, of.from);
        assert.equal(periods.at(-1)?.to, of.to);
        for (const [index, { from, to }] of periods.entries()) {
          assert.ok(from <= to);
          if (index > 0) assert.equal(from, addDays(periods[index - 1]?.to ?? '', 1));
        }
      }),
    );
  });

  it('are weeks from Monday or calendar months, cut at the ends of the range', () => {
    assert.deepEqual(periodsOf({ from: '2026-11-26', to: '2026-12-07' }, 'week'), [
      { from: '2026-11-26', to: '2026-11-29' },
      { from: '2026-11-30', to: '2026-12-06' },
      { from: '2026-12-07', to: '2026-12-07' },
    ]);
    assert.deepEqual(periodsOf({ from: '2028-01-31', to: '2028-03-01' }, 'month'), [
      { from: '2028-01-31', to: '2028-01-31' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2028-03-01', to: '2028-03-01' },
    ]);
  });

  it('are compared with the same number of days right before', () => {
    assert.deepEqual(spanBefore({ from: '2026-12-01', to: '2026-12-31' }), {
      from: '2026-10-31',
      to: '2026-11-30',
    });
    assert.deepEqual(spanBefore({ from: '2026-12-01', to: '2026-12-01' }), {
      from: '2026-11-30',
      to: '2026-11-30',
    });
  });

  it('begin with the booking day in the venue’s zone, so days have 23 or 25 hours when clocks change', () => {
    const hours = (days: { from: string; to: string }, dayStart = '00:00') => {
      const limits = boundariesOf({ timezone: 'Europe/Amsterdam', dayStart }, periodsOf(days, 'day'));
      return limits.slice(1).map((limit, index) => (limit - (limits[index] ?? 0)) / HOUR_MS);
    };
    assert.deepEqual(hours({ from: '2026-03-28', to: '2026-03-30' }), [24, 23, 24]);
    assert.deepEqual(hours({ from: '2026-10-24', to: '2026-10-26' }), [24, 25, 24]);
    assert.deepEqual(hours({ from: '2026-10-24', to: '2026-10-26' }, '06:00'), [25, 24, 24]);
  });
});
