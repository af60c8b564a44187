import assert from 'node:assert/strict';
import { offsetAt } from '@venue-booking/domain/schedule/venueTime';
import type { Log } from '@venue-booking/kit/logging/log';
import { openTestDatabase, type TestDatabase } from '@venue-booking/kit/testing/testDatabase';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { eventually } from '../../test/stack/api.ts';
import { type CatalogDatabase, openDatabase } from './database.ts';
import { findZoneDifferences, startComparingZones } from './zoneData.ts';

const HOUR = 3600_000;
const NOW = Date.UTC(2027, 0, 15);
const JULY = Date.UTC(2027, 6, 1);

describe('the time zone data of PostgreSQL', () => {
  let test: TestDatabase;
  let database: CatalogDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(['catalog']);
    database = openDatabase(test.url);
    for (const zone of ['Europe/Amsterdam', 'Asia/Kolkata', 'America/New_York', 'UTC'])
      await test.rows(
        `INSERT INTO catalog.venue (slug, name, timezone, locale, live, day_start, hold_minutes, cancel_until_hours,
           min_notice_minutes, retain_days, allowed_origins, redirect_origins)
         VALUES (lower(replace(replace($1, '/', '-'), '_', '-')), $1, $1, 'nl', true, '06:00', 15, 24, 0, 365, '{}', '{}')`,
        zone,
      );
  });
  afterAll(async () => {
    await database?.$disconnect();
    await test?.close();
  });

  it('equals that of Node.js, or each zone of a venue that differs is found', async () => {
    assert.deepEqual(await findZoneDifferences(database, NOW), []);
    const differs = (zone: string, at: number) =>
      offsetAt(zone, at) + (zone === 'Asia/Kolkata' || (zone === 'UTC' && at > JULY) ? HOUR : 0);
    const found = await findZoneDifferences(database, NOW, differs);
    assert.deepEqual(
      found.map(({ zone, postgres, node }) => [zone, postgres, node]),
      [
        ['Asia/Kolkata', 330, 390],
        ['UTC', 0, 60],
      ],
    );
    assert.deepEqual(
      found.map(({ at }) => at > JULY),
      [false, true],
    );
  });

  it('that differs is named in one warning at the start, with the zones of venues', async () => {
    const warnings: [{ zones: string[] }, string][] = [];
    const log = { warn: (...line: (typeof warnings)[0]) => warnings.push(line) } as unknown as Log;
    const offsetOf = (zone: string, at: number) => offsetAt(zone, at) - (zone === 'UTC' ? 90 * 60_000 : 0);
    const zones = startComparingZones({ database, log, offsetOf });
    await eventually('it is compared', () => warnings.length > 0);
    await zones.stop();
    assert.equal(warnings.length, 1);
    const [[{ zones: named }, message]] = warnings as [(typeof warnings)[0]];
    assert.match(named.join(), /^UTC at \d{4}-\d\d-\d\d: PostgreSQL UTC\+0:00, Node\.js UTC-1:30$/);
    assert.match(message, /^PostgreSQL and Node\.js have different time zone data/);
  });
});
