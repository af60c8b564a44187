import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { build, type Rolldown } from 'vite';
import { digestsOf, languageFiles } from './languageFiles.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * The whole widget as one script with styles and its own languages. Reproducible: the same sources give the
 * same text.
 */
export async function bundle(): Promise<string> {
  // Always a production build, whatever the environment says.
  process.env.NODE_ENV = 'production';
  const built = await build({
    root,
    configFile: `${root}vite.config.ts`,
    logLevel: 'warn',
    define: { LANGUAGE_FILES: JSON.stringify(digestsOf(languageFiles())) },
    build: { write: false },
  });
  const chunks = ([built].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output);
  const [script, another] = chunks;
  if (script?.type !== 'chunk' || another) throw new Error('The build must produce exactly one script.');
  // Terser saves 400 bytes of brotli: Rolldown's minifier does not inline functions that are called once.
  // Keeping Rolldown's statements instead of joining them into expressions saves another 120 bytes.
  const { code } = await minify(script.code, {
    ecma: 2022,
    compress: {
      passes: 3,
      keep_fargs: false,
      sequences: false,
      collapse_vars: false,
      if_return: false,
      arrows: false,
      negate_iife: false,
    },
  });
  if (!code) throw new Error('The minifier returned no code.');
  return code;
}
