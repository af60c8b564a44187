import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm, output } from './npm.ts';

const root = path.join(import.meta.dirname, '../..');
const folders = {
  widget: 'widget-vue',
  vue: 'widget-vue/wrappers/vue',
  nuxt: 'widget-vue/wrappers/nuxt',
  react: 'widget-vue/wrappers/react',
};

/** One of our packages, by its name after `@venue-booking/`. */
export type PackageName = keyof typeof folders;
export const packageNames = Object.keys(folders) as PackageName[];

export type Packed = {
  name: PackageName;
  /** The file that would be published. */
  tarball: Buffer;
  file: string;
  /** Its files, relative to the package. */
  files: string[];
};

/** Packs packages as they would be published. Setup has built them. */
export async function packPackages(names: PackageName[] = packageNames): Promise<Packed[]> {
  const target = mkdtempSync(path.join(tmpdir(), 'venue-booking-packages-'));
  process.on('exit', () => rmSync(target, { recursive: true, force: true }));
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', target];
  const spaces = names.flatMap((name) => ['-w', folders[name]]);
  const packed: unknown = JSON.parse(await npm(root, [...args, ...spaces]));
  // An array in npm 10, an object by name since npm 11.
  const list = Object.values(packed as object) as {
    name: string;
    filename: string;
    files: { path: string }[];
  }[];
  return names.map((name) => {
    const found = list.find((one) => one.name === `@venue-booking/${name}`);
    if (!found) throw new Error(`npm did not pack @venue-booking/${name}`);
    const file = path.join(target, path.basename(found.filename.replace('@', '').replace('/', '-')));
    return { name, file, tarball: readFileSync(file), files: found.files.map((one) => one.path) };
  });
}

/** Unpacks packages into the `node_modules` of a folder, as npm would. */
export async function installPacked(folder: string, packed: Packed[]): Promise<void> {
  for (const { name, file } of packed) {
    const place = path.join(folder, 'node_modules/@venue-booking', name);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    await output('tar', ['-xzf', file, '--strip-components=1', '-C', place], folder);
  }
}
