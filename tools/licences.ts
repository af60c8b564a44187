// `node tools/licences.ts`: writes THIRD_PARTY_LICENCES.md, the list of third-party packages in the images
// and the widget.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
export const listFile = path.join(root, 'THIRD_PARTY_LICENCES.md');

/** Licences that only require attribution. */
export const permissive = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause ISC MIT MIT-0 Python-2.0 Unlicense WTFPL'.split(
    ' ',
  ),
);

/**
 * Types and the compiler, which some packages depend on. The image leaves them out (`tools/imageFiles.ts`).
 */
const leftOut = /^(typescript$|@types\/)/;

/** Packages whose manifest differs from the licence file that they contain. */
export const mended: Record<string, string> = { '@sesamecare-oss/redlock': 'MIT', 'png-js': 'MIT' };

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
 * Third-party packages in the services' image and the widget: the production dependencies of their
 * workspaces, and transitive ones.
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
    (place) => /^(domain|proto|services\/[\w-]+)$/.test(place) && place !== 'services/one-process',
  );
  for (const place of ours) visit(place);
  // The widget's script bundles Vue, which is a development dependency of its package.
  visit(placeOf('vue', 'widget-vue') ?? '');
  // The dashboard in the services' image is a bundle, too.
  for (const name of ['vue', 'vue-router', 'reka-ui', 'idb', 'jsqr']) visit(placeOf(name, 'admin-vue') ?? '');
  return [...found.values()].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1));
}

/**
 * Finds the folder of a package that another one needs, by Node's resolution. A workspace is in its own
 * folder.
 */
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

Third-party packages in the services' image, its dashboard and the widget, generated from the lock file by \`node tools/licences.ts\`. Each package contains its licence text. Those of the dashboard are in
\`/admin/licences.md\`, that of Vue in the widget in \`LICENSE.txt\` next to the script. Node, Debian and Caddy come with the base images, which contain their licences.

| package | version | licence |
| --- | --- | --- |
${[...new Set(packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`))].join('\n')}
`;

/** Whether an SPDX licence expression allows a permissive choice. */
export const isPermissive = (licence: string): boolean =>
  licence
    .replace(/[()]/g, '')
    .split(/ or /i)
    .some((way) => way.split(/ and /i).every((one) => permissive.has(one.trim())));

if (process.argv[1] === import.meta.filename) writeFileSync(listFile, listed(shipped()));
