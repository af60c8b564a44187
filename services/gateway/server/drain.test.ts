import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
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
  /** Opens a connection, and sends its first request with `send`. Resolves with everything received. */
  const connectRaw = async () => {
    const socket = connect({ host: '127.0.0.1', port });
    await once(socket, 'connect');
    let received = '';
    socket.on('data', (data) => (received += data));
    const closed = once(socket, 'close').then(() => received);
    return { closed, send: () => socket.write('GET /0 HTTP/1.1\r\nHost: example.com\r\n\r\n'), socket };
  };
  return { ask, leave, connectRaw };
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

  // On a busy machine bytes wait in the socket while the process runs other code.
  for (const [when, delayMs] of [
    ['at the moment when the delay ends', 0],
    ['while the server is busy until after the delay', 50],
  ] as const)
    it(`answers a request that arrives ${when}, on an idle connection`, async () => {
      const { ask, leave, connectRaw } = await open();
      const used = await connectRaw();
      used.send();
      await once(used.socket, 'data');
      const fresh = await connectRaw();
      await ask(0);
      // Both timers fire before the server reads its sockets again.
      setTimeout(() => {
        const until = performance.now() + 2 * delayMs;
        used.send();
        fresh.send();
        while (performance.now() < until);
      }, 0);
      const left = leave(delayMs);
      for (const { closed } of [used, fresh]) {
        const answers = (await closed).split('HTTP/1.1 200 OK').slice(1);
        assert.match(answers.at(-1) ?? '', /Connection: close[\s\S]*answered/);
      }
      await left;
    });

  it('accepts all connections that wait when the delay ends', async () => {
    const { leave, connectRaw } = await open();
    // Connected, but not yet accepted: the process has not read the socket in between.
    const opening = Array.from({ length: 8 }, connectRaw);
    const left = leave(0);
    const opened = await Promise.all(opening);
    for (const { send } of opened) send();
    for (const { closed } of opened) assert.match(await closed, /Connection: close[\s\S]*answered/);
    await left;
  });

  it('answers requests that keep arriving on an open connection, and ends once none arrives', async () => {
    const { leave, connectRaw } = await open();
    const opened = await Promise.all([1, 2, 3].map(connectRaw));
    const left = leave(0);
    for (const { send } of opened) {
      // Longer than a turn of the event loop. The next request does not wait for the response.
      await sleep(50);
      send();
    }
    for (const { closed } of opened) assert.match(await closed, /Connection: close[\s\S]*answered/);
    await left;
  });

  it('closes idle connections of clients that send nothing', async () => {
    const { leave, connectRaw } = await open();
    const { closed } = await connectRaw();
    await leave(0);
    assert.equal(await closed, '');
  });
});
