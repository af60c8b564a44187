import { globSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Rolldown } from 'vite';

/** Modules that the app provides itself, with or without a wrapper. */
const theApps = /^(vue|react|react-dom|nuxt|@nuxt\/\w+)(\/.*)?$|^#/;
const core = '@venue-booking/widget';

/**
 * The chunks of a wrapper that browsers load, bundled as an app would bundle it.
 * @param folder where packages are installed
 * @param name name of the wrapper after `@venue-booking/`
 * @param options.core whether to bundle the widget itself
 */
export async function appBundle(
  folder: string,
  name: string,
  options: { core: boolean },
): Promise<Rolldown.OutputChunk[]> {
  const dist = path.join(folder, 'node_modules/@venue-booking', name, 'dist');
  // Nuxt's module runs while the app is built; only its `runtime` folder reaches browsers.
  const input = globSync(name === 'nuxt' ? 'runtime/**/*.js' : 'index.js', { cwd: dist }).toSorted();
  if (input.length === 0) return [];
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: {
      write: false,
      // Built as a library, or Vite's preload helper, which an app has once, would count.
      lib: { entry: input.map((file) => path.join(dist, file)), formats: ['es'] },
      rolldownOptions: {
        output: { minify: true },
        external: (id) => theApps.test(id) || (id === core && !options.core),
      },
    },
  });
  const files = ([built].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output);
  return files.filter((file) => file.type === 'chunk');
}

/** Total size of chunks in bytes, compressed by brotli. */
export const weight = (chunks: Rolldown.OutputChunk[]): number =>
  chunks.reduce((sum, { code }) => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
    return sum + brotliCompressSync(Buffer.from(code), { params }).length;
  }, 0);

/** The chunks that contain the widget, and whether a page loads one of them at once. */
export function whereTheCoreIs(chunks: Rolldown.OutputChunk[]) {
  const named = (names: string[]) => chunks.filter(({ fileName }) => names.includes(fileName));
  const atOnce = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const chunk of atOnce) for (const imported of named(chunk.imports)) atOnce.add(imported);
  const withCore = chunks.filter(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith('/venue-booking.mjs')),
  );
  const later = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports));
  return {
    chunks: withCore.length,
    atOnce: withCore.some((chunk) => atOnce.has(chunk)),
    later: withCore.every(({ fileName }) => later.has(fileName)),
  };
}
