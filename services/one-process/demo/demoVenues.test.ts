import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NewFacility, NewOpeningException } from '@venue-booking/proto/facility/facility';
import { NewBookingFields } from '@venue-booking/proto/venue/bookingField';
import { NewVenue } from '@venue-booking/proto/venue/venue';
import { test } from 'vitest';
import { demoImages, demoVenues } from './demoVenues.ts';

const facilities = demoVenues.flatMap((venue) => venue.facilities);

for (const { venue, fields, facilities, rooms, exceptions } of demoVenues) {
  test(`the admin API accepts all settings of ${venue.name}`, () => {
    NewVenue.parse(venue);
    NewBookingFields.parse({ fields });
    for (const facility of facilities) NewFacility.parse(facility);
    for (const { body } of exceptions) NewOpeningException.parse(body);
    const named = [
      ...exceptions.map(({ facility }) => facility),
      ...rooms.flatMap((room) => room.facilities),
    ];
    const names = facilities.map(({ name }) => name);
    for (const name of named) assert.ok(names.includes(name), name);
  });
}

test('the demo shows both modes, a free facility, hours past midnight, a shared room and every field type', () => {
  assert.deepEqual(new Set(facilities.map(({ mode }) => mode)), new Set(['FULL', 'CAPACITY']));
  assert.ok(facilities.some(({ price_eur }) => price_eur === 0));
  assert.ok(facilities.some(({ opens_at, closes_at }) => closes_at < opens_at));
  assert.ok(demoVenues.some(({ rooms }) => rooms.some((room) => room.facilities.length > 1)));
  const types = demoVenues.flatMap(({ fields }) => fields.map(({ type }) => type));
  assert.deepEqual(new Set(types), new Set(['text', 'tel', 'select', 'checkbox', 'textarea']));
});

test('every image is used, exists, loads nothing and is small', () => {
  const addOns = facilities.flatMap(({ pricing }) => pricing?.add_ons ?? []);
  const paths = [
    ...facilities.flatMap(({ images = [] }) => images),
    ...addOns.flatMap(({ image = [] }) => image),
  ];
  const used = paths.map((path) => path.replace('/demo/images/', ''));
  assert.deepEqual([...new Set(used)].toSorted(), readdirSync(demoImages).toSorted());
  for (const name of used) {
    const svg = readFileSync(join(demoImages, name), 'utf8');
    assert.ok(svg.length < 8000, name);
    assert.doesNotMatch(svg.replace('xmlns="http://www.w3.org/2000/svg"', ''), /https?:|<script|href=/);
  }
});
