import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { localAt } from './venueTime.ts';
import { isShownOtherwise, sameClock } from './zoneChange.ts';

const HOUR = 3600_000;

describe('a change of the time zone', () => {
  it('has an instant with the same clock time in the other zone', () => {
    for (const at of ['2027-01-15T13:00Z', '2027-07-15T13:30Z', '2027-03-20T13:00Z'].map(Date.parse))
      for (const to of ['Europe/London', 'Atlantic/Canary', 'America/Chicago', 'Asia/Kolkata', 'UTC']) {
        const moved = sameClock('Europe/Amsterdam', to, at);
        assert.equal(localAt(to, moved), localAt('Europe/Amsterdam', at), to);
        assert.equal(sameClock(to, 'Europe/Amsterdam', moved), at);
      }
    assert.equal(sameClock('UTC', 'UTC', 12_345), 12_345);
  });

  it('gives both hours of a repeated hour one instant', () => {
    const first = Date.parse('2027-10-31T00:30Z');
    const [a, b] = [first, first + HOUR].map((at) => sameClock('Europe/Amsterdam', 'UTC', at));
    assert.equal(a, b);
  });

  it('shows a booking otherwise if its clock time or its booking day changes', () => {
    const of = (timezone: string, dayStart = '06:00') => ({ timezone, dayStart });
    const at = (text: string) => ({ startsAt: Date.parse(text), endsAt: Date.parse(text) + HOUR });
    const amsterdam = of('Europe/Amsterdam');
    for (const [after, booking, expected] of [
      [of('Europe/London'), at('2027-01-15T13:00Z'), true],
      [of('Europe/Berlin'), at('2027-01-15T13:00Z'), false],
      // Tunis has no summer time.
      [of('Africa/Tunis'), at('2027-01-15T13:00Z'), false],
      [of('Africa/Tunis'), at('2027-07-15T13:00Z'), true],
      // The end is after the clocks change.
      [of('Africa/Tunis'), at('2027-03-28T00:30Z'), true],
      [of('Europe/Amsterdam', '00:00'), at('2027-01-15T13:00Z'), false],
      [of('Europe/Amsterdam', '00:00'), at('2027-01-15T23:30Z'), true],
    ] as const)
      assert.equal(
        isShownOtherwise(amsterdam, after, booking),
        expected,
        `${after.timezone} ${after.dayStart}`,
      );
  });
});
