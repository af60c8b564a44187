import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'vitest';

it('keeps this machine’s registry settings for npm and hides the project that runs the tests', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'venue-booking-npm-'));
  t.onTestFinished(() => rmSync(folder, { recursive: true }));
  const globalconfig = path.join(folder, 'global');
  writeFileSync(globalconfig, 'fetch-timeout=54321\n');
  Object.assign(process.env, {
    npm_config_globalconfig: globalconfig,
    npm_config_cafile: '/certificates/of/the/office.pem',
    npm_config_workspace: 'widget-vue',
  });
  const { npm } = await import('./npm.ts');
  const config = async (key: string) => (await npm(folder, ['config', 'get', key])).trim();
  const keys = ['cafile', 'fetch-timeout', 'workspace'];
  assert.deepEqual(await Promise.all(keys.map(config)), ['/certificates/of/the/office.pem', '54321', '']);
});
