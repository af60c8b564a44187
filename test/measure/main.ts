// `npm run measure [-- load | growth | flood] [--quick] [--write]`: what bookings cost and what saturates
// first (`load`), what grows with the number of venues (`growth`), and what a flood upon one venue is to
// another (`flood`). Prints the tables of docs/scale.md; `--write` renews them there.
import { platform as system } from 'node:os';
import { parseArgs } from 'node:util';
import { FULL_FLOOD, floodTable, measureFlood, NO_PROXY, QUICK_FLOOD } from './flood.ts';
import { FULL_SIZES, measureGrowth, QUICK_SIZES } from './growth.ts';
import { FULL, measureLoad, QUICK } from './load.ts';
import { CARELESS_SETTINGS, OFTEN_SWEPT, type Platform, startPlatform } from './platform.ts';
import { writeTables } from './scalePage.ts';
import { say } from './work.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, write: { type: 'boolean' } },
});
const [what = 'load'] = positionals;
const quick = options.quick === true;

/** What can be measured, on which platform. */
const measures = {
  load: {
    start: () => startPlatform(quick ? OFTEN_SWEPT : {}),
    tables: async (platform: Platform) => (await measureLoad(platform, quick ? QUICK : FULL)).tables,
  },
  growth: {
    start: () => startPlatform(OFTEN_SWEPT, CARELESS_SETTINGS),
    tables: (platform: Platform) => measureGrowth(platform, quick ? QUICK_SIZES : FULL_SIZES),
  },
  flood: {
    start: () => startPlatform(NO_PROXY),
    async tables(platform: Platform) {
      const flood = await measureFlood(platform, quick ? QUICK_FLOOD : FULL_FLOOD);
      say(JSON.stringify(flood.repelled));
      for (const failure of new Set(flood.flood.failures)) say(failure);
      return { flood: floodTable(flood) };
    },
  },
};

if (system() !== 'linux') {
  console.error('This needs Linux: what processes use is read from /proc.');
  process.exit(1);
}
if (!Object.hasOwn(measures, what)) {
  console.error(`Measures ${Object.keys(measures).join(', ')}, not ${what}.`);
  process.exit(1);
}
const { start, tables: measure } = measures[what as keyof typeof measures];
const platform = await start();
try {
  const tables: Record<string, string> = await measure(platform);
  for (const [name, text] of Object.entries(tables)) console.log(`### ${name}\n\n${text}\n`);
  if (options.write) writeTables(tables);
} finally {
  await platform.stop();
}
