import assert from 'node:assert/strict';
import { BookingsQuery, ManualBooking } from '@venue-booking/proto/booking/adminBooking';
import { NewFacility } from '@venue-booking/proto/facility/facility';
import { SlotPatch } from '@venue-booking/proto/facility/slot';
import { BookingFields } from '@venue-booking/proto/venue/bookingField';
import { NewVenue } from '@venue-booking/proto/venue/venue';
import { describe, it } from 'vitest';
import type { z } from 'zod';
import { flagsOf, readFlag } from './flags.ts';

const flag = (schema: z.ZodType, key: string) => {
  const found = flagsOf(schema).find((one) => one.key === key);
  assert.ok(found, key);
  return found;
};

describe('flags from schemas', () => {
  it('have one flag per property, in kebab case', () => {
    assert.deepEqual(
      flagsOf(NewVenue).map(({ key }) => key),
      Object.keys(NewVenue.shape),
    );
    assert.equal(flag(NewVenue, 'max_advance_days').long, '--max-advance-days');
  });

  it('omit properties that are entered in another way', () => {
    const keys = flagsOf(BookingsQuery, ['cursor', 'limit']).map(({ key }) => key);
    assert.deepEqual(keys, ['from', 'to', 'status', 'facility_id', 'payment_status', 'series', 'q', 'order']);
  });

  it('describe required and nullable values, and defaults', () => {
    const required = flagsOf(NewFacility).filter((one) => one.required);
    assert.deepEqual(
      required.map(({ key }) => key),
      ['name', 'mode', 'capacity', 'duration_minutes', 'opens_at', 'closes_at'],
    );
    assert.match(flag(NewFacility, 'capacity').description, /required\)$/);
    assert.equal(flag(SlotPatch, 'capacity').nullable, true);
    assert.match(flag(ManualBooking, 'people').description, /default: 1/);
    assert.match(flag(BookingsQuery, 'status').description, /pending_payment, confirmed/);
    assert.match(flag(NewVenue, 'locale').description, /one of nl, en, de, fr/);
    assert.equal(flag(BookingsQuery, 'order').value, 'oldest|newest');
  });

  it('parse each kind of value', () => {
    assert.equal(readFlag(flag(NewFacility, 'price_eur'), '19.50', undefined), 19.5);
    assert.equal(readFlag(flag(NewFacility, 'capacity'), '-3', undefined), -3);
    assert.equal(readFlag(flag(NewVenue, 'name'), '12', undefined), '12');
    assert.equal(flag(NewVenue, 'live').kind, 'boolean');
    assert.deepEqual(readFlag(flag(ManualBooking, 'extra'), '{"telefoon":"06"}', undefined), {
      telefoon: '06',
    });
  });

  it('describe the range of a number and the properties of JSON', () => {
    assert.match(flag(NewFacility, 'capacity').description, /1 to 100000; required/);
    assert.doesNotMatch(flag(NewFacility, 'min_people').description, /\d{4}/);
    assert.match(flag(BookingFields, 'fields').description, /a list of objects with key, label, type/);
  });

  it('parse none as null for nullable properties, and as text for others', () => {
    assert.equal(readFlag(flag(NewVenue, 'max_advance_days'), 'none', undefined), null);
    assert.equal(readFlag(flag(NewVenue, 'address'), 'none', undefined), null);
    assert.equal(readFlag(flag(NewVenue, 'name'), 'none', undefined), 'none');
  });

  it('parse comma-separated, repeated and empty lists', () => {
    const domains = flag(NewVenue, 'domains');
    const once = readFlag(domains, 'a.example, b.example', undefined);
    assert.deepEqual(readFlag(domains, 'c.example', once), ['a.example', 'b.example', 'c.example']);
    assert.deepEqual(readFlag(domains, '', undefined), []);
    assert.deepEqual(readFlag(flag(NewFacility, 'open_days'), '1,2,sun', undefined), [1, 2, 7]);
  });

  for (const [schema, key, typed] of [
    [NewFacility, 'capacity', 'ten'],
    [NewFacility, 'capacity', ''],
    [NewFacility, 'capacity', '0x10'],
    [NewFacility, 'capacity', 'none'],
    [NewFacility, 'open_days', '1,funday'],
    [ManualBooking, 'extra', '{telefoon}'],
  ] as const)
    it(`reject "${typed}" for ${key}`, () => {
      assert.throws(() => readFlag(flag(schema, key), typed, undefined), {
        code: 'commander.invalidArgument',
      });
    });
});
