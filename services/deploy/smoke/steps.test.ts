import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'vitest';
import type { Api } from './api.ts';
import { stepsOf, until } from './steps.ts';
import { setLive } from './venue.ts';

test('limits a step to the remaining total time, with a fraction of a millisecond', async () => {
  const target = { url: 'http://127.0.0.1:1', token: 'a-token-of-many-letters', venue: 'house' };
  const { step } = stepsOf(target, { until: performance.now() + 50.5 });
  const waitForGood = (api: Api) => until(api, async () => undefined);
  await assert.rejects(step('wait', waitForGood), /^Error: at "wait": not done within 0[.]\d s$/);
  await assert.rejects(step('wait again', waitForGood), /^Error: at "wait again": not done within 0[.]0 s$/);
  assert.equal(await step('finish at once', async () => 1), 1);
});

test('a failed step reports the response without a token in it', async () => {
  const server = createServer(({ headers }, response) => {
    response.writeHead(400).end(JSON.stringify({ error: `${'no '.repeat(60)}${headers.authorization}` }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const target = { url: `http://127.0.0.1:${port}`, token: 'a-token-of-many-letters', venue: 'house' };
  try {
    const { step } = stepsOf(target, { until: performance.now() + 5000 });
    await assert.rejects(step('set the venue live', setLive), ({ message }: Error) => {
      assert.match(message, /^at "set the venue live": answered 400: no no /);
      assert.doesNotMatch(message, /a-tok/);
      return true;
    });
  } finally {
    server.close();
  }
});
