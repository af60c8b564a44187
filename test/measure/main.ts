// `npm run measure [-- load | growth] [--quick] [--write]`: what bookings cost and what saturates first (`load`), and what grows with the
// number of venues (`growth`). Prints the tables of docs/scale.md; `--write` renews them there.
import { platform as system } from 'node:os';
import { parseArgs } from 'node:util';
import { FULL_SIZES, measureGrowth, QUICK_SIZES } from './growth.ts';
import { FULL, measureLoad, QUICK } from './load.ts';
import { CARELESS_SETTINGS, OFTEN_SWEPT, startPlatform } from './platform.ts';
import { writeTables } from './scalePage.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, write: { type: 'boolean' } },
});
const [what = 'load'] = positionals;
const growth = what === 'growth';

if (system() !== 'linux') {
  console.error('This needs Linux: what processes use is read from /proc.');
  process.exit(1);
}
if (!growth && what !== 'load') {
  console.error(`Measures load or growth, not ${what}.`);
  process.exit(1);
}
const platform = await (growth
  ? startPlatform(OFTEN_SWEPT, CARELESS_SETTINGS)
  : startPlatform(options.quick ? OFTEN_SWEPT : {}));
try {
  const tables = growth
    ? await measureGrowth(platform, options.quick ? QUICK_SIZES : FULL_SIZES)
    : (await measureLoad(platform, options.quick ? QUICK : FULL)).tables;
  for (const [name, text] of Object.entries(tables)) console.log(`### ${name}\n\n${text}\n`);
  if (options.write) writeTables(tables);
} finally {
  await platform.stop();
}
