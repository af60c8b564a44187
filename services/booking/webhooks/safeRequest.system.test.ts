import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { type AddressInfo, createServer as createFlood } from 'node:net';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { type Receiver, startReceiver } from '../../../test/stack/receiver.ts';
import { ReceiverRejected } from './receiverUrl.ts';
import type { ResolveHost } from './resolveHost.ts';
import { createReceivers, NoResponse } from './safeRequest.ts';

const request = { headers: { 'Content-Type': 'application/json' }, body: '{"é":1}' };
/** A fake name server that returns the next answer to each query, and records the queries. */
function nameServer(...answers: string[][]) {
  const lookups: string[] = [];
  const resolve: ResolveHost = async (host) => {
    lookups.push(host);
    return answers[Math.min(lookups.length, answers.length) - 1] ?? [];
  };
  return { lookups: lookups, resolve };
}

describe('requests to URLs that others have chosen', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.stop());
  beforeEach(() => {
    receiver.answer = 204;
    receiver.received.length = 0;
  });
  /** With a timeout that a test can wait for. */
  const receivers = createReceivers({ allowPrivate: true, timeoutMs: 1500 });
  /** With a timeout longer than any test. */
  const patient = createReceivers({ allowPrivate: true, timeoutMs: 3_600_000 });

  it('return any status, and send the body unchanged', async () => {
    for (const status of [200, 204, 400, 404, 410, 500, 503]) {
      receiver.answer = status;
      assert.equal(await patient.post(receiver.url, request), status);
    }
    const [first] = receiver.received;
    assert.equal(first?.body, request.body);
    assert.equal(first?.headers['content-length'], '8');
    assert.equal(first?.headers.connection, 'close');
  });

  it('follow no redirect', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = (_request, response) => void response.writeHead(status, { Location: '/other' }).end();
      assert.equal(await patient.post(receiver.url, request), status);
    }
    assert.deepEqual(new Set(receiver.received.map(({ path }) => path)), new Set(['/hook']));
  });

  it('read at most 64 kB of an endless body, and return the status', async () => {
    let written = 0;
    let closed = false;
    receiver.answer = (_request, response) => {
      response.writeHead(200).on('close', () => {
        closed = true;
      });
      const flood = () => {
        while (!closed && response.write(Buffer.alloc(16_384))) written += 16_384;
        if (!closed) response.once('drain', flood);
      };
      flood();
    };
    assert.equal(await patient.post(receiver.url, request), 200);
    // Includes bytes in the sockets' buffers.
    assert.ok(written < 32 * 1024 * 1024, `${written} bytes`);
  });

  it('accept only a limited number of 1xx responses', async (t) => {
    receiver.answer = (_request, response) => {
      for (let count = 0; count < 5; count++) response.writeEarlyHints({ link: '</a>; rel=preload' });
      response.writeHead(204).end();
    };
    assert.equal(await patient.post(receiver.url, request), 204);
    let written = 0;
    const flood = createFlood((socket) => {
      const hints = Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n'.repeat(1000));
      const write = () => {
        while (socket.writable && socket.write(hints)) written += hints.length;
      };
      socket.on('error', () => {}).on('drain', write);
      write();
    });
    await new Promise<void>((resolve) => flood.listen(0, '127.0.0.1', resolve));
    t.onTestFinished(() => void flood.close());
    const { port } = flood.address() as AddressInfo;
    await assert.rejects(receivers.post(`http://127.0.0.1:${port}/hook`, request), NoResponse);
    // Includes bytes in the sockets' buffers.
    assert.ok(written < 32 * 1024 * 1024, `${written} bytes were read`);
  });

  it('time out wherever the receiver hangs', async () => {
    const hangs: Receiver['answer'][] = [
      null, // no response at all
      (_request, response) => void response.socket?.write('HTTP/1.1 200 OK\r\nX-Slow: '), // half a header
      (_request, response) => {
        const timer = setInterval(() => response.socket?.write('HTTP/1.1 100 Continue\r\n\r\n'), 400);
        response.on('close', () => clearInterval(timer));
      },
    ];
    for (const hang of hangs) {
      receiver.answer = hang;
      await assert.rejects(receivers.post(receiver.url, request), new NoResponse('no response within 1.5 s'));
    }
    receiver.answer = (_request, response) => void response.writeHead(200).write('a body that never ends');
    assert.equal(await receivers.post(receiver.url, request), 200);
  });

  it('time out while a name server hangs', async () => {
    const silent = createReceivers({
      allowPrivate: false,
      timeoutMs: 300,
      resolve: () => new Promise(() => {}),
    });
    await assert.rejects(
      silent.post('https://example.com/', request),
      new NoResponse('no response within 0.3 s'),
    );
  });

  it('end when they are aborted', async () => {
    receiver.answer = null;
    const signal = AbortSignal.timeout(100);
    await assert.rejects(patient.post(receiver.url, { ...request, signal }), NoResponse);
  });

  it('report a missing response with an error code, and with nothing from the receiver', async () => {
    const answers: Receiver['answer'][] = [
      (_request, response) => void response.socket?.destroy(),
      (_request, response) => void response.socket?.end('nonsense of the receiver\r\n\r\n'),
      (_request, response) =>
        void response.socket?.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`),
    ];
    for (const answer of answers) {
      receiver.answer = answer;
      await assert.rejects(receivers.post(receiver.url, request), (error) => {
        assert.ok(error instanceof NoResponse);
        assert.match(error.message, /^connection failed \([A-Z_]+\)$/);
        return true;
      });
    }
    receiver.answer = (_request, response) =>
      void response.socket?.write('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n');
    assert.equal(await receivers.post(receiver.url, request), 101);
    await receiver.stop();
    await assert.rejects(
      receivers.post(receiver.url, request),
      new NoResponse('connection failed (ECONNREFUSED)'),
    );
    await receiver.start();
  });

  it('send the server’s name in TLS, and stop without a certificate for it', async (t) => {
    let lookedUp: string | undefined;
    const server = createServer({
      SNICallback(name, answer) {
        lookedUp = name;
        answer(new Error('no certificate'));
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const named = createReceivers({ allowPrivate: true, resolve: async () => ['127.0.0.1'] });
    await assert.rejects(named.post(`https://shop.example:${port}/`, request), /connection failed \(\w+\)/);
    assert.equal(lookedUp, 'shop.example');
    await assert.rejects(
      receivers.post(receiver.url.replace('http:', 'https:'), request),
      /connection failed \(\w+\)/,
    );
    assert.equal(receiver.received.length, 0);
  });

  it('resolve a name once and connect to that address, so that DNS rebinding gains nothing', async () => {
    // A second resolution would lead to a server that does not exist.
    const names = nameServer(['127.0.0.1'], ['127.0.0.2']);
    const pinned = createReceivers({ allowPrivate: true, resolve: names.resolve });
    const url = `http://rebind.example:${receiver.port}/hook`;
    assert.equal(await pinned.post(url, request), 204);
    assert.deepEqual(names.lookups, ['rebind.example']);
    assert.equal(receiver.received[0]?.headers.host, `rebind.example:${receiver.port}`);
  });

  it('are rejected if the name resolves to a private address now, although it was public at the check', async () => {
    const names = nameServer(['93.184.216.34'], ['127.0.0.1']);
    const guarded = createReceivers({ allowPrivate: false, resolve: names.resolve });
    const url = `https://rebind.example:${receiver.port}/hook`;
    await guarded.check(url);
    await assert.rejects(guarded.post(url, request), ReceiverRejected);
    assert.equal(names.lookups.length, 2);
    assert.equal(receiver.received.length, 0);
  });

  it('are rejected unless every address of the name is public', async () => {
    for (const [addresses, words] of [
      [['93.184.216.34', '10.0.0.1'], /not on the public internet/],
      [['93.184.216.34', '::ffff:127.0.0.1'], /not on the public internet/],
      [['fd00:ec2::254'], /not on the public internet/],
      [['not an address'], /not on the public internet/],
      [[], /does not resolve/],
    ] as const) {
      const guarded = createReceivers({ allowPrivate: false, resolve: async () => [...addresses] });
      await assert.rejects(guarded.check('https://mixed.example/'), words);
      await assert.rejects(guarded.post('https://mixed.example/', request), words);
    }
    const broken = createReceivers({
      allowPrivate: false,
      resolve: () => Promise.reject(new Error('NXDOMAIN')),
    });
    await assert.rejects(broken.check('https://nobody.example/'), /does not resolve/);
  });

  it('are rejected for this machine by any name or spelling, with the real name servers', async () => {
    const guarded = createReceivers({ allowPrivate: false });
    for (const host of ['localhost', 'localhost.', '127.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
      await assert.rejects(
        guarded.post(`https://${host}:${receiver.port}/`, request),
        ReceiverRejected,
        host,
      );
    assert.equal(receiver.received.length, 0);
  });

  it('use no proxy from the environment', () => {
    const script = `
      import { createReceivers } from ${JSON.stringify(import.meta.resolve('./safeRequest.ts'))};
      const receivers = createReceivers({ allowPrivate: true, timeoutMs: 3000 });
      const ours = await receivers.post(process.env.RECEIVER, { headers: {}, body: '{}' }).catch(({ message }) => message);
      // Requests through the proxy fail.
      const usual = await fetch(process.env.RECEIVER).then(({ status }) => status, () => 'proxy');
      console.log(ours, usual);`;
    const server = `
      import { createServer } from 'node:http';
      import { spawn } from 'node:child_process';
      const server = createServer((request, response) => response.writeHead(request.url === '/hook' ? 204 : 502).end());
      server.listen(0, '127.0.0.1', () => {
        const RECEIVER = 'http://127.0.0.1:' + server.address().port + '/hook';
        const proxy = 'http://127.0.0.1:1';
        spawn(process.execPath, ['--input-type=module', '-e', process.env.SCRIPT], {
          env: { RECEIVER, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy, HTTPS_PROXY: proxy },
          stdio: 'inherit',
        }).on('exit', () => server.close());
      });`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', server], {
      env: { SCRIPT: script },
      encoding: 'utf8',
    });
    assert.equal(stdout.trim(), '204 proxy', stderr);
  });
});
