// `node tools/licences.ts`: writes THIRD_PARTY_LICENCES.md, the packages of others that ship with the images
// and the widget.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
export const listFile = path.join(root, 'THIRD_PARTY_LICENCES.md');

/** Those that ask for nothing but to be named. */
export const permissive = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause ISC MIT MIT-0 Unlicense'.split(' '),
);

/** Types and their compiler, which some ask for: the image is made without them (`tools/imageFiles.ts`). */
const leftOut = /^(typescript$|@types\/)/;

/** Packages whose manifest says something else than the licence that lies beside it. */
export const mended: Record<string, string> = { '@sesamecare-oss/redlock': 'MIT' };

type Locked = {
  version?: string;
  license?: string;
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type Shipped = { name: string; version: string; licence: string; place: string };

const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const locked: Record<string, Locked> = read('package-lock.json').packages;

/**
 * What the services' image and the widget hold of others: the production dependencies of their workspaces,
 * and theirs.
 */
export function shipped(): Shipped[] {
  const found = new Map<string, Shipped>();
  const seen = new Set<string>();
  const visit = (place: string) => {
    if (seen.has(place)) return;
    seen.add(place);
    const {
      version = '',
      license = 'none',
      dependencies,
      peerDependencies,
      peerDependenciesMeta,
    } = locked[place] ?? {};
    const name = place.split('node_modules/').at(-1) ?? '';
    if (place.includes('node_modules/'))
      found.set(place, { name, version, licence: mended[name] ?? license, place });
    const peers = Object.keys(peerDependencies ?? {}).filter((one) => !peerDependenciesMeta?.[one]?.optional);
    for (const needed of [...Object.keys(dependencies ?? {}), ...peers]) {
      const at = placeOf(needed, place);
      if (at && !leftOut.test(needed)) visit(at);
    }
  };
  const ours = Object.keys(locked).filter(
    (place) => /^(proto|services\/[\w-]+)$/.test(place) && place !== 'services/one-process',
  );
  for (const place of ours) visit(place);
  // The widget's one script holds Vue, which its package takes for development alone.
  visit(placeOf('vue', 'widget-vue') ?? '');
  // The owner's page in the services' image is a bundle, too.
  for (const name of ['vue', 'vue-router', 'reka-ui', 'idb', 'jsqr']) visit(placeOf(name, 'admin-vue') ?? '');
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/** Where a package lies that another one needs, as Node looks for it; a workspace lies in its own folder. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder && `${folder}/`}node_modules/${name}`;
    const entry = locked[place];
    if (entry) return entry.link ? entry.resolved : place;
    if (folder === '') return undefined;
    if (!folder.includes('/node_modules/')) folder = '';
  }
}

/** The list as Markdown. */
export const listed = (packages: Shipped[]): string => `# Licences of what ships

Packages of others in the services' image, the owner's page in it and the widget, made from the lock file by \`node tools/licences.ts\`. Each brings its licence's text along in its folder; those in the owner's page are in
\`/admin/licences.md\`, that of Vue in the widget is in \`LICENSE.txt\` beside the script. Node, Debian and Caddy come with the base images and have theirs there.

| package | version | licence |
| --- | --- | --- |
${[...new Set(packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`))].join('\n')}
`;

/** Whether a licence, as SPDX has it, leaves a way that is permissive. */
export const isPermissive = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(/ or /i)
    .some((way) => way.split(/ and /i).every((one) => permissive.has(one.trim())));

if (process.argv[1] === import.meta.filename) writeFileSync(listFile, listed(shipped()));
