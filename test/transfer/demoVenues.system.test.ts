import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { run } from '../../cli/testRun.ts';
import { demoVenues } from '../../services/one-process/demo/demoVenues.ts';
import { daysAhead, eventually } from '../stack/api.ts';
import { type Stack, startInOneProcess } from '../stack/stack.ts';
import { venueAsSeen } from './venueAsSeen.ts';

/** Party sizes whose price is compared, for each facility with a price list. */
const PARTIES = Array.from({ length: 100 }, (_, at) => at + 1);

describe('an archive of a demo venue', () => {
  let stack: Stack;
  let folder: string;
  beforeAll(async () => {
    stack = await startInOneProcess({ env: { DEMO: 'true' } });
    folder = mkdtempSync(join(tmpdir(), 'vb-demo-'));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await stack.stop();
  });

  /** Moves a venue to another slug of the same installation, with the commands of an operator. */
  const move = async (slug: string, to: string) => {
    const env = { VENUE_BOOKING_API: stack.api.url, VENUE_BOOKING_TOKEN: stack.operatorToken };
    const file = join(folder, `${to}.tgz`);
    for (const args of [
      ['venue', 'export', slug, '--out', file],
      ['venue', 'import', file, '--slug', to, '--yes'],
    ]) {
      const { code, err } = await run(args, { env });
      assert.equal(code, 0, err);
    }
    return venueAsSeen(stack.api, to, { parties: PARTIES });
  };

  it.each(demoVenues.map(({ venue }) => venue.slug))(
    'brings %s with its settings, slots of 62 days, prices, bookings and reports',
    async (slug) => {
      const range = `from=${daysAhead(-60)}&to=${daysAhead(-1)}`;
      await eventually('it has past bookings', async () => {
        const { body } = await stack.api.admin('GET', `/venues/${slug}/figures?${range}`);
        return body.totals.no_shows > 0 && body.totals.cancelled > 0;
      });
      const { settings, facilities, rooms, fields, days, exceptions, prices } = await venueAsSeen(
        stack.api,
        slug,
        { parties: PARTIES, days: 1 },
      );
      const moved = await move(slug, `${slug}-moved`);
      assert.deepEqual(
        { ...moved, ...{ settings, facilities, rooms, fields, days, exceptions, prices } },
        moved,
      );
      assert.ok(moved.bookings.length > 100 && Object.keys(moved.slots).length >= 62);
      // The demo venue gets more bookings meanwhile, so its copy is compared with a copy of that.
      assert.deepEqual(await move(`${slug}-moved`, `${slug}-again`), moved);
    },
  );
});
