import assert from 'node:assert/strict';
import { it } from 'vitest';
import { measureDay, QUICK_DAY } from '../measure/day.ts';
import { inOneWorld } from './world.ts';

const world = inOneWorld();

it('npm run measure -- day tells how quick a day is painted, scrolled and changed', async () => {
  const table = await measureDay(world().stack, world().browser, QUICK_DAY);
  assert.match(table, /^\| 2 facilities, 30 bookings, ms /);
  for (const what of ['what is painted', 'moved', 'at another'])
    assert.match(table, new RegExp(`${what} \\| [1-9]`));
});
