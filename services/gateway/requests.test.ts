import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, it } from 'node:test';
import express from 'express';
import { warnOfTrust, warnOfUnknownProxies } from './proxies.ts';
import { OPERATOR, openGateway } from './testing/testGateway.ts';
import { visit } from './testing/testVisit.ts';

/** With headers as they are given, names that come twice too. */
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
  it('is answered with Strict-Transport-Security when guests come by https', async () => {
    await using gateway = await openGateway({});
    const { headers } = await send(`${gateway.url}/docs`);
    assert.equal(headers['strict-transport-security'], 'max-age=31536000');
    await using plain = await openGateway({}, undefined, { publicUrl: 'http://localhost:3000' });
    assert.equal((await send(`${plain.url}/docs`)).headers['strict-transport-security'], undefined);
  });

  it('binds the subdomains of BASE_DOMAIN to https, and no subdomain of any other host', async () => {
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

  it('is answered with a policy and nosniff, whatever is answered', async () => {
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

  it('hears the same of the methods of an address whether it asks or is refused', async () => {
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

  it('that would change nothing is refused: a PATCH without a body, or with an empty one', async () => {
    await using gateway = await openGateway({});
    for (const body of [undefined, {}]) {
      const { status, body: answer } = await gateway.call('PATCH', '/api/admin/venues/v', { body });
      assert.equal(status, 422);
      assert.deepEqual(answer, { error: 'Send at least one field to change.' });
    }
  });

  it('changes nothing when whoever sent it has left before it was read', async () => {
    const changed: unknown[] = [];
    const mutate = async (change: unknown) => {
      changed.push(change);
      return {};
    };
    await using gateway = await openGateway({ catalog: { patchRoom: { mutate } } });
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
      // All of it is there, its end too, when the gateway, which is in this process, looks again.
      gone.destroySoon();
    });
    await once(gone, 'close');
    await gateway.call('PATCH', '/api/admin/venues/v/rooms/1', { body: { name: 'New' } });
    assert.deepEqual(
      changed.map((change) => (change as { room: { name: string } }).room.name),
      ['New'],
    );
  });

  it('with a body that is not UTF-8 is refused', async () => {
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

  it('that writes nothing passes over an Idempotency-Key, whatever that holds', async () => {
    await using gateway = await openGateway({});
    const status = async (method: string, path: string) =>
      (await gateway.call(method, path, { headers: { 'Idempotency-Key': 'x'.repeat(256) } })).status;
    // By what each of them refuses next.
    assert.equal(await status('GET', '/api/admin/venues?limit=0'), 400);
    assert.equal(await status('DELETE', '/api/admin/venues/v/rooms/x'), 404);
    assert.equal(await status('POST', '/api/admin/venues/v/bookings'), 422);
  });

  it('with two Host headers is refused', async () => {
    await using gateway = await openGateway({});
    const { status, text } = await send(`${gateway.url}/docs`, {
      headers: ['Host', 'a.example', 'Host', 'b.example'],
    });
    assert.equal(status, 400);
    assert.deepEqual(JSON.parse(text), { error: 'Invalid request: more than one Host header.' });
  });
});

describe('proxies', () => {
  it('that are all believed are warned of at start', () => {
    const said: unknown[] = [];
    const log = { warn: (text: unknown) => said.push(text) } as never;
    for (const setting of [false, 1, 'loopback', true]) warnOfTrust(setting, log);
    assert.equal(said.length, 1);
    assert.match(String(said[0]), /^TRUST_PROXY=true /);
  });

  it('that are not believed are told of once, and again after an hour', async () => {
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
