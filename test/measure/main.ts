// `npm run measure [-- <what>] [--quick] [--write]`: what bookings cost and what saturates first (`load`, the
// default), what grows with the number of venues (`growth`), what a flood upon one venue, costly reads of it
// or hostile uploads are to another (`flood`, `costly`, `uploads`), whether mail keeps pace with bookings
// (`mail`), how quick a full day is in the owner's page (`day`), how fast the product is to be and how fast
// it is, compared with what does least for the same (`compare`), what seasons, price lists and rooms cost a
// read and a booking (`ruled`), which share of a venue honest guests and attackers get (`shares`), and where
// the time goes (`profile`, with `--before <commit>` in turn with an earlier commit). Prints the tables of
// docs/scale.md and docs/performance.md; `--write` renews them there.
import { platform as system } from 'node:os';
import { parseArgs } from 'node:util';
import { secondsPerUnit, shareTables, simulateAll } from '../shares/shareTable.ts';
import { startInOneProcess } from '../stack/stack.ts';
import { startBrowser } from '../widget/browser.ts';
import { compare, FULL_COMPARE, QUICK_COMPARE } from './compare.ts';
import { costlyTable, FULL_COSTLY, measureCostlyReads, QUICK_COSTLY } from './costlyReads.ts';
import { FULL_DAY, measureDay, QUICK_DAY } from './day.ts';
import { FULL_FLOOD, floodTable, measureFlood, NO_PROXY, QUICK_FLOOD } from './flood.ts';
import { FULL_SIZES, measureGrowth, QUICK_SIZES } from './growth.ts';
import { FULL, measureLoad, QUICK } from './load.ts';
import { FULL_MAIL, measureMail, QUICK_MAIL } from './mail.ts';
import { writeGraphs, writeTables } from './measuredPages.ts';
import { CARELESS_SETTINGS, OFTEN_SWEPT, on, startPlatform } from './platform.ts';
import { FULL_PROFILE, profile, QUICK_PROFILE } from './profile.ts';
import { compareRooms, FULL_ROOMS, QUICK_ROOMS } from './roomCost.ts';
import { compareRuled, FULL_RULED, QUICK_RULED } from './ruledReads.ts';
import { FULL_UPLOADS, measureUploads, QUICK_UPLOADS, uploadsTable } from './uploads.ts';
import { say } from './work.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, write: { type: 'boolean' }, before: { type: 'string' } },
});
const [what = 'load'] = positionals;
const quick = options.quick === true;

type Tables = Record<string, string>;

/** What can be measured. */
const measures: Record<string, () => Promise<Tables>> = {
  load: () =>
    on(
      startPlatform(quick ? OFTEN_SWEPT : {}),
      async (platform) => (await measureLoad(platform, quick ? QUICK : FULL)).tables,
    ),
  growth: () =>
    on(startPlatform(OFTEN_SWEPT, CARELESS_SETTINGS), (platform) =>
      measureGrowth(platform, quick ? QUICK_SIZES : FULL_SIZES),
    ),
  flood: () =>
    on(startPlatform(NO_PROXY), async (platform) => {
      const flood = await measureFlood(platform, quick ? QUICK_FLOOD : FULL_FLOOD);
      say(JSON.stringify(flood.repelled));
      for (const failure of new Set(flood.flood.failures)) say(failure);
      return { flood: floodTable(flood) };
    }),
  costly: () =>
    on(startPlatform(NO_PROXY, CARELESS_SETTINGS), async (platform) => {
      const measured = await measureCostlyReads(platform, quick ? QUICK_COSTLY : FULL_COSTLY);
      for (const failure of new Set(measured.flatMap(({ failures }) => failures))) say(failure);
      return { 'costly reads': costlyTable(measured) };
    }),
  uploads: () =>
    on(startPlatform(), async ({ stack }) => {
      const uploads = await measureUploads(stack, quick ? QUICK_UPLOADS : FULL_UPLOADS);
      say(JSON.stringify(uploads.answers));
      return { uploads: uploadsTable(uploads) };
    }),
  compare: () => compare(startPlatform, quick ? QUICK_COMPARE : FULL_COMPARE),
  ruled: () =>
    on(startPlatform(), async (platform) => ({
      'ruled reads': await compareRuled(platform, quick ? QUICK_RULED : FULL_RULED),
      'bookings with rooms': await compareRooms(platform, quick ? QUICK_ROOMS : FULL_ROOMS),
    })),
  profile: async () => {
    const { tables, graphs } = await profile(quick ? QUICK_PROFILE : FULL_PROFILE, options.before);
    if (options.write) writeGraphs(graphs);
    return tables;
  },
  shares: async () => {
    const all = await simulateAll(quick ? 500 : 10_000, say);
    const { honest, attackers } = shareTables(all, await secondsPerUnit());
    return { 'shares of guests': honest, 'shares of attackers': attackers };
  },
  mail: async () => ({ mail: await measureMail(quick ? QUICK_MAIL : FULL_MAIL) }),
  day: async () => {
    const [stack, browser] = await Promise.all([startInOneProcess(), startBrowser()]);
    try {
      return { day: await measureDay(stack, browser, quick ? QUICK_DAY : FULL_DAY) };
    } finally {
      await Promise.all([stack.stop(), browser.close()]);
    }
  },
};

if (system() !== 'linux') {
  console.error('This needs Linux: what processes use is read from /proc.');
  process.exit(1);
}
const measure = Object.hasOwn(measures, what) ? measures[what] : undefined;
if (!measure) {
  console.error(`Measures ${Object.keys(measures).join(', ')}, not ${what}.`);
  process.exit(1);
}
const tables = await measure();
for (const [name, text] of Object.entries(tables)) console.log(`### ${name}\n\n${text}\n`);
if (options.write) writeTables(tables);
