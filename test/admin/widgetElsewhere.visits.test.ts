import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { widgetFiles } from '@venue-booking/gateway/widgetFiles';
import express from 'express';
import { it } from 'vitest';
import { assertSmokeTestPasses } from '../stack/smokeTest.ts';
import { startInOneProcess } from '../stack/stack.ts';
import { signIn } from './signIn.ts';
import { inOneWorld } from './world.ts';

const built = fileURLToPath(new URL('../../widget-vue/dist', import.meta.url));
/** Requests for the script at the other address. */
let loads = 0;
let widgetUrl = '';

/** A product whose widget is at another origin, as in a cluster where the widget is a Service of its own. */
const world = inOneWorld(async () => {
  const app = express().use('/booking', (request, response, next) => {
    if (request.path === '/venue-booking.js') loads += 1;
    request.url = `/widget${request.url}`;
    widgetFiles({ folder: built })(request, response, next);
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  widgetUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/booking`;
  const stack = await startInOneProcess({ env: { WIDGET_URL: widgetUrl } });
  const stop = async () => {
    await stack.stop();
    server.close();
    server.closeAllConnections();
  };
  return { ...stack, stop };
});

it('the dashboard loads the preview from WIDGET_URL, and its snippet names both addresses', async () => {
  const { stack, visit } = world();
  const slug = await stack.api.newVenue();
  await stack.api.newFacility(slug);
  const cookie = await signIn(stack, { venues: { [slug]: 'owner' } });
  await visit({ at: `/v/${slug}/settings/widget`, cookie }, async ({ page }) => {
    await page.locator('venue-booking').getByRole('button').first().waitFor();
    const snippet = page.getByRole('region', { name: 'Code om te plakken' });
    const text = (await snippet.textContent()) ?? '';
    assert.ok(text.includes(`src="${widgetUrl}/venue-booking.js"`), text);
    assert.ok(text.includes(`api="${stack.api.url}"`), text);
  });
  assert.ok(loads > 0);
});

it('the smoke test loads the widget from WIDGET_URL', async () => {
  const { stack } = world();
  const before = loads;
  const out = await assertSmokeTestPasses({ API_URL: stack.api.url, OPERATOR_TOKEN: stack.operatorToken });
  assert.match(out, /^ok {7}load the widget /m);
  assert.equal(loads, before + 1);
});
