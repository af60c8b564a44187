import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { examplePage } from './examplePage.ts';
import { manifestOf } from './manifest.ts';
import { transpile } from './transpile.ts';

/**
 * The most that the whole script may weigh, compressed as it is served
 * (docs/decisions/0059-the-widget-is-vue-as-it-comes.md).
 */
const budgetBytes = 42_000;

const own = (name: string) => readFileSync(path.join(import.meta.dirname, '..', name), 'utf8');

/**
 * What `integrity.json` says of a script: its digest for the `integrity` attribute, and its sizes in bytes.
 */
type Integrity = { integrity: string; bytes: number; brotli: number; pinned?: string };

/**
 * Everything that is shipped, by file name. Scripts come under a stable name and under one with a digest of
 * their content, which may be kept for ever; every file also compressed, as `.br` and `.gz`.
 */
export function packFiles(script: string): Map<string, Buffer> {
  const types = own('src/publicTypes.ts');
  const code = Buffer.from(script);
  const digest = createHash('sha256').update(code).digest('hex').slice(0, 12);
  const files = new Map<string, Buffer>();
  const integrity: Record<string, Integrity> = {};
  // The script has no exports and no global, so it is a module as it is.
  for (const extension of ['js', 'mjs']) {
    const name = `venue-booking.${extension}`;
    const pinned = `venue-booking.${digest}.${extension}`;
    files.set(name, code).set(pinned, code);
    const figures = { integrity: sha384(code), bytes: code.length, brotli: brotli(code).length };
    integrity[name] = { ...figures, pinned };
    integrity[pinned] = figures;
  }
  const page = { integrity: sha384(code), pinned: `venue-booking.${digest}.js` };
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

/** What guests load, against the budget. @returns it in words, and how many bytes it is above */
export function weigh(files: Map<string, Buffer>): { text: string; excess: number } {
  const bytes = files.get('venue-booking.js.br')?.length ?? 0;
  const excess = Math.max(0, bytes - budgetBytes);
  const text = `venue-booking.js: ${bytes} bytes compressed by brotli, of at most ${budgetBytes}`;
  return { text: excess > 0 ? `${text}: ${excess} too many` : text, excess };
}

/** Puts the files in the place of what is in the folder. */
export function writeFiles(folder: string, files: Map<string, Buffer>): void {
  // Made beside it first: whoever reads meanwhile finds all of the old or all of the new.
  const next = `${folder}.${process.pid}`;
  for (const [name, bytes] of files) {
    mkdirSync(path.dirname(path.join(next, name)), { recursive: true });
    writeFileSync(path.join(next, name), bytes);
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(next, folder);
}

const sha384 = (bytes: Buffer) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

const brotli = (bytes: Buffer) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });

const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** Ours, and that of Vue, which is inside. */
const licences = () => `${own('../LICENSE')}\n---\n\nContains Vue:\n\n${own('../node_modules/vue/LICENSE')}`;
