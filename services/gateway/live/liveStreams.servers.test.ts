import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { Failure } from '@venue-booking/proto/failures';
import type { Response } from 'express';
import { test } from 'vitest';
import { createLiveStreams, MAX_STREAMS } from './liveStreams.ts';

type Settings = { hasAccess?: () => Promise<boolean> } & Parameters<typeof createLiveStreams>[0];

/** A server that opens a stream of venue 1 for each request. The path names the caller. */
async function streamServer({ hasAccess = async () => true, ...times }: Settings = {}) {
  const streams = createLiveStreams(times);
  const responses = new Map<string, Response>();
  const server = createServer((request, response) => {
    responses.set(request.url ?? '', response as Response);
    try {
      streams.open(response as Response, { venueId: 1, caller: request.url ?? '', hasAccess });
    } catch (error) {
      response.statusCode = error instanceof Failure && error.code === 'too_many_streams' ? 429 : 500;
      response.end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const requests: ClientRequest[] = [];
  const open = async (caller = '/somebody') => {
    const request = get({ port, path: caller, agent: false });
    requests.push(request);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const stream = { text: '', ended: false, response, close: () => request.destroy() };
    response.on('error', () => {});
    response.once('close', () => {
      stream.ended = true;
    });
    return stream;
  };
  const read = async (caller?: string) => {
    const stream = await open(caller);
    stream.response.setEncoding('utf8').on('data', (chunk: string) => {
      stream.text += chunk;
    });
    return stream;
  };
  return {
    streams,
    responses,
    open,
    read,
    async [Symbol.asyncDispose]() {
      // A paused client does not notice that its server closes.
      for (const request of requests) request.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

test('sends changes of a venue in batches, and a large batch as one venue event', async () => {
  await using it = await streamServer();
  const stream = await it.read();
  it.streams.publish(2, { booking_id: 9 });
  for (const booking_id of [1, 2]) it.streams.publish(1, { booking_id });
  await until(() => stream.text.includes('"booking_id":2'));
  assert.match(
    stream.text,
    /event: change\ndata: \{"booking_id":1\}\n\nevent: change\ndata: \{"booking_id":2\}\n\n$/,
  );
  for (let booking_id = 100; booking_id < 1000; booking_id++) it.streams.publish(1, { booking_id });
  await until(() => stream.text.includes('event: venue'));
  assert.doesNotMatch(stream.text, /"booking_id":(9|\d{3})/);
});

test('disconnects a slow reader and keeps the others', async () => {
  await using it = await streamServer({ batchMs: 1 });
  const [slow, quick] = [await it.open('/slow'), await it.read('/quick')];
  slow.response.socket.pause();
  const status = 'x'.repeat(30_000);
  let sent = 0;
  // The buffers of the sockets hold some megabytes, depending on the machine.
  for (; it.streams.count() === 2 && sent < 10_000; sent++) {
    it.streams.publish(1, { booking_id: sent, status });
    await until(() => quick.ended || quick.text.includes(`"booking_id":${sent},`));
    quick.text = '';
  }
  assert.equal(it.streams.count(), 1, `${sent} changes sent`);
  assert.equal(quick.ended, false);
});

test('limits open streams per caller', async () => {
  await using it = await streamServer();
  const open = await Promise.all(Array.from({ length: MAX_STREAMS.perCaller }, () => it.read()));
  const status = async (caller: string) => {
    const { response, close } = await it.open(caller);
    close();
    return response.statusCode;
  };
  assert.equal(await status('/somebody'), 429);
  assert.equal(await status('/else'), 200);
  open[0]?.close();
  await until(async () => (await status('/somebody')) === 200);
});

test('ends a stream when its caller loses access, and when the gateway stops', async () => {
  let may = true;
  await using it = await streamServer({ hasAccess: async () => may, heartbeatMs: 20 });
  const [stream, other] = [await it.read(), await it.read()];
  await until(() => stream.text.includes(': still here'));
  assert.equal(stream.ended, false);
  may = false;
  await until(() => stream.ended && other.ended);
  assert.match(stream.text, /event: ended\ndata: \{\}\n\n$/);
  may = true;
  const last = await it.read();
  it.streams.end();
  await until(() => last.ended);
  assert.doesNotMatch(last.text, /ended/);
});

test('writes nothing to an ended stream, however often access is checked', async () => {
  let may = true;
  await using it = await streamServer({ hasAccess: async () => may, heartbeatMs: 1 });
  const stream = await it.read();
  may = false;
  // All checks finish at the same time, as with simultaneous sign-outs.
  for (let again = 0; again < 3; again++) it.streams.recheck();
  await until(() => stream.ended);
  assert.equal(stream.text.split('event: ended').length, 2);
  assert.match(stream.text, /event: ended\ndata: \{\}\n\n$/);
});

test('disconnects a caller that lost access and does not read', async () => {
  let may = true;
  await using it = await streamServer({ hasAccess: async () => may, batchMs: 1, endTimeoutMs: 50 });
  const [slow, quick] = [await it.open('/slow'), await it.read('/quick')];
  slow.response.socket.pause();
  // Once this process buffers data, the buffers of the sockets are full.
  const response = it.responses.get('/slow');
  const status = 'x'.repeat(30_000);
  for (let sent = 0; response?.writableLength === 0; sent++) {
    it.streams.publish(1, { booking_id: sent, status });
    await until(() => quick.text.includes(`"booking_id":${sent},`));
    quick.text = '';
  }
  may = false;
  it.streams.recheck();
  await until(() => response?.closed === true);
});

test('combines simultaneous access checks into two', async () => {
  let looks = 0;
  const hasAccess = async () => ++looks > 0;
  await using it = await streamServer({ hasAccess });
  await it.read();
  for (let again = 0; again < 100; again++) it.streams.recheck();
  await until(() => looks === 2);
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(looks, 2);
});
