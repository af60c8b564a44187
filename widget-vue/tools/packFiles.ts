import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { examplePage } from './examplePage.ts';
import { languageFiles, pinnedName, sha384 } from './languageFiles.ts';
import { manifestOf } from './manifest.ts';
import { transpile } from './transpile.ts';

/**
 * Maximum size of the script, compressed as it is served
 * (docs/decisions/0059-the-widget-is-vue-as-it-comes.md).
 */
const budgetBytes = 55_000;

const own = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8');

/** An entry of `integrity.json`: the digest for the `integrity` attribute, and sizes in bytes. */
type Integrity = { integrity: string; bytes: number; brotli: number; pinned?: string };

/**
 * All files that are shipped, by name. Scripts and languages get a stable name and one with a digest of their
 * content, which can be cached forever. Every file also comes as `.br` and `.gz`.
 */
export function packFiles(script: string): Map<string, Buffer> {
  const types = own('src/publicTypes.ts');
  const code = Buffer.from(script);
  const files = new Map<string, Buffer>();
  const integrity: Record<string, Integrity> = {};
  const add = (stem: string, extension: string, bytes: Buffer) => {
    const [name, pinned] = [`${stem}.${extension}`, pinnedName(stem, extension, bytes)];
    files.set(name, bytes).set(pinned, bytes);
    const figures = { integrity: sha384(bytes), bytes: bytes.length, brotli: brotli(bytes).length };
    integrity[name] = { ...figures, pinned };
    integrity[pinned] = figures;
  };
  // The script has no exports and no global, so it also works as a module.
  for (const extension of ['js', 'mjs']) add('venue-booking', extension, code);
  for (const [locale, bytes] of languageFiles()) add(`venue-booking.${locale}`, 'json', bytes);
  const page = { integrity: sha384(code), pinned: pinnedName('venue-booking', 'js', code) };
  const embed = transpile(own('src/embed.ts').replace('./publicTypes.ts', './venue-booking.js'), 'embed.ts');
  files
    .set('venue-booking.d.ts', Buffer.from(types))
    .set('embed.js', Buffer.from(embed.code))
    .set('embed.d.ts', Buffer.from(embed.types))
    .set('custom-elements.json', json(manifestOf(types)))
    .set('integrity.json', json(integrity))
    .set('LICENSE.txt', Buffer.from(licences()))
    .set('example.html', Buffer.from(examplePage(own('wrappers/html/index.html'), page)));
  for (const [name, bytes] of [...files]) {
    files.set(`${name}.br`, brotli(bytes)).set(`${name}.gz`, gzipSync(bytes, { level: 9 }));
  }
  return files;
}

/** Compares the script with its budget. @returns a description, and the excess in bytes */
export function weigh(files: Map<string, Buffer>): { text: string; excess: number } {
  const bytes = files.get('venue-booking.js.br')?.length ?? 0;
  const excess = Math.max(0, bytes - budgetBytes);
  const text = `venue-booking.js: ${bytes} bytes compressed by brotli, of at most ${budgetBytes}`;
  return { text: excess > 0 ? `${text}: ${excess} too many` : text, excess };
}

/** Replaces the content of a folder with the files. */
export function writeFiles(folder: string, files: Map<string, Buffer>): void {
  // Written next to the folder first, so that readers see either all old files or all new ones.
  const next = `${folder}.${process.pid}`;
  for (const [name, bytes] of files) {
    mkdirSync(path.dirname(path.join(next, name)), { recursive: true });
    writeFileSync(path.join(next, name), bytes);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
}

const brotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Our licence and that of Vue, which the script contains. */
const licences = () => `${own('../LICENSE')}\n---\n\nContains Vue:\n\n${own('../node_modules/vue/LICENSE')}`;
