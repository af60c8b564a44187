import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { widgetFiles } from '@venue-booking/gateway/widgetFiles';
import { afterAll } from 'vitest';
import { openGateway } from '../../services/gateway/testing/testGateway.ts';
import { packFiles, writeFiles } from '../../widget-vue/tools/packFiles.ts';
import { describeWidgetServing } from '../behaviour/publicApi/widgetFiles.ts';
import { startCaddy } from '../servers/caddy.ts';

const folder = await mkdtemp(join(tmpdir(), 'venue-booking widget-'));
afterAll(() => rm(folder, { recursive: true }));
const files = packFiles('console.log("a script that compresses well, a script that compresses well");');
writeFiles(folder, files);

describeWidgetServing('the widget served by the gateway', files, async () => {
  const gateway = await openGateway({}, widgetFiles({ folder }));
  return { url: `${gateway.url}/widget/`, stop: () => gateway[Symbol.asyncDispose]() };
});

describeWidgetServing('the widget served by its own server', files, async () => {
  const caddy = await startCaddy({
    config: join(import.meta.dirname, '../../widget-vue/Caddyfile'),
    files: folder,
  });
  return { url: `${caddy.url}/widget/`, stop: caddy.stop };
});
