import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { jedOf, moOf } from './catalogue.ts';
import { pluginFiles, pluginFolder } from './pluginFiles.ts';
import { textsOf } from './texts.ts';

/** The plugin's own translations. */
export const languages = ['nl_NL', 'de_DE', 'fr_FR'];
/** A fixed time, so that the zip is reproducible. Zip times are local and start in 1980. */
const always = new Date(2000, 0, 1);

/** The plugin's files as they are installed, by path. */
function installedFiles(): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const file of pluginFiles()) files.set(file, readFileSync(path.join(pluginFolder, file)));
  const texts = textsOf();
  for (const language of languages) {
    const name = `languages/venue-booking-${language}`;
    files.set(`${name}.mo`, moOf(language));
    files.set(`${name}-venue-booking-editor.json`, Buffer.from(jedOf(language, texts)));
  }
  return files;
}

/** The zip that WordPress installs. Reproducible: the same sources give the same bytes. */
export function packPlugin(): Buffer {
  const files: Zippable = {};
  for (const [file, bytes] of [...installedFiles()].sort(([a], [b]) => (a < b ? -1 : 1)))
    files[`venue-booking/${file}`] = [bytes, { mtime: always, level: 9 }];
  return Buffer.from(zipSync(files));
}
