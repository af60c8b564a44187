import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'vitest';
import { bundle } from './bundle.ts';
import { examplePage } from './examplePage.ts';
import { manifestOf } from './manifest.ts';
import { packFiles, weigh } from './packFiles.ts';

const script = await bundle();
const files = packFiles(script);
const textOf = (name: string) => files.get(name)?.toString() ?? assert.fail(`${name} is missing`);

/** Runs the script in a minimal page. @returns the elements it defined and the globals it left */
function runScript(code: string, { times = 1 } = {}) {
  const defined = new Map<string, { def: { props: object } }>();
  const tasks: (() => void)[] = [];
  const page = createContext({
    setTimeout: (task: () => void) => tasks.push(task),
    document: { currentScript: null, createElement: () => ({}) },
    addEventListener() {},
    HTMLElement: class {},
    CSSStyleSheet: class {
      replaceSync() {}
    },
    customElements: {
      get: (name: string) => defined.get(name),
      define(name: string, element: { def: { props: object } }) {
        assert.ok(!defined.has(name), `${name} is defined twice`);
        defined.set(name, element);
      },
    },
  });
  const before = Object.keys(page);
  for (let run = 0; run < times; run++) runInContext(code, page);
  for (const task of tasks) task();
  return { defined, left: Object.keys(page).filter((name) => !before.includes(name)) };
}

test('builds the same bytes from the same sources', async () => {
  const again = packFiles(await bundle());
  assert.deepEqual([...again.keys()], [...files.keys()]);
  for (const [name, bytes] of files) assert.ok(again.get(name)?.equals(bytes), name);
});

test('defines the element and leaves no global, also when the script loads twice', () => {
  const { defined, left } = runScript(script, { times: 2 });
  assert.deepEqual([...defined.keys()], ['venue-booking']);
  assert.deepEqual(left, []);
  assert.deepEqual(runScript('var leaked = 1').left, ['leaked']);
});

test('builds a script that is also a module: it runs in strict mode and has no imports or exports', () => {
  assert.ok(runScript(`'use strict';${script}`).defined.has('venue-booking'));
  assert.ok(files.get('venue-booking.mjs')?.equals(files.get('venue-booking.js') as Buffer));
});

test('evaluates no text as code, which a strict page forbids', () => {
  assert.doesNotMatch(script, /\beval\(|new Function\b/);
});

test('keeps the script within its size budget and rejects one that exceeds it', () => {
  assert.equal(weigh(files).excess, 0, weigh(files).text);
  const big = weigh(packFiles(randomBytes(70_000).toString('base64')));
  assert.ok(big.excess > 0);
  assert.match(big.text, /too many/);
});

test('compresses every file', () => {
  for (const [name, bytes] of files) {
    if (/\.(br|gz)$/.test(name)) continue;
    assert.ok(brotliDecompressSync(files.get(`${name}.br`) as Buffer).equals(bytes), name);
    assert.ok(gunzipSync(files.get(`${name}.gz`) as Buffer).equals(bytes), name);
  }
});

test('lists the digest, sizes and immutable name of every script and language in integrity.json', () => {
  const integrity = JSON.parse(textOf('integrity.json'));
  const scripts = [...files.keys()].filter((name) => /^venue-booking\..*js(on)?$/.test(name));
  assert.deepEqual(Object.keys(integrity).toSorted(), scripts.toSorted());
  for (const name of scripts) {
    const bytes = files.get(name) as Buffer;
    const digest = createHash('sha384').update(bytes).digest('base64');
    assert.equal(integrity[name].integrity, `sha384-${digest}`);
    assert.equal(integrity[name].bytes, bytes.length);
    assert.equal(integrity[name].brotli, files.get(`${name}.br`)?.length);
  }
  const { pinned } = integrity['venue-booking.js'];
  assert.match(pinned, /^venue-booking\.[0-9a-f]{12}\.js$/);
  assert.ok(files.has(pinned));
  const { pinned: another } = JSON.parse(packFiles(`${script};`).get('integrity.json')?.toString() ?? '')[
    'venue-booking.js'
  ];
  assert.notEqual(another, pinned);
});

test('lists exactly the attributes that the element observes in the manifest', () => {
  const observed = Object.keys(runScript(script).defined.get('venue-booking')?.def.props ?? {});
  const [element] = manifestOf(textOf('venue-booking.d.ts')).modules[0]?.declarations ?? [];
  assert.ok(observed.length > 0);
  assert.deepEqual(element?.attributes.map(({ name }) => name).toSorted(), observed.toSorted());
});

const embed = () => import(`data:text/javascript,${encodeURIComponent(textOf('embed.js'))}`);

test('exports every attribute and event to the wrappers', async () => {
  const { attributeNames, eventNames } = await embed();
  const [element] = manifestOf(textOf('venue-booking.d.ts')).modules[0]?.declarations ?? [];
  assert.deepEqual(
    element?.attributes.map(({ name }) => name),
    attributeNames,
  );
  assert.deepEqual(
    element?.events.map(({ name }) => name),
    eventNames.map((name: string) => `venue-booking:${name}`),
  );
  assert.match(textOf('embed.d.ts'), /from '.\/venue-booking.js'/);
});

test('includes the licences of bundled code', () => {
  assert.match(textOf('LICENSE.txt'), /MIT.*Venue Booking.*Contains Vue.*Evan\) You/s);
});

test('loads the pinned script by digest after the element in the example page, and reserves its space', async () => {
  const page = textOf('example.html');
  const { integrity, pinned } = JSON.parse(textOf('integrity.json'))['venue-booking.js'];
  const script = `<script src="${pinned}" integrity="${integrity}" crossorigin="anonymous" async></script>`;
  assert.ok(page.indexOf(script) > page.indexOf('</venue-booking>'));
  const { reservedSpace } = await embed();
  assert.ok(page.includes(`min-block-size: ${reservedSpace().minBlockSize};`));
  const filled = { pinned: 'a.js', integrity: 'sha384-a' };
  assert.throws(() => examplePage('{{pinned}}', filled), /no placeholder for integrity/);
  assert.throws(() => examplePage('{{pinned}} {{integrity}} {{other}}', filled), /\{\{other\}\}/);
});
