import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { variants } from './guest.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

const MOST_MS = 100;
const VISITS = 7;

describe('speed', () => {
  const world = inOneWorld();
  let venue: VenueWithTimes;
  before(async () => {
    venue = await newVenueWithTimes(world());
  });

  // One facility: the first step is already the one with days and times.
  for (const variant of variants)
    it(`the ${variant} is there within ${MOST_MS} ms of the script's start, when the API is warm`, async () => {
      const took: number[] = [];
      for (let visit = 0; visit < VISITS; visit++)
        await world().visit({ tenant: venue.slug, variant }, async (guest) => {
          await guest.happens('ready');
          await guest.page.locator('button[data-slot]').first().waitFor();
          took.push(await guest.page.evaluate(measure));
        });
      took.sort((a, b) => a - b);
      const [best = Infinity, median = Infinity] = [took[0], took[VISITS >> 1]];
      console.log(
        `${variant}: best ${best.toFixed(0)} ms, median ${median.toFixed(0)} ms of ${VISITS} visits`,
      );
      assert.ok(best < MOST_MS, `best ${best} ms`);
    });
});

/** From the script's last byte, right before it runs, to the event that tells of the first step. */
function measure(): number {
  const [script] = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/venue-booking.js'));
  const [ready] = performance.getEntriesByName('venue-booking:ready');
  if (!script || !ready) throw new Error('not measured');
  return ready.startTime - (script as PerformanceResourceTiming).responseEnd;
}
