import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type GuestPage, type Variant, variants } from './guest.ts';
import { newVenueWithTimes, type VenueWithTimes } from './venues.ts';
import { inOneWorld } from './world.ts';

const MOST_MS = 100;
const VISITS = 7;

/** What a guest can use, by what is there then. */
const usable = {
  facility: '[part~=facility] button',
  day: 'button[data-date]:not([aria-disabled=true])',
  time: 'button[data-slot][aria-disabled=false]',
};
type Usable = keyof typeof usable;

describe('speed', () => {
  const world = inOneWorld();
  let [several, single]: VenueWithTimes[] = [];
  before(async () => {
    const others = [{ name: 'Privébad', mode: 'FULL', capacity: 6 }];
    [several, single] = await Promise.all([
      newVenueWithTimes(world(), { others }),
      newVenueWithTimes(world()),
    ]);
  });

  /** Best and median of some visits, in ms from the script's last byte, right before it runs, until something can be used. */
  async function timesUntil(venue: VenueWithTimes | undefined, variant: Variant, wanted: Usable[]) {
    assert.ok(venue);
    const took: Record<Usable, number[]> = { facility: [], day: [], time: [] };
    for (let visit = 0; visit < VISITS; visit++)
      await world().visit({ tenant: venue.slug, variant, prepare: noteFirst }, async ({ page }) => {
        for (const what of wanted) {
          await page.locator(usable[what]).first().waitFor();
          took[what].push(await page.evaluate(measure, what));
        }
      });
    for (const what of wanted) {
      took[what].sort((a, b) => a - b);
      const [best, median] = [took[what][0], took[what][VISITS >> 1]].map((ms) => ms?.toFixed(0));
      console.log(`${variant}, first ${what}: best ${best} ms, median ${median} ms of ${VISITS} visits`);
    }
    return took;
  }

  it(`what can be done is there to be chosen within ${MOST_MS} ms of the script's start, when the API is warm`, async () => {
    const { facility } = await timesUntil(several, 'strip', ['facility']);
    assert.ok((facility[0] ?? Infinity) < MOST_MS, `${facility} ms`);
  });

  // One facility: the first step is the one with days, after two calls; the times of the first free day take a third.
  for (const variant of variants)
    it(`days of the ${variant} are there to be chosen within ${MOST_MS} ms when there is one facility, and soon its times`, async () => {
      const { day, time } = await timesUntil(single, variant, ['day', 'time']);
      assert.ok((day[0] ?? Infinity) < MOST_MS, `${day} ms`);
      assert.ok((time[0] ?? Infinity) < 2 * MOST_MS, `${time} ms`);
    });
});

/** Has the page note when each of these is there first. */
const noteFirst = async (page: GuestPage): Promise<void> =>
  void (await page.addInitScript((selectors) => {
    const missing = new Map(Object.entries(selectors));
    const look = () => {
      const widget = document.querySelector('venue-booking')?.shadowRoot;
      for (const [what, selector] of missing)
        if (widget?.querySelector(selector)) {
          performance.mark(what);
          missing.delete(what);
        }
      setTimeout(look, 1);
    };
    look();
  }, usable));

function measure(what: string): number {
  const [script] = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('/venue-booking.js'));
  const [first] = performance.getEntriesByName(what);
  if (!script || !first) throw new Error('not measured');
  return first.startTime - (script as PerformanceResourceTiming).responseEnd;
}
