import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const pluginFolder = path.join(import.meta.dirname, '..', 'venue-booking');

/**
 * Sorted paths of the plugin's source files. Excludes compiled translations and files left by editors or the
 * system.
 */
export const pluginFiles = (extension = '{php,js,json,txt,po,pot}'): string[] =>
  globSync(`**/*.${extension}`, { cwd: pluginFolder })
    .map((file) => file.replaceAll('\\', '/'))
    .sort();

export const readPlugin = (file: string): string => readFileSync(path.join(pluginFolder, file), 'utf8');
