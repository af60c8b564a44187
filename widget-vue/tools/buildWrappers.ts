import { copyFileSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeFiles } from './packFiles.ts';
import { transpile } from './transpile.ts';

const widget = path.join(import.meta.dirname, '..');

/** Builds each package in `wrappers/` from `src` to `dist`, file by file. */
export function buildWrappers(): void {
  const wrappers = path.join(widget, 'wrappers');
  for (const src of globSync('*/src', { cwd: wrappers })) {
    const folder = path.join(wrappers, src);
    const files = new Map<string, Buffer>();
    for (const name of globSync('**/*.ts', { cwd: folder, exclude: ['**/*.{check,test,d}.ts'] }).toSorted()) {
      const { code, types } = transpile(readFileSync(path.join(folder, name), 'utf8'), path.join(src, name));
      files.set(name.replace(/ts$/, 'js'), Buffer.from(code));
      files.set(name.replace(/ts$/, 'd.ts'), Buffer.from(types));
    }
    writeFiles(path.join(folder, '../dist'), files);
  }
}

/** Copies the licence into each package, because npm publishes only files of the package's own folder. */
export function copyLicence(): void {
  for (const file of globSync(['package.json', 'wrappers/*/package.json'], { cwd: widget }))
    copyFileSync(path.join(widget, '../LICENSE'), path.join(widget, path.dirname(file), 'LICENSE'));
}
