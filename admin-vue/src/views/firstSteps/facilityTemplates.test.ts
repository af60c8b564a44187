import assert from 'node:assert/strict';
import { NewFacility } from '@venue-booking/proto/facility/facility';
import { describe, it } from 'vitest';
import { facilityTemplates, kinds, originOf } from './facilityTemplates.ts';

describe('first steps', () => {
  for (const kind of kinds)
    it(`start with a facility that the API accepts: ${kind}`, () => {
      const facility = { ...facilityTemplates[kind], name: kind };
      assert.deepEqual(NewFacility.parse(facility), facility);
    });

  it('accept typed website addresses', () => {
    for (const [typed, origin] of [
      ['garden.example', 'https://garden.example'],
      [' www.Garden.example/book?x=1 ', 'https://www.garden.example'],
      ['http://localhost:8080/', 'http://localhost:8080'],
      ['https://garden.example', 'https://garden.example'],
      ['garden', null],
      ['', null],
      ['javascript:alert(1)', null],
      ['ftp://garden.example', null],
      ['two words.example', null],
    ] as const)
      assert.equal(originOf(typed), origin, typed);
  });
});
