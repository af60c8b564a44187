import assert from 'node:assert/strict';
import { it } from 'node:test';
import { measureDay, QUICK_DAY } from '../measure/day.ts';
import { inOneWorld } from './world.ts';

const world = inOneWorld();

it('npm run measure -- day reports how fast the day view paints, scrolls and updates', async () => {
  const table = await measureDay(world().stack, world().browser, QUICK_DAY);
  assert.match(table, /^\| 2 facilities, 30 bookings, ms /);
  for (const what of ['what is painted', 'moved', 'at another'])
    assert.match(table, new RegExp(`${what} \\| [1-9]`));
});
