import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { keptStack } from '../stack/stack.ts';
import { keptBrowser } from '../widget/browser.ts';
import { measureDay, QUICK_DAY } from './day.ts';

before(() => Promise.all([keptStack.take(), keptBrowser.take()]));
after(() => Promise.all([keptStack.giveBack(), keptBrowser.giveBack()]));

it('npm run measure -- day tells how quick a day is painted, scrolled and changed', async () => {
  const table = await measureDay(await keptStack.take(), await keptBrowser.take(), QUICK_DAY);
  assert.match(table, /^\| 2 facilities, 30 bookings, ms /);
  for (const what of ['what is painted', 'moved']) assert.match(table, new RegExp(`${what} \\| [1-9]`));
});
