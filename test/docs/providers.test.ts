import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ProviderName, providerFacts } from '@venue-booking/proto/payment/providers';
import { describe, it } from 'vitest';
import { codeIn, pageOf, root, tableOf } from './pages.ts';

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Without `sandbox`, a word that also has other meanings. */
const outside = ProviderName.options.filter((name) => name !== 'sandbox');

/** Files that may name a provider although a new provider needs no entry there. */
const OTHERWISE = [
  // Released migrations never change. Later ones dropped their lists of providers.
  /^services\/(booking|payment)\/prisma\/migrations\/(001_initial|005_payment|013_expiring_tokens)\//,
  /^package-lock\.json$|\.binpb$/,
  // Pages may mention a provider.
  /\.md$/,
  // Tests and their helpers.
  /\.test\.ts$|\/testing\//,
];

/** The places that the page lists, as path patterns. */
const listed = [
  ...new Set(tableOf(pageOf('docs/architecture.md'), 'provider').flatMap(({ file = '' }) => codeIn(file))),
].map((place) => ({
  place,
  pattern: new RegExp(
    `^${place
      .replace(/[.]/g, '\\.')
      .replace('<name>', `(?:${outside.join('|')})`)}${place.endsWith('/') ? '' : '$'}`,
  ),
}));

const folders = '{admin-vue,charts,cli,docs,domain,proto,services,tools,widget-vue}/**/*';
const made = ['node_modules', 'gen', 'dist'];
const files = globSync(['*', folders], { cwd: root, exclude: (file) => made.includes(path.basename(file)) })
  .filter((file) => statSync(path.join(root, file)).isFile())
  .map((file) => ({ file: file.replaceAll(path.sep, '/'), text: read(file) }));

const filesThatName = (name: string): string[] =>
  files.filter(({ text }) => text.toLowerCase().includes(name)).map(({ file }) => file);

describe('a payment provider', () => {
  for (const name of outside)
    it(`${name} is named only where docs/architecture.md says`, () => {
      const named = filesThatName(name).filter((file) => !OTHERWISE.some((other) => other.test(file)));
      assert.deepEqual(
        named.filter((file) => !listed.some(({ pattern }) => pattern.test(file))),
        [],
      );
    });

  for (const { place, pattern } of listed)
    it(`is named in ${place}`, () => {
      assert.ok(outside.flatMap(filesThatName).some((file) => pattern.test(file)));
    });

  for (const name of ProviderName.options) {
    it(`${name} has a folder with the conformance suite`, () => {
      const folder = `services/payment/providers/${name}`;
      assert.ok(existsSync(path.join(root, folder, `${name}.ts`)));
      const tests = globSync(`${folder}/*.test.ts`, { cwd: root }).map(read);
      assert.equal(tests.filter((test) => test.includes(`conformance('${name}'`)).length, 1);
    });

    it(`${name} is in the table of credentials`, () => {
      assert.match(pageOf('docs/payments.md').text, new RegExp(`^\\| \`${name}\` \\|`, 'm'));
    });

    it(`${name} has a label, credentials and a signer for the API description and errors`, () => {
      const { label, credentials, signedBy = ['any'] } = providerFacts[name];
      assert.ok(label.length > 0 && credentials.length > 0 && signedBy.length > 0);
    });
  }
});
