import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { output } from './npm.ts';

const root = path.join(import.meta.dirname, '../..');
const readmes = {
  widget: 'widget-vue/README.md',
  vue: 'widget-vue/wrappers/vue/README.md',
  nuxt: 'widget-vue/wrappers/nuxt/README.md',
  react: 'widget-vue/wrappers/react/README.md',
};
/**
 * Empty packages in the fake registry: our packages' dependencies, and packages that somebody published under
 * our names.
 */
const offered: Record<string, string> = {
  vue: '3.5.45',
  react: '19.0.0',
  '@nuxt/kit': '4.0.0',
  '@nuxt/schema': '4.0.0',
  '@venue-booking/widget': '0.1.9',
  '@venue-booking/vue': '0.1.9',
};

describe('the install commands of the READMEs', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'venue-booking-readme-'));
  const tarballs: Record<string, Buffer> = {};
  let fetched: string[] = [];
  const registry = createServer(({ url = '' }, response) => {
    const name = decodeURIComponent(url.slice(1).replace(/[.]tgz$/, ''));
    const version = offered[name];
    if (!version) return void response.writeHead(404).end();
    if (url.endsWith('.tgz')) {
      fetched.push(name);
      return void response.end(tarballs[name]);
    }
    const dist = { tarball: `${env.npm_config_registry}/${name}.tgz` };
    const manifest = { name, version, dist };
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }),
    );
  });
  const env = { HOME: home, npm_config_registry: '', npm_config_update_notifier: 'false' };
  const shell = (command: string, folder: string) =>
    output('sh', ['-c', command.replaceAll('npm ', 'npm --no-audit --no-fund ')], folder, env);
  beforeAll(async () => {
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
    env.npm_config_registry = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
    for (const [name, version] of Object.entries(offered)) {
      const folder = path.join(home, 'empty', name, 'package');
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ name, version }));
      await output('tar', ['-czf', 'it.tgz', 'package'], path.dirname(folder));
      tarballs[name] = readFileSync(path.join(folder, '../it.tgz'));
    }
  });
  afterAll(() => {
    registry.closeAllConnections();
    registry.close();
    rmSync(home, { recursive: true });
  });

  for (const [name, file] of Object.entries(readmes))
    it(`install @venue-booking/${name} from a clone, whatever a registry has under our names`, async () => {
      const readme = readFileSync(path.join(root, file), 'utf8');
      const [, build = '', pack = '', install = ''] =
        /\n(npm run .*?) && (npm pack .*?) {3}# in a clone of .*\n(npm install .*?) {3}# in your app\n/.exec(
          readme,
        ) ?? [];
      // Not run: other tests use the build.
      assert.equal(build, 'npm run build -w widget-vue');
      await shell(pack, root);
      const app = path.join(home, `app of ${name}`);
      mkdirSync(app);
      writeFileSync(path.join(app, 'package.json'), JSON.stringify({ name: 'app', private: true }));
      fetched = [];
      await shell(install, app);
      assert.ok(existsSync(path.join(app, 'node_modules/@venue-booking', name, 'README.md')));
      assert.ok(existsSync(path.join(app, 'node_modules/@venue-booking/widget/dist/venue-booking.mjs')));
      // npm may read the metadata of a name, but installs the given file.
      assert.deepEqual(
        fetched.filter((one) => one.startsWith('@venue-booking/')),
        [],
      );
      // Its dependencies came from the registry.
      if (name !== 'widget') assert.notDeepEqual(fetched, []);
    });

  it('would install a registry’s package of the same name if a file were missing', async () => {
    const app = path.join(home, 'app');
    mkdirSync(app);
    fetched = [];
    await shell('npm install ~/venue-booking-vue-0.1.0.tgz', app);
    assert.ok(fetched.includes('@venue-booking/widget'));
  });
});
