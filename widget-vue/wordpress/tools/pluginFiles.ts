import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const pluginFolder = path.join(import.meta.dirname, '..', 'venue-booking');

/**
 * Paths of the plugin's files as they stand, sorted; translations are compiled from `.po` and are not among
 * them, nor what an editor or a system leaves behind.
 */
export const pluginFiles = (extension = '{php,js,json,txt,po,pot}'): string[] =>
  globSync(`**/*.${extension}`, { cwd: pluginFolder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

export const readPlugin = (file: string): string => readFileSync(path.join(pluginFolder, file), 'utf8');
