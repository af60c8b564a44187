import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'vitest';
import { createDrain } from './drain.ts';
import { limitedServer } from './limitedServer.ts';

/** A server whose path is the response time in ms, and a client with a persistent connection. */
async function open() {
  const { server, unfinished } = limitedServer(
    (incoming, response) => {
      setTimeout(() => response.end('answered'), Number(incoming.url?.slice(1)));
    },
    { maxConnections: 10, maxPerClient: 10, isProxy: () => false },
  );
  const leave = createDrain(server, unfinished);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const ask = (ms: number) =>
    new Promise<{ connection: string | undefined; reused: boolean }>((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, path: `/${ms}`, agent }, (answer) => {
        answer.resume();
        answer.once('end', () =>
          resolve({ connection: answer.headers.connection, reused: outgoing.reusedSocket }),
        );
      });
      outgoing.once('error', reject);
      outgoing.end();
    });
  return { ask, leave };
}

describe('a stopping server', () => {
  it('answers requests during the delay, and closes their connections', async () => {
    const { ask, leave } = await open();
    assert.deepEqual(await ask(0), { connection: 'keep-alive', reused: false });
    const left = leave(1500);
    assert.deepEqual(await ask(0), { connection: 'close', reused: true });
    assert.deepEqual(await ask(0), { connection: 'close', reused: false });
    await left;
    await assert.rejects(ask(0), /ECONNREFUSED/);
  });

  it('finishes requests in progress, and closes their connections', async () => {
    const { ask, leave } = await open();
    const slow = ask(1500);
    await sleep(500);
    let gone = false;
    const left = leave(0).then(() => {
      gone = true;
    });
    await sleep(50);
    assert.equal(gone, false);
    assert.deepEqual(await slow, { connection: 'close', reused: false });
    await left;
  });
});
