import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withSetupLock } from '../../tools/setup/setupLock.mjs';
import { cacheFolder } from '../servers/cacheFolder.ts';
import { installed } from './installed.ts';

/**
 * Packages that only some tests need, with a lock file of their own, installed once into the cache folder.
 * @param source folder of the lock file
 */
export function installTools(name: string, source: string) {
  let folder: Promise<string> | undefined;
  const fetched = () => {
    folder ??= withSetupLock(path.join(cacheFolder(), name), () => installed(cacheFolder(), name, source));
    return folder;
  };
  return {
    /** The folder whose `node_modules` contains them. */
    fetched,
    /** Imports one of their modules, such as `yaml/dist/index.js`. */
    importTool: async <T>(file: string): Promise<T> =>
      import(pathToFileURL(path.join(await fetched(), 'node_modules', file)).href),
  };
}
