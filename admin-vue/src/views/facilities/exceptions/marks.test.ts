import assert from 'node:assert/strict';
import type { FacilityException, SpecialDay } from '@venue-booking/proto/facility/exceptions';
import { test } from 'vitest';
import { marksOf } from './marks.ts';

const date = '2027-12-25';
const closed = { date, closed: true, opens_at: null, closes_at: null, note: null };
const special = { date, closed: false, opens_at: '10:00', closes_at: '12:00', note: null };
const weekly = { ...special, opens_at: null, closes_at: null, weekly: true as const };
const markOf = (whole: SpecialDay[], own: FacilityException[], facilities = [1, 2]) =>
  marksOf({ own, whole, facilities }).get(date);

test('a day of the whole venue marks all facilities, also those without days of their own', () => {
  assert.deepEqual(markOf([closed], []), { closed: true, all: true });
  assert.deepEqual(markOf([special], [], [3]), { closed: false, all: true });
  assert.equal(markOf([closed], [], []), undefined);
});

test('the day of a facility takes precedence over that of the whole venue', () => {
  assert.deepEqual(markOf([closed], [{ ...special, facility_id: 1 }]), { closed: true, all: false });
  assert.deepEqual(markOf([special], [{ ...closed, facility_id: 1 }], [1]), { closed: true, all: true });
  assert.deepEqual(markOf([closed], [{ ...weekly, facility_id: 1 }]), { closed: true, all: false });
  assert.equal(markOf([closed], [{ ...weekly, facility_id: 1 }], [1]), undefined);
});

test('days of single facilities mark those only', () => {
  assert.deepEqual(markOf([], [{ ...closed, facility_id: 2 }]), { closed: true, all: false });
  assert.equal(markOf([], [{ ...closed, facility_id: 2 }], [1]), undefined);
  assert.deepEqual(markOf([], [{ ...closed, facility_id: 2 }], [2]), { closed: true, all: true });
});
