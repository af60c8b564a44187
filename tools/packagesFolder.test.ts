import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { movePackages, preparePackagesFolder } from './setup/packagesFolder.mjs';

const root = path.resolve(import.meta.dirname, '..');
const clone = mkdtempSync(path.join(tmpdir(), 'venue-booking-packages-'));
afterAll(() => rm(clone, { recursive: true }));
const manifests = globSync(
  '{package.json,package-lock.json,.npmrc,{proto,domain,cli,admin-vue,widget-vue,services/*,widget-vue/wrappers/*}/package.json}',
  { cwd: root },
);
for (const file of manifests) cpSync(path.join(root, file), path.join(clone, file));

const read = (folder: string, file: string) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
const devOf = (folder: string, workspace = '.') =>
  Object.keys(read(folder, path.join(workspace, 'package.json')).devDependencies ?? {});

describe('the packages that are installed', () => {
  it('are those of the services and the generators, to start the product', () => {
    const folder = preparePackagesFolder(clone, 'start');
    assert.deepEqual(devOf(folder).sort(), [
      '@bufbuild/buf',
      '@bufbuild/protoc-gen-es',
      'prisma',
      'typescript',
    ]);
    assert.ok(devOf(folder, 'admin-vue').includes('vite'));
    assert.ok(!devOf(folder, 'admin-vue').includes('vue-tsc'));
    const { dependencies } = read(clone, 'services/gateway/package.json');
    assert.deepEqual(read(folder, 'services/gateway/package.json').dependencies, dependencies);
    assert.ok(!existsSync(path.join(folder, 'widget-vue/wrappers')));
  });

  it('are all of them, to run the tests', () => {
    const folder = preparePackagesFolder(clone, 'all');
    assert.deepEqual(devOf(folder), devOf(root));
    assert.deepEqual(devOf(folder, 'admin-vue'), devOf(root, 'admin-vue'));
    assert.ok(existsSync(path.join(folder, 'widget-vue/wrappers/nuxt/package.json')));
  });

  it('have the locked versions, and addresses so that npm needs no list of versions', () => {
    const folder = preparePackagesFolder(clone, 'start');
    const [before, after] = [read(root, 'package-lock.json'), read(folder, 'package-lock.json')];
    assert.deepEqual(Object.keys(after.packages), Object.keys(before.packages));
    const installed = Object.entries<{
      version?: string;
      resolved?: string;
      link?: boolean;
      integrity?: string;
    }>(after.packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);
    for (const [place, { version, resolved, integrity }] of installed) {
      assert.ok(
        resolved?.startsWith('https://registry.npmjs.org/') && resolved.endsWith(`-${version}.tgz`),
        place,
      );
      assert.equal(integrity, before.packages[place].integrity);
    }
    const alias = after.packages['node_modules/typescript-7'];
    assert.match(alias.resolved, /\/typescript\/-\/typescript-7\./);
  });

  it('replace those of the clone at once, in the root and in the workspaces', () => {
    const put = (folder: string, text: string) => {
      for (const workspace of ['.', 'services/kit']) {
        mkdirSync(path.join(folder, workspace, 'node_modules'), { recursive: true });
        writeFileSync(path.join(folder, workspace, 'node_modules/which'), text);
      }
    };
    put(clone, 'old');
    mkdirSync(path.join(clone, 'cli/node_modules'));
    const folder = preparePackagesFolder(clone, 'start');
    put(folder, 'new');
    movePackages(folder, clone);
    for (const workspace of ['.', 'services/kit'])
      assert.equal(readFileSync(path.join(clone, workspace, 'node_modules/which'), 'utf8'), 'new');
    assert.ok(!existsSync(path.join(clone, 'cli/node_modules')), 'a workspace without packages of its own');
    assert.ok(!existsSync(folder));
  });
});
