import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import express from 'express';
import { describe, it } from 'vitest';
import { OPERATOR, openGateway } from '../testing/testGateway.ts';
import { visit } from '../testing/testVisit.ts';
import { warnOfTrust, warnOfUnknownProxies } from './proxyWarnings.ts';

/** Sends raw headers, which may contain duplicates. */
const send = (url: string, { method = 'GET', headers = [] as string[], body = '' as string | Buffer } = {}) =>
  new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const outgoing = request(
        url,
        { method, headers: headers.includes('Host') ? headers : ['Host', 'localhost', ...headers] },
        (answer) => {
          let text = '';
          answer.on('data', (chunk) => {
            text += chunk;
          });
          answer.once('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
        },
      );
      outgoing.once('error', reject);
      outgoing.end(body);
    },
  );

describe('a request', () => {
  it('gets Strict-Transport-Security if PUBLIC_URL uses https', async () => {
    await using gateway = await openGateway({});
    const { headers } = await send(`${gateway.url}/docs`);
    assert.equal(headers['strict-transport-security'], 'max-age=31536000');
    await using plain = await openGateway({}, undefined, { publicUrl: 'http://localhost:3000' });
    assert.equal((await send(`${plain.url}/docs`)).headers['strict-transport-security'], undefined);
  });

  it('gets includeSubDomains only for BASE_DOMAIN and the hosts below it', async () => {
    const publicUrl = 'https://book.example';
    await using gateway = await openGateway({}, undefined, { publicUrl, baseDomain: 'book.example' });
    const sent = async (host: string) =>
      (await send(`${gateway.url}/docs`, { headers: ['Host', host] })).headers['strict-transport-security'];
    for (const host of ['book.example', 'Sauna.book.example', 'sauna.book.example:443'])
      assert.equal(await sent(host), 'max-age=31536000; includeSubDomains', host);
    for (const host of ['boeken.sauna.example', 'notbook.example', 'example'])
      assert.equal(await sent(host), 'max-age=31536000', host);
    const http = { publicUrl: 'http://book.example', baseDomain: 'book.example' };
    await using plain = await openGateway({}, undefined, http);
    const { headers } = await send(`${plain.url}/docs`, { headers: ['Host', 'book.example'] });
    assert.equal(headers['strict-transport-security'], undefined);
  });

  it('gets a Content-Security-Policy and nosniff in every response', async () => {
    await using gateway = await openGateway({});
    const page = await (await fetch(`${gateway.url}/docs`)).text();
    const [script = '', style = ''] = [/src="([^"]+\.js)"/, /href="([^"]+\.css)"/].map(
      (pattern) => pattern.exec(page)?.[1],
    );
    assert.ok(script && style);
    const strict = /^default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/;
    for (const path of [
      '/openapi.json',
      '/api/site',
      '/api/admin/session',
      '/readyz',
      script,
      style,
      '/no-such-path',
    ]) {
      const { headers } = await send(`${gateway.url}${path}`);
      assert.match(String(headers['content-security-policy']), strict, path);
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
    }
    for (const path of ['/docs', '/admin/', '/tickets/x']) {
      const { headers } = await send(`${gateway.url}${path}`, {
        headers: ['Host', 'localhost', 'Accept', 'text/html'],
      });
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none';.*frame-ancestors 'none'/,
        path,
      );
      assert.equal(headers['x-content-type-options'], 'nosniff', path);
    }
  });

  it('gets the same Allow header for OPTIONS as with a 405', async () => {
    await using gateway = await openGateway({});
    for (const [path, allowed] of [
      ['/api/site/bookings', 'POST, OPTIONS'],
      ['/api/site/slots/1', 'GET, HEAD, OPTIONS'],
      ['/api/admin/venues/v/facilities', 'GET, HEAD, POST, OPTIONS'],
      ['/api/admin/venues/v/bookings', 'GET, HEAD, POST, OPTIONS'],
      ['/openapi.json', 'GET, HEAD, OPTIONS'],
      ['/docs', 'GET, HEAD, OPTIONS'],
      ['/calendars/a.ics', 'GET, HEAD, OPTIONS'],
      ['/tickets/a', 'GET, HEAD, OPTIONS'],
      ['/pay/a', 'GET, HEAD, OPTIONS'],
      ['/webhooks/stripe', 'POST, OPTIONS'],
    ] as const) {
      const asked = await send(gateway.url + path, { method: 'OPTIONS' });
      const refused = await send(gateway.url + path, { method: 'DELETE' });
      const sorted = (headers: Record<string, unknown>) =>
        String(headers.allow).split(', ').sort().join(', ');
      const expected = allowed.split(', ').sort().join(', ');
      assert.deepEqual([asked.status, sorted(asked.headers)], [204, expected], path);
      assert.deepEqual([refused.status, sorted(refused.headers)], [405, expected], path);
    }
  });

  it('is rejected if it is a PATCH without changes', async () => {
    await using gateway = await openGateway({});
    for (const body of [undefined, {}]) {
      const { status, body: answer } = await gateway.call('PATCH', '/api/admin/venues/v', { body });
      assert.equal(status, 422);
      assert.deepEqual(answer, { error: 'Send at least one field to change.' });
    }
  });

  it('changes nothing if its client disconnected before it was read', async () => {
    const changed: unknown[] = [];
    const mutate = async (change: unknown) => {
      changed.push(change);
      return {};
    };
    const tenant = { query: async () => null };
    await using gateway = await openGateway({ catalog: { patchRoom: { mutate }, tenant } });
    const { hostname, port } = new URL(gateway.url);
    const body = JSON.stringify({ name: 'Late' });
    const gone = connect(Number(port), hostname, () => {
      gone.end(
        [
          'PATCH /api/admin/venues/v/rooms/1 HTTP/1.1',
          'Host: localhost',
          `Authorization: Bearer ${OPERATOR}`,
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          '',
          body,
        ].join('\r\n'),
      );
      // When the gateway, which is in this process, reads the socket, both the request and its end have
      // arrived.
      gone.destroySoon();
    });
    await once(gone, 'close');
    await gateway.call('PATCH', '/api/admin/venues/v/rooms/1', { body: { name: 'New' } });
    assert.deepEqual(
      changed.map((change) => (change as { room: { name: string } }).room.name),
      ['New'],
    );
  });

  it('is rejected if its body is not UTF-8', async () => {
    await using gateway = await openGateway({});
    const { status, text } = await send(`${gateway.url}/api/admin/venues`, {
      method: 'POST',
      headers: ['Authorization', 'Bearer operator-token-of-the-test', 'Content-Type', 'application/json'],
      body: Buffer.concat([
        Buffer.from('{"slug":"a","name":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('"}'),
      ]),
    });
    assert.equal(status, 400);
    assert.deepEqual(Object.keys(JSON.parse(text)), ['error']);
  });

  it('ignores an invalid Idempotency-Key if it does not create anything', async () => {
    await using gateway = await openGateway({});
    const status = async (method: string, path: string) =>
      (await gateway.call(method, path, { headers: { 'Idempotency-Key': 'x'.repeat(256) } })).status;
    // The expected status is that of the next check.
    assert.equal(await status('GET', '/api/admin/venues?limit=0'), 400);
    assert.equal(await status('DELETE', '/api/admin/venues/v/rooms/x'), 404);
    assert.equal(await status('POST', '/api/admin/venues/v/bookings'), 422);
  });

  it('is rejected if it has two Host headers', async () => {
    await using gateway = await openGateway({});
    const { status, text } = await send(`${gateway.url}/docs`, {
      headers: ['Host', 'a.example', 'Host', 'b.example'],
    });
    assert.equal(status, 400);
    assert.deepEqual(JSON.parse(text), { error: 'Invalid request: more than one Host header.' });
  });
});

describe('proxies', () => {
  it('cause a warning at start if all are trusted', () => {
    const said: unknown[] = [];
    const log = { warn: (text: unknown) => said.push(text) } as never;
    for (const setting of [false, 1, 'loopback', true]) warnOfTrust(setting, log);
    assert.equal(said.length, 1);
    assert.match(String(said[0]), /^TRUST_PROXY=true /);
  });

  it('cause one warning per hour if they are not trusted', async () => {
    const said: unknown[] = [];
    let now = 0;
    const warn = warnOfUnknownProxies(
      (address) => address !== '127.0.0.1',
      { warn: (text: unknown) => said.push(text) } as never,
      () => now,
    );
    await using site = await visit(express.Router().use(warn));
    const ask = (headers: Record<string, string> = {}) => site.get('/', headers);
    await ask();
    assert.equal(said.length, 0);
    for (let turn = 0; turn < 3; turn++) await ask({ 'X-Forwarded-For': '203.0.113.9' });
    assert.equal(said.length, 1);
    assert.match(String(said[0]), /TRUST_PROXY/);
    now += 3600_000;
    await ask({ 'X-Forwarded-For': '203.0.113.9' });
    assert.equal(said.length, 2);
  });
});
