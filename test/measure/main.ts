// `npm run measure [-- <what>] [--quick] [--write]` prints tables of figures:
// - `compare` (the default): every goal of docs/performance.md
// - `load`: processor time by kind of request, and the sizes of docs/scale.md that follow from it
// - `traces`: the trace of a paid booking as a tree, and what traces cost
// - `shares`: a simulation of honest guests and attackers who compete for places
// - `old`: requests of a venue that has a million old bookings, against one that has none
// - `lists`: lists and reports of 100,000 bookings, against an earlier version (`UPGRADE_FROM=<commit>`)
// - `flood`, `costly`, `uploads`: an attack on one venue, and how other venues fare meanwhile
// `--quick` runs everything for a moment, as the tests do. `--write` updates the tables in the docs.
import { platform as system } from 'node:os';
import { parseArgs } from 'node:util';
import { secondsPerUnit, shareTables, simulateAll } from '../shares/shareTable.ts';
import { compare, FULL_COMPARE, QUICK_COMPARE } from './compare.ts';
import { costlyTable, FULL_COSTLY, measureCostlyReads, QUICK_COSTLY } from './costlyReads.ts';
import { FULL_LISTS, measureEarlierLists, QUICK_LISTS } from './earlierLists.ts';
import { FULL_FLOOD, floodTable, measureFlood, NO_PROXY, QUICK_FLOOD } from './flood.ts';
import { FULL_LOAD, measureLoad, QUICK_LOAD } from './load.ts';
import { writeTables } from './measuredPages.ts';
import { FULL_OLD, measureOldBookings, QUICK_OLD } from './oldBookings.ts';
import { CARELESS_SETTINGS, OFTEN_SWEPT, on, startPlatform } from './platform.ts';
import { FULL_TRACES, measureTraces, QUICK_TRACES } from './traces.ts';
import { FULL_UPLOADS, measureUploads, QUICK_UPLOADS, uploadsTable } from './uploads.ts';
import { print } from './work.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, write: { type: 'boolean' } },
});
const [what = 'compare'] = positionals;
const quick = options.quick === true;

type Tables = Record<string, string>;

const measures: Record<string, () => Promise<Tables>> = {
  compare: () => on(startPlatform(), (platform) => compare(platform, quick ? QUICK_COMPARE : FULL_COMPARE)),
  load: () =>
    on(startPlatform(quick ? OFTEN_SWEPT : {}), (platform) =>
      measureLoad(platform, quick ? QUICK_LOAD : FULL_LOAD),
    ),
  flood: () =>
    on(startPlatform(NO_PROXY), async (platform) => {
      const flood = await measureFlood(platform, quick ? QUICK_FLOOD : FULL_FLOOD);
      print(JSON.stringify(flood.repelled));
      for (const failure of new Set(flood.flood.failures)) print(failure);
      return { flood: floodTable(flood) };
    }),
  costly: () =>
    on(startPlatform(NO_PROXY, CARELESS_SETTINGS), async (platform) => {
      const measured = await measureCostlyReads(platform, quick ? QUICK_COSTLY : FULL_COSTLY);
      for (const failure of new Set(measured.flatMap(({ failures }) => failures))) print(failure);
      return { 'costly reads': costlyTable(measured) };
    }),
  uploads: () =>
    on(startPlatform(), async ({ stack }) => {
      const uploads = await measureUploads(stack, quick ? QUICK_UPLOADS : FULL_UPLOADS);
      print(JSON.stringify(uploads.answers));
      return { uploads: uploadsTable(uploads) };
    }),
  traces: async () => {
    const overhead = await measureTraces(quick ? QUICK_TRACES : FULL_TRACES);
    print(`Processor time with 1 % of the requests traced: ${(overhead * 100).toFixed(1)} % more`);
    return {};
  },
  lists: async () => ({ 'earlier lists': await measureEarlierLists(quick ? QUICK_LISTS : FULL_LISTS) }),
  old: async () => ({ 'old bookings': await measureOldBookings(quick ? QUICK_OLD : FULL_OLD) }),
  shares: async () => {
    const all = await simulateAll(quick ? 500 : 10_000, print);
    const { honest, attackers } = shareTables(all, await secondsPerUnit());
    return { 'shares of guests': honest, 'shares of attackers': attackers };
  },
};

if (system() !== 'linux') {
  console.error('Linux is required: figures of processes are read from /proc.');
  process.exit(1);
}
const measure = Object.hasOwn(measures, what) ? measures[what] : undefined;
if (!measure) {
  console.error(`There is no "${what}". Choose one of: ${Object.keys(measures).join(', ')}.`);
  process.exit(1);
}
const tables = await measure();
for (const [name, text] of Object.entries(tables)) console.log(`### ${name}\n\n${text}\n`);
if (options.write) writeTables(tables);
