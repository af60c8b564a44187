// `npm run build:wordpress` packs the plugin into `widget-vue/wordpress/dist/venue-booking.zip`. With
// `--texts` it first updates the translation template from the sources.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { templateOf } from './catalogue.ts';
import { packPlugin } from './packPlugin.ts';
import { pluginFolder } from './pluginFiles.ts';
import { headerOf, textsOf } from './texts.ts';

if (process.argv.includes('--texts'))
  writeFileSync(path.join(pluginFolder, 'languages/venue-booking.pot'), templateOf(textsOf()));

const folder = path.join(import.meta.dirname, '..', 'dist');
const file = path.join(folder, 'venue-booking.zip');
const bytes = packPlugin();
mkdirSync(folder, { recursive: true });
writeFileSync(file, bytes);
const version = headerOf('venue-booking.php', 'Version');
console.log(`${path.relative(process.cwd(), file)}: version ${version}, ${bytes.length} bytes`);
