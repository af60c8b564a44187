import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { describe, it } from 'vitest';
import { eventually } from '../../../test/stack/api.ts';
import { CoalescingRequest } from './coalescingRequest.ts';

const HEAD = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const chunked = (pieces: string[]) =>
  `${HEAD}Transfer-Encoding: chunked\r\n\r\n${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}`;
const END = '0\r\n\r\n';

/** The pieces in which a request body arrives; null if the server closed the connection. */
async function arriving(text: string): Promise<Buffer[] | null> {
  const pieces: Buffer[] = [];
  const app = express().use((request: IncomingMessage, response) => {
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => response.end('ok'));
    request.on('error', () => {});
  });
  const server = createServer({ IncomingMessage: CoalescingRequest }, app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  try {
    await once(socket, 'connect');
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.write(text);
    await eventually('answered or closed', () => answer.endsWith('ok') || socket.closed);
    return answer.endsWith('ok') ? pieces : null;
  } finally {
    socket.destroy();
    server.close();
  }
}
const whole = (pieces: Buffer[] | null) => Buffer.concat(pieces ?? assert.fail('closed')).toString();

describe('a request body', () => {
  it('arrives in few pieces when sent in chunks of one byte', async () => {
    const body = Array.from({ length: 10_000 }, (_, at) => String(at % 10));
    const pieces = await arriving(chunked(body) + END);
    assert.equal(whole(pieces), body.join(''));
    assert.ok(pieces && pieces.length <= 3, `${pieces?.length} pieces`);
  });

  it('arrives complete and in order for all chunk sizes', async () => {
    const sizes = [1, 1023, 5, 1024, 3, 70_000, 900, 900, 1, 1, 2000, 1];
    const body = sizes.map((size, at) => String.fromCharCode(97 + at).repeat(size));
    assert.equal(whole(await arriving(chunked(body) + END)), body.join(''));
    assert.equal(whole(await arriving(`${HEAD}Content-Length: 2\r\n\r\n{}`)), '{}');
    assert.equal(whole(await arriving(`${HEAD}Content-Length: 0\r\n\r\n`)), '');
  });

  it('closes the connection when it has too many tiny pieces', async () => {
    assert.equal(await arriving(chunked(new Array<string>(10_001).fill('x'))), null);
  });
});
