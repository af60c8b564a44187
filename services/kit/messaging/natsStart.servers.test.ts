import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, it, type TestContext } from 'vitest';
import { createLog } from '../logging/log.ts';
import { EnvError } from '../settings/env.ts';
import { silentLog } from '../testing/testMessaging.ts';
import { natsMessaging } from './natsMessaging.ts';

/** A server that greets like NATS, then sends `answer` to the first message and closes. */
async function fakeServer(t: TestContext, info: object, answer: string): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(
      `INFO ${JSON.stringify({ version: '2.10.0', max_payload: 1_048_576, proto: 1, ...info })}\r\n`,
    );
    socket.once('data', () => socket.end(answer));
  }).listen(0, '127.0.0.1');
  t.onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Waits until a start has logged a line, then stops it. */
async function assertWaits(url: string, message: RegExp) {
  const logged = Promise.withResolvers<string>();
  const log = createLog('test', 'info', { write: (line) => logged.resolve(JSON.parse(line).msg) });
  const stopping = new AbortController();
  const starting = natsMessaging({ url, name: 'test', log, stopping: stopping.signal });
  const stopped = assert.rejects(starting, { name: 'AbortError' });
  assert.match(await logged.promise, message);
  stopping.abort();
  await stopped;
}

const assertRefused = (url: string, message: RegExp) =>
  assert.rejects(natsMessaging({ url, name: 'test', log: silentLog }), (error: Error) => {
    assert.ok(error instanceof EnvError);
    assert.match(error.message, message);
    assert.doesNotMatch(error.message, /not-for-a-log|\n/);
    return true;
  });

describe('a start that waits for NATS, with one line', () => {
  it('reports that nothing listens on the port', () =>
    assertWaits(
      'nats://a:not-for-a-log@127.0.0.1:1',
      /^NATS_URL: no connection to NATS at 127.0.0.1:1 \(nothing listens on that port \(ECONNREFUSED\)\); waiting for it$/,
    ));
  it('reports an unknown host', () =>
    assertWaits('nats://nats.invalid:4222', /^NATS_URL: .*\(the host was not found \(E\w+\)\); waiting/));
});

describe('a start that names NATS_URL in one line', () => {
  it('reports a wrong user or password', async (t) => {
    const host = await fakeServer(t, { auth_required: true }, "-ERR 'Authorization Violation'\r\n");
    await assertRefused(
      `nats://a:not-for-a-log@${host}`,
      /^NATS_URL: .*\(the server rejects the user or the password\)$/,
    );
  });
  it('reports a server without TLS', async (t) => {
    const host = await fakeServer(t, {}, '');
    await assertRefused(`tls://${host}`, /^NATS_URL: .*\(the server does not support TLS\)$/);
  });
});
