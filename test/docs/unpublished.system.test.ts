import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/**
 * One of our names as a package manager would request it from a registry: not a path, and not a file of a
 * package.
 */
const ours = String.raw`['"]?(?:npm:)?(?:@venue-booking\/[\w-]+|(?:create-)?venue-booking)(?![\w/-]|[.]\w)`;
const between = String.raw`(?:[ \t]+[^\s|;&\x60]+)*?[ \t]+`;
/** Anybody could register these names and run code on the machines of people who follow our texts. */
const asksARegistry = [
  new RegExp(
    String.raw`\b(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun|volta)[ \t]+(?:exec|x|dlx|init|create))${between}${ours}`,
  ),
  new RegExp(
    String.raw`\b(?:npm|pnpm|yarn|bun|deno|nuxi|ni)[ \t]+(?:install|i|in|add|module[ \t]+add)${between}${ours}`,
  ),
  new RegExp(
    String.raw`\b(?:unpkg\.com|jsdelivr\.net\/npm|esm\.sh|skypack\.dev|npmjs\.com\/package)\/${ours.replace(/\(\?!.*$/, '')}`,
  ),
];
const asked = (text: string) => asksARegistry.map((one) => one.exec(text)?.[0]).find(Boolean);

test('the search finds commands that would request our names from a registry, and allows those that work in a clone', () => {
  const refused = [
    'npx venue-booking venue list',
    '`npx --yes venue-booking`',
    'npm exec -- venue-booking venue list',
    'npm install @venue-booking/vue',
    'npm i -D vue "@venue-booking/vue"',
    'npm install -g venue-booking',
    'pnpm dlx venue-booking',
    'yarn add @venue-booking/react.',
    'npm init venue-booking',
    'src="https://unpkg.com/@venue-booking/widget"',
    'https://cdn.jsdelivr.net/npm/@venue-booking/widget@0.1.0',
  ];
  for (const text of refused) assert.ok(asked(text), text);
  const fine = [
    'npm run cli -- venue list',
    'node cli/venue-booking.mjs venue list',
    'npm install ./venue-booking-widget-0.1.0.tgz ./venue-booking-vue-0.1.0.tgz',
    'npm pack -w widget-vue --pack-destination ../venue-booking',
    'helm install venue-booking charts/venue-booking',
    "import '@venue-booking/widget';",
    'docker run --read-only venue-booking gateway',
  ];
  for (const text of fine) assert.equal(asked(text), undefined, text);
});

test('no text tells people to install our names from a registry, where nothing is published and anybody could take them', () => {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
    .toString()
    .split('\0')
    .filter((file) => file && file !== 'test/docs/unpublished.system.test.ts');
  assert.ok(files.length > 500);
  const told = files.flatMap((file) => {
    const said = asked(readFileSync(path.join(root, file), 'utf8'));
    return said ? [`${file}: ${said}`] : [];
  });
  assert.deepEqual(told, []);
});
