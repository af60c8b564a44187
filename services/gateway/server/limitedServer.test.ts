import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, it } from 'vitest';
import { eventually } from '../../../test/stack/api.ts';
import { type ConnectionLimits, limitedServer } from './limitedServer.ts';

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const LARGE = Buffer.alloc(30_000_000);

describe('a server with limits per client', () => {
  const undo: (() => unknown)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  /**
   * Starts a server. Returns a function that connects from an address of 127.0.0.0/8, which acts as a client.
   */
  async function open(app: RequestListener, limits: Partial<ConnectionLimits> = {}) {
    const { server } = limitedServer(app, {
      maxConnections: 100,
      maxPerClient: 100,
      isProxy: () => false,
      ...limits,
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    undo.push(() => server.close().closeAllConnections());
    const { port } = server.address() as AddressInfo;
    return async (localAddress = '127.0.0.1', watch?: (server: Server) => unknown): Promise<Socket> => {
      watch?.(server);
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => {});
      undo.push(() => socket.destroy());
      const accepted = once(server, 'connection');
      await Promise.all([once(socket, 'connect'), accepted]);
      return socket;
    };
  }
  const closed = (socket: Socket) => {
    socket.resume();
    // Less than the 10 s after which Node closes a silent connection.
    return eventually('closed by the server', () => socket.destroyed || socket.readableEnded, 8000);
  };
  /** Whether the connection is open and gets a response. */
  const answers = async (socket: Socket): Promise<boolean> => {
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.write(GET);
    await eventually(
      'answered or closed',
      () => text.endsWith('ok') || socket.destroyed || socket.readableEnded,
    );
    return text.endsWith('ok');
  };
  const ok: RequestListener = (_request, response) => void response.end('ok');

  it('answers an unreadable request as JSON, unless a response has started', async () => {
    const begun: ServerResponse[] = [];
    const connectFrom = await open((_request, response) => {
      begun.push(response);
      response.write('begun');
    });
    const received = async (text: string, pieces: string[]) => {
      const socket = await connectFrom();
      let received = '';
      socket.on('data', (data) => {
        received += data;
      });
      for (const [index, piece] of pieces.entries()) {
        socket.write(piece);
        if (index < pieces.length - 1) await eventually('begun', () => received.includes('begun'));
      }
      await eventually('closed', () => socket.destroyed);
      assert.equal(received.split('HTTP/1.1').length, 2, received);
      assert.match(received, new RegExp(`^HTTP/1.1 ${text}`, 's'));
    };
    const json = 'Content-Type: application/json.*Connection: close\r\n\r\n{"error":"Invalid request: ';
    await received(`400 Bad Request\r\n${json}it is not HTTP."}$`, ['\u0016\u0003\u0001 hello\r\n\r\n']);
    const long = `GET /${'x'.repeat(17_000)} HTTP/1.1\r\n\r\n`;
    await received(`431 Request.*${json}its address and headers are larger than 16 kB."}$`, [long]);
    await received('200 OK.*begun\r\n$', [GET, 'x\r\n\r\n']);
    assert.equal(begun.length, 1);
  });

  it('answers 413 for large chunk extensions', async () => {
    const connectFrom = await open((request) => void request.resume());
    const socket = await connectFrom();
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    const chunked = 'POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n';
    socket.write(`${chunked}2;${'x'.repeat(17_000)}\r\naa\r\n`);
    await closed(socket);
    assert.match(
      received,
      /^HTTP\/1.1 413 .*"Invalid request: the extensions of its chunks are too large."}$/s,
    );
  });

  it('closes a connection with more than 8 pipelined requests, and parses no more of them', async () => {
    let runs = 0;
    let parsed = 0;
    const connectFrom = await open((_request, response) => {
      runs += 1;
      response.end('ok');
    });
    const socket = await connectFrom('127.0.0.1', (server) => server.on('request', () => parsed++));
    socket.write(GET.repeat(1500));
    await closed(socket);
    assert.deepEqual([runs, parsed], [1, 9]);
  });

  it('answers pipelined requests in order', async () => {
    let turn = 0;
    const connectFrom = await open((_request, response) => void response.end(`answer ${++turn}.`));
    const socket = await connectFrom();
    let text = '';
    socket.on('data', (data) => {
      text += data;
    });
    socket.write(GET.repeat(8));
    await eventually('eight responses', () => text.includes('answer 8.'));
    assert.deepEqual(text.match(/answer \d/g)?.join(), Array.from('12345678', (it) => `answer ${it}`).join());
    socket.write(GET.repeat(8));
    await eventually('eight more', () => text.includes('answer 16.'));
  });

  it('starts a request only after the previous response was taken', async () => {
    const runs: (string | undefined)[] = [];
    const connectFrom = await open(({ url }, response) => {
      runs.push(url);
      response.end(url === '/first' ? LARGE : 'ok');
    });
    const socket = (await connectFrom()).pause();
    socket.write(GET.replace('/', '/first') + GET);
    await eventually('the first has started', () => runs.length > 0);
    let text = '';
    socket.on('data', (data) => {
      assert.ok(runs.length === 1 || text.length + data.length > LARGE.length / 2, 'started too early');
      text += data.toString('latin1');
    });
    socket.resume();
    await eventually('both responses', () => text.endsWith('ok'));
    assert.deepEqual(runs, ['/first', '/']);
  });

  it('closes a connection whose reader stalls', async () => {
    let connection: Socket | undefined;
    const connectFrom = await open(
      ({ socket }, response) => {
        connection = socket;
        response.end(LARGE);
      },
      { stallMs: 300 },
    );
    (await connectFrom()).pause().write(GET);
    await eventually('closed', () => connection?.destroyed === true);
  });

  it('closes the longest idle connection of a client over its limit', async () => {
    const connectFrom = await open(ok, { maxPerClient: 2 });
    const [first, second] = [await connectFrom(), await connectFrom()];
    assert.equal(await answers(first), true);
    const third = await connectFrom();
    await closed(second);
    assert.deepEqual([await answers(first), await answers(third)], [true, true]);
    assert.equal(await answers(await connectFrom('127.0.0.2')), true, 'another client');
  });

  it('rejects a new connection of a client whose other connections are all busy', async () => {
    const waiting: ServerResponse[] = [];
    const connectFrom = await open((_request, response) => void waiting.push(response), { maxPerClient: 2 });
    const sockets = [await connectFrom(), await connectFrom()];
    for (const socket of sockets) socket.write(GET);
    await eventually('both started', () => waiting.length === 2);
    await closed(await connectFrom());
    for (const response of waiting) response.end('ok');
    for (const socket of sockets) assert.match(String((await once(socket, 'data'))[0]), /ok$/);
  });

  it('closes a connection of the largest client when the server is full', async () => {
    const connectFrom = await open(ok, { maxConnections: 4 });
    const guest = await connectFrom('127.0.0.2');
    const greedy = [await connectFrom(), await connectFrom(), await connectFrom()];
    const probe = await connectFrom('127.0.0.3');
    await closed(greedy[0] as Socket);
    assert.deepEqual([await answers(guest), await answers(probe)], [true, true]);
  });

  it('closes the longest idle connection when all clients have one, but none that is busy', async () => {
    const waiting: ServerResponse[] = [];
    const connectFrom = await open((_request, response) => void waiting.push(response), {
      maxConnections: 3,
    });
    const guest = await connectFrom('127.0.0.2');
    const idle = await connectFrom('127.0.0.3');
    guest.write(GET);
    await eventually('started', () => waiting.length === 1);
    await connectFrom('127.0.0.4');
    await connectFrom('127.0.0.5');
    await closed(idle);
    waiting[0]?.end('ok');
    assert.match(String((await once(guest, 'data'))[0]), /ok$/);
    await connectFrom('127.0.0.6');
    assert.equal(guest.destroyed || guest.readableEnded, false, 'the most recently active connection stays');
  });

  it('does not limit connections per proxy', async () => {
    const connectFrom = await open(ok, {
      maxConnections: 3,
      maxPerClient: 1,
      isProxy: (address) => address === '127.0.0.9',
    });
    const proxies = [await connectFrom('127.0.0.9'), await connectFrom('127.0.0.9')];
    const guest = await connectFrom();
    for (const socket of proxies) assert.equal(await answers(socket), true);
    await connectFrom('127.0.0.2');
    await closed(guest);
    for (const socket of proxies) assert.equal(await answers(socket), true);
  });
});
