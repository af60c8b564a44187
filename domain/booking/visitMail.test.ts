import assert from 'node:assert/strict';
import { BookingStatus } from '@venue-booking/proto/booking/bookingStatus';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { instantAt, localAt } from '../schedule/venueTime.ts';
import { reminderAt, type Visit, visitMailStep } from './visitMail.ts';

const HOUR = 3600_000;
const AMSTERDAM = 'Europe/Amsterdam';

/** The instant of a local time `YYYY-MM-DDTHH:MM`. */
const at = (timezone: string, local: string) =>
  instantAt(timezone, local.slice(0, 10), Number(local.slice(11, 13)) * 60 + Number(local.slice(14)));

describe('the time of a reminder', () => {
  const rows: [visit: string, hours: number, reminder: string, timezone?: string][] = [
    ['2027-06-02T10:00', 24, '2027-06-01T10:00'],
    ['2027-06-02T20:59', 24, '2027-06-01T20:59'],
    // At night: the end of the night.
    ['2027-06-02T21:00', 24, '2027-06-02T08:00'],
    ['2027-06-02T07:59', 24, '2027-06-01T08:00'],
    ['2027-06-02T08:00', 24, '2027-06-01T08:00'],
    ['2027-06-02T09:00', 2, '2027-06-02T08:00'],
    // The end of the night is less than an hour before the visit: the evening before.
    ['2027-06-02T08:59', 2, '2027-06-01T20:00'],
    ['2027-06-02T00:30', 2, '2027-06-01T20:00'],
    ['2027-06-02T22:30', 1, '2027-06-02T20:00'],
    ['2027-06-08T10:00', 168, '2027-06-01T10:00'],
    // The nights in which clocks change: 24 hours are another time of day, and the night still ends at 08:00.
    ['2027-03-28T10:00', 24, '2027-03-27T09:00'],
    ['2027-03-28T08:30', 24, '2027-03-27T08:00'],
    ['2027-03-28T09:30', 2, '2027-03-28T08:00'],
    ['2027-10-31T10:00', 24, '2027-10-30T11:00'],
    ['2027-10-31T20:30', 24, '2027-10-31T08:00'],
    ['2027-10-31T03:00', 2, '2027-10-30T20:00'],
    ['2027-11-07T10:00', 24, '2027-11-06T11:00', 'America/New_York'],
    ['2027-04-04T08:20', 24, '2027-04-03T08:50', 'Australia/Lord_Howe'],
    ['2027-10-03T08:20', 24, '2027-10-02T08:00', 'Australia/Lord_Howe'],
  ];
  for (const [visit, hours, reminder, timezone = AMSTERDAM] of rows)
    it(`is ${reminder} for ${visit} in ${timezone}, ${hours} hours before`, () => {
      const time = reminderAt({ startsAt: at(timezone, visit), timezone, reminderHours: hours });
      assert.equal(localAt(timezone, time), reminder);
    });
});

const zones = ['Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC'];
const HOURS_OF_YEAR = 366 * 24;
const visits: fc.Arbitrary<Visit> = fc
  .record({
    timezone: fc.constantFrom(...zones),
    quarter: fc.integer({ min: 0, max: HOURS_OF_YEAR * 4 }),
    length: fc.integer({ min: 1, max: 12 }),
    ahead: fc.integer({ min: 0, max: 400 }),
    reminderHours: fc.constantFrom(0, 1, 2, 12, 24, 48, 168),
    followUpHours: fc.constantFrom(0, 1, 3, 24, 168),
    status: fc.constantFrom(...BookingStatus.options),
    hasAddress: fc.boolean(),
  })
  .map(({ quarter, length, ahead, ...visit }) => {
    const startsAt = Date.UTC(2027, 0, 1) + (quarter * HOUR) / 4;
    return { ...visit, startsAt, endsAt: startsAt + length * HOUR, agreedAt: startsAt - ahead * HOUR };
  });

/** Looks at a visit whenever it is due, some time late. Returns the mails with their times. */
function mailsOf(visit: Visit, lateMs: () => number): [string, number][] {
  const mails: [string, number][] = [];
  let now = visit.agreedAt;
  for (let looks = 0; looks < 20; looks++) {
    const { due, next } = visitMailStep(visit, now);
    if (due) mails.push([due, now]);
    if (next === null) return mails;
    assert.ok(next > now, 'each look is later than the one before');
    now = next + lateMs();
  }
  return assert.fail('it ends');
}

const hourAt = ({ timezone }: Visit, instant: number) => Number(localAt(timezone, instant).slice(11, 13));

describe('mails about a visit', () => {
  it('come once at most, by day, a reminder before the visit and a follow-up after it', () => {
    fc.assert(
      fc.property(visits, fc.infiniteStream(fc.integer({ min: 0, max: 30 * 60 })), (visit, late) => {
        const mails = mailsOf(visit, () => (late.next().value ?? 0) * 60_000);
        assert.ok(new Set(mails.map(([kind]) => kind)).size === mails.length);
        for (const [kind, time] of mails) {
          assert.ok(hourAt(visit, time) >= 8 && hourAt(visit, time) < 21, localAt(visit.timezone, time));
          assert.ok(visit.hasAddress);
          if (kind === 'reminder') {
            assert.equal(visit.status, 'confirmed');
            assert.ok(time < visit.startsAt && visit.agreedAt <= visit.startsAt - visit.reminderHours * HOUR);
          } else {
            assert.ok(['confirmed', 'checked_in'].includes(visit.status));
            assert.ok(time >= visit.endsAt + visit.followUpHours * HOUR);
          }
        }
      }),
    );
  });

  it('come on time while nothing is late', () => {
    fc.assert(
      fc.property(visits, (visit) => {
        const { startsAt, endsAt, reminderHours, followUpHours, agreedAt, status, hasAddress } = visit;
        const kinds = mailsOf(visit, () => 0);
        const early = agreedAt <= startsAt - reminderHours * HOUR && agreedAt < reminderAt(visit);
        const reminded = status === 'confirmed' && reminderHours > 0 && early;
        const followed = ['confirmed', 'checked_in'].includes(status) && followUpHours > 0;
        assert.deepEqual(
          kinds.map(([kind]) => kind),
          hasAddress ? [...(reminded ? ['reminder'] : []), ...(followed ? ['follow_up'] : [])] : [],
        );
        for (const [kind, time] of kinds)
          if (kind === 'reminder') assert.equal(time, reminderAt(visit));
          else assert.ok(time - endsAt <= (followUpHours + 11) * HOUR + HOUR);
      }),
    );
  });

  it('skip a reminder that an outage delays until the night before an early visit', () => {
    const startsAt = at(AMSTERDAM, '2027-06-02T07:30');
    const visit: Visit = {
      ...{ startsAt, endsAt: startsAt + HOUR, timezone: AMSTERDAM, status: 'confirmed', hasAddress: true },
      ...{ agreedAt: startsAt - 100 * HOUR, reminderHours: 12, followUpHours: 0 },
    };
    assert.deepEqual(visitMailStep(visit, at(AMSTERDAM, '2027-06-01T20:59')), {
      due: 'reminder',
      next: null,
    });
    assert.deepEqual(visitMailStep(visit, at(AMSTERDAM, '2027-06-01T21:00')), { due: null, next: null });
    assert.deepEqual(visitMailStep(visit, at(AMSTERDAM, '2027-06-01T12:00')), {
      due: null,
      next: at(AMSTERDAM, '2027-06-01T19:30'),
    });
  });
});
