import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withSetupLock } from '../../tools/setup/setupLock.mjs';
import { cacheFolder } from '../servers/cacheFolder.ts';
import { installed } from './installed.ts';

/**
 * Packages that only some tests need, by a lock file of their own, fetched once into the cache folder.
 * @param source where that file lies
 */
export function ownTools(name: string, source: string) {
  let folder: Promise<string> | undefined;
  const fetched = () => {
    folder ??= withSetupLock(path.join(cacheFolder(), name), () => installed(cacheFolder(), name, source));
    return folder;
  };
  return {
    /** The folder with them in its `node_modules`. */
    fetched,
    /** Imports a module of theirs, such as `yaml/dist/index.js`. */
    importTool: async <T>(file: string): Promise<T> =>
      import(pathToFileURL(path.join(await fetched(), 'node_modules', file)).href),
  };
}
