import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withSetupLock } from '../../tools/setup/setupLock.mjs';
import { installed } from '../hosts/installed.ts';
import { cacheFolder } from '../servers/cacheFolder.ts';

const source = path.join(import.meta.dirname, 'tools');

let folder: Promise<string> | undefined;

/** The folder with what only the tests of the chart need, fetched once: helm and the schemas of Kubernetes' objects. */
export function chartTools(): Promise<string> {
  folder ??= withSetupLock(path.join(cacheFolder(), 'chart-tools'), () =>
    installed(cacheFolder(), 'chart-tools', source),
  );
  return folder;
}

/** Imports a module of it, such as `yaml/dist/index.js`. */
export const importTool = async <T>(file: string): Promise<T> =>
  import(pathToFileURL(path.join(await chartTools(), 'node_modules', file)).href);
