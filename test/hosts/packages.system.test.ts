import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { attributeNames, eventNames } from '../../widget-vue/src/embed.ts';
import { appBundle, weight, whereTheCoreIs } from '../../widget-vue/tools/appBundle.ts';
import { lint, wrongTypes } from './linters.ts';
import { output } from './npm.ts';
import { installPacked, packPackages } from './packages.ts';

const root = path.join(import.meta.dirname, '../..');
/** Maximum size that a wrapper may add to the widget, compressed, in bytes. */
const budgetBytes = 1_000;
/** Modules that every Nuxt app has. */
const nuxtsOwn = /^(vue|@nuxt\/schema|nuxt\/\w+|#\w+)$/;
/** Maximum number of lines of a README. */
const screen = 60;

const folder = mkdtempSync(path.join(tmpdir(), 'venue-booking-published-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const packed = await packPackages();
await installPacked(folder, packed);
const installed = (name: string, file = '') => path.join(folder, 'node_modules/@venue-booking', name, file);
const read = (name: string, file: string) => readFileSync(installed(name, file), 'utf8');
const manifestOf = (name: string) => JSON.parse(read(name, 'package.json'));

/** A copy of a package with one file changed. */
async function withFault(name: string, file: string, edit: (text: string) => string) {
  const copy = mkdtempSync(path.join(folder, 'fault-'));
  cpSync(installed(name), path.join(copy, 'package'), { recursive: true });
  const changed = edit(read(name, file));
  assert.notEqual(changed, read(name, file));
  writeFileSync(path.join(copy, 'package', file), changed);
  await output('tar', ['-czf', 'faulty.tgz', 'package'], copy);
  return { tarball: readFileSync(path.join(copy, 'faulty.tgz')) };
}

/** The exact list of files for a package. */
function meant(name: string): string[] {
  const always = ['LICENSE', 'README.md', 'package.json', 'picture.png'];
  if (name === 'widget') {
    const types = ['venue-booking.d.ts', 'embed.d.ts', 'custom-elements.json'];
    const code = ['venue-booking.js', 'venue-booking.mjs', 'embed.js', 'integrity.json', 'LICENSE.txt'];
    return [...always, ...[...types, ...code].map((file) => `dist/${file}`)];
  }
  const src = path.join(root, 'widget-vue/wrappers', name, 'src');
  const sources = globSync('**/*.ts', { cwd: src }).filter((file) => !/[.](check|test|d)[.]ts$/.test(file));
  return [
    ...always,
    ...sources.flatMap((file) => ['js', 'd.ts'].map((end) => `dist/${file.replace(/ts$/, end)}`)),
  ];
}

/** Patterns that must not occur in a package: paths, secrets, registries and source maps. */
const secrets = [
  /(?<![\w.])\/(home|root|Users|work|workspace|build|tmp)\/[\w.]/,
  /\b(npm|ghp|gho|github_pat|sk_live|sk_test|rk_live|whsec|live)_[\w-]{16,}/,
  /_authToken|-----BEGIN|registry\.[a-z]|[a-z]+:\/\/[^/\s"']+@/,
  /sourceMappingURL/,
];
// A user without a home has the home `/`.
const places = [root, homedir(), tmpdir()].filter((place) => place.length > 1);

/** The first forbidden pattern or path in a text, or undefined. */
const told = (text: string) =>
  places.find((place) => text.includes(`${place}/`)) ?? secrets.find((secret) => secret.test(text))?.source;

it('detects a fault with both linters', async () => {
  const missing = await withFault('widget', 'package.json', (text) => text.replace('embed.js', 'nothing.js'));
  assert.match((await lint(missing)).join(), /nothing\.js.* does not exist/);
  const wrong = await withFault('vue', 'dist/index.d.ts', (text) => `${text}\nexport * from './nothing';`);
  assert.match((await wrongTypes(wrong)).join(), /nothing/);
  const planted = [`${root}/src/a.ts`, '/root/.npmrc', '/home/me/.npmrc', `npm_${'a'.repeat(36)}`];
  for (const text of [...planted, '//# sourceMappingURL=a.map']) assert.ok(told(` ${text}`), text);
});

it('detects a wrapper that loads the widget eagerly', async () => {
  const other = path.join(folder, 'eager');
  cpSync(path.join(folder, 'node_modules'), path.join(other, 'node_modules'), { recursive: true });
  const file = path.join(other, 'node_modules/@venue-booking/vue/dist/index.js');
  writeFileSync(file, `import '@venue-booking/widget';\n${readFileSync(file, 'utf8')}`);
  const chunks = await appBundle(other, 'vue', { core: true });
  assert.equal(whereTheCoreIs(chunks).atOnce, true);
});

for (const pack of packed) {
  const { name, files } = pack;
  describe(`@venue-booking/${name} as it would be published`, () => {
    it('passes publint and "Are the types wrong?"', async () => {
      assert.deepEqual(await lint(pack), []);
      assert.deepEqual(await wrongTypes(pack), []);
    });

    it('contains exactly the expected files', () => {
      assert.deepEqual(files.toSorted(), meant(name).toSorted());
      assert.equal(read(name, 'LICENSE'), readFileSync(path.join(root, 'LICENSE'), 'utf8'));
    });

    it('contains no machine path and no secret', () => {
      for (const file of files.filter((file) => !file.endsWith('.png')))
        assert.equal(told(read(name, file)), undefined, file);
    });

    it('describes itself and depends only on published packages', () => {
      const { version, ...manifest } = manifestOf(name);
      assert.equal(manifest.name, `@venue-booking/${name}`);
      assert.equal(version, manifestOf('widget').version);
      assert.equal(manifest.license, 'MIT');
      assert.ok(manifest.description.length > 20 && manifest.keywords.length > 3);
      assert.equal(manifest.publishConfig.access, 'public');
      assert.equal(manifest.private, undefined);
      const needs = {
        ...manifest.dependencies,
        ...manifest.peerDependencies,
        ...manifest.optionalDependencies,
      };
      for (const [other, range] of Object.entries(needs)) {
        assert.match(String(range), /^[\^>]=?\d/, `${other} ${range}`);
        if (!other.startsWith('@venue-booking/')) continue;
        assert.ok(
          packed.some((one) => `@venue-booking/${one.name}` === other),
          other,
        );
        assert.equal(range, `^${version}`, other);
      }
    });

    it('imports only its dependencies', () => {
      const { dependencies, peerDependencies } = manifestOf(name);
      const needs = Object.keys({ ...dependencies, ...peerDependencies });
      for (const file of files.filter((file) => /[.](m?js|d[.]ts)$/.test(file)))
        for (const [, from = ''] of read(name, file).matchAll(
          // Not a string with these words.
          /(?<!['"`])\b(?:from|import)[\s(]*['"]([^.'"][^'"]*)['"]/g,
        ))
          assert.ok(
            needs.some((one) => from === one || from.startsWith(`${one}/`)) ||
              (name === 'nuxt' && nuxtsOwn.test(from)),
            `${file} imports ${from}`,
          );
    });

    it('has a short README with a picture', () => explains(installed(name)));

    if (name === 'widget') return;
    it(`adds at most ${budgetBytes} bytes to the widget`, async (t) => {
      const bytes = weight(await appBundle(folder, name, { core: false }));
      t.annotate(`@venue-booking/${name}: ${bytes} bytes compressed by brotli, of at most ${budgetBytes}`);
      assert.ok(bytes <= budgetBytes, `${bytes} bytes`);
    });

    it('loads the widget once and lazily', async () => {
      const chunks = await appBundle(folder, name, { core: true });
      assert.deepEqual(whereTheCoreIs(chunks), { chunks: 1, atOnce: false, later: true });
    });
  });
}

it('has a short README for the example page', () => explains(path.join(root, 'widget-vue/wrappers/html')));

/** Asserts that a README is short, names every attribute and event, and has an existing picture. */
function explains(at: string): void {
  const readme = readFileSync(path.join(at, 'README.md'), 'utf8');
  const lines = readme.trimEnd().split('\n').length;
  assert.ok(lines <= screen, `${lines} lines`);
  for (const name of attributeNames) assert.match(readme, new RegExp(`\`[^\`\n]*\\b${name}\\b`), name);
  for (const name of eventNames) assert.match(readme, new RegExp(`\`[^\`\n]*\\b(on)?${name}\\b`, 'i'), name);
  const [, picture = ''] = /(?:src="|!\[[^\]]*\]\()([^")]+\.png)/.exec(readme) ?? [];
  assert.equal(picture, 'picture.png');
  assert.match(readme, /alt="[^"]{20,}"|!\[[^\]]{20,}\]/, 'it is described');
  assert.ok(existsSync(path.join(at, picture)) && statSync(path.join(at, picture)).size <= 60_000);
}
