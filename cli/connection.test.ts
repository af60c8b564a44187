import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { connectionOf } from './connection.ts';
import { exitCodes } from './exitCodes.ts';

const root = mkdtempSync(join(tmpdir(), 'vb-cli-'));
mkdirSync(join(root, '.data'));
writeFileSync(join(root, '.data', 'operator-token'), 'token-of-npm-start\n');
afterAll(() => rmSync(root, { recursive: true }));

const TOKEN = { VENUE_BOOKING_TOKEN: 'token-of-env' };

describe('the connection of the CLI', () => {
  it('defaults to this machine with the token of npm start', () => {
    assert.deepEqual(connectionOf({}, {}, root), {
      api: 'http://localhost:3000',
      token: 'token-of-npm-start',
      tokenFrom: join(root, '.data/operator-token'),
    });
  });

  it('uses the address that npm start has written', () => {
    const file = join(root, '.data', 'address');
    writeFileSync(file, 'http://localhost:3007\n');
    assert.equal(connectionOf({}, {}, root).api, 'http://localhost:3007');
    assert.equal(connectionOf({ api: 'http://localhost:1' }, {}, root).api, 'http://localhost:1');
    rmSync(file);
    assert.equal(connectionOf({}, {}, root).api, 'http://localhost:3000');
  });

  it('prefers flags to the environment, and the environment to the file', () => {
    const env = { VENUE_BOOKING_API: 'https://env.example/base/', OPERATOR_TOKEN: 'of-operator' };
    assert.deepEqual(connectionOf({}, env, root), {
      api: 'https://env.example/base',
      token: 'of-operator',
      tokenFrom: 'OPERATOR_TOKEN',
    });
    assert.equal(connectionOf({}, { ...env, ...TOKEN }, root).token, 'token-of-env');
    assert.deepEqual(connectionOf({ api: 'http://127.0.0.1:1', token: 'flag' }, { ...env, ...TOKEN }, root), {
      api: 'http://127.0.0.1:1',
      token: 'flag',
      tokenFrom: '--token',
    });
  });

  it('uses the token of npm start only for this machine', () => {
    assert.throws(() => connectionOf({ api: 'https://booking.example.com' }, {}, root), {
      exitCode: exitCodes.unauthorised,
    });
    assert.throws(() => connectionOf({}, {}, '/nowhere'), { exitCode: exitCodes.unauthorised });
  });

  for (const api of [
    'http://booking.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://10.0.0.1:3000',
    'http://0.0.0.0:3000',
  ])
    it(`rejects sending a token unencrypted to ${api} without --insecure`, () => {
      assert.throws(() => connectionOf({ api }, TOKEN, root), { exitCode: exitCodes.usage });
      assert.equal(connectionOf({ api, insecure: true }, TOKEN, root).api, api);
    });

  for (const api of ['http://127.1:80', 'http://[::1]:3000', 'http://LOCALHOST:3000'])
    it(`recognises ${api} as this machine`, () => assert.ok(connectionOf({ api }, {}, root).token));

  for (const api of ['localhost:3000', 'ftp://x', 'nonsense', 'https://user:secret@x', 'https://x?a=1'])
    it(`rejects the URL ${api} without repeating a password`, () => {
      const refused = (error: Error) => /^The URL/.test(error.message) && !/secret/.test(error.message);
      assert.throws(() => connectionOf({ api }, TOKEN, root), refused);
    });

  it('rejects a token that is not a valid header value, without repeating it', () => {
    for (const token of ['zwei worte', 'a\nb', 'café'])
      assert.throws(
        () => connectionOf({ token }, {}, root),
        (error: Error) => !error.message.includes(token),
      );
  });
});
