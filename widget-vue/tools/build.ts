// `npm run build -w widget-vue` builds the widget into `widget-vue/dist`, prints its size against the budget,
// and builds the wrappers. With `--any-size`, which setup uses, a widget above the budget is built too: this
// command and the tests reject it.
import { fileURLToPath } from 'node:url';
import { buildWrappers, copyLicence } from './buildWrappers.ts';
import { bundle } from './bundle.ts';
import { packFiles, weigh, writeFiles } from './packFiles.ts';

const files = packFiles(await bundle());
const { text, excess } = weigh(files);
if (excess > 0 && !process.argv.includes('--any-size')) {
  console.error(text);
  process.exitCode = 1;
} else {
  writeFiles(fileURLToPath(new URL('../dist', import.meta.url)), files);
  buildWrappers();
  copyLicence();
  console.log(text);
}
