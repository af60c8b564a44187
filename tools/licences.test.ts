import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'vitest';
import { isPermissive, listed, listFile, mended, shipped } from './licences.ts';

const root = path.resolve(import.meta.dirname, '..');

test('the list of licences is up to date; `node tools/licences.ts` renews it', () => {
  assert.equal(readFileSync(listFile, 'utf8'), listed(shipped()));
});

test('every shipped package has a permissive licence, as its own licence file says', () => {
  const packages = shipped();
  assert.deepEqual(
    packages.filter(({ licence }) => !isPermissive(licence)),
    [],
  );
  const names = packages.map(({ name }) => name);
  for (const name of ['express', 'pg', 'zod', '@prisma/client', 'vue', '@nats-io/transport-node'])
    assert.ok(names.includes(name), name);
  for (const name of ['typescript', '@biomejs/biome', 'playwright-core', 'knip'])
    assert.ok(!names.includes(name), `${name} is for development`);
  for (const { name, place, licence, version } of packages) {
    const file = path.join(root, place, 'package.json');
    // Packages for other platforms are not installed.
    if (!existsSync(file)) continue;
    const manifest = JSON.parse(readFileSync(file, 'utf8'));
    assert.equal(manifest.version, version, place);
    if (!mended[name]) assert.equal(manifest.license?.type ?? manifest.license, licence, place);
  }
});

test('uses the licence file of a package whose manifest differs', () => {
  for (const [name, licence] of Object.entries(mended)) {
    const folder = path.join(root, 'node_modules', name);
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one)) ?? assert.fail(name);
    assert.match(readFileSync(path.join(folder, file), 'utf8'), new RegExp(`^(The )?${licence} License`));
  }
});

test('rejects a licence with further conditions', () => {
  for (const licence of ['GPL-3.0', 'MPL-2.0', 'UNLICENSED', 'none', '(MIT AND AGPL-3.0)'])
    assert.ok(!isPermissive(licence), licence);
  for (const licence of ['MIT', '(Apache-2.0 AND BSD-3-Clause)', '(GPL-2.0 OR MIT)'])
    assert.ok(isPermissive(licence), licence);
});
