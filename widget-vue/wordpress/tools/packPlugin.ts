import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import { jedOf, moOf } from './catalogue.ts';
import { pluginFiles, pluginFolder } from './pluginFiles.ts';
import { textsOf } from './texts.ts';

const languages = ['nl_NL'];
/** Times in a zip are the same whenever it is made; it knows none before 1980, in local time. */
const always = new Date(2000, 0, 1);

/** The files of the plugin as a site gets them, by their path. */
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

/** The zip that WordPress installs: byte for byte the same for the same sources. */
export function packPlugin(): Buffer {
  const files: Zippable = {};
  for (const [file, bytes] of [...installedFiles()].sort(([a], [b]) => (a < b ? -1 : 1)))
    files[`venue-booking/${file}`] = [bytes, { mtime: always, level: 9 }];
  return Buffer.from(zipSync(files));
}
