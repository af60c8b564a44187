import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvError } from '@venue-booking/kit/settings/env';
import { afterAll, describe, it } from 'vitest';
import { readAllEnv } from './env.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vb-env-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const file = join(dataDir, 'a-file');
writeFileSync(file, '');
mkdirSync(join(dataDir, 'used/operator-token'), { recursive: true });

/** The line that an operator would see. */
function complaintOf(settings: NodeJS.ProcessEnv): string {
  try {
    readAllEnv(settings);
  } catch (error) {
    assert.ok(error instanceof EnvError, String(error));
    assert.doesNotMatch(error.message, /\n/);
    return error.message;
  }
  return '';
}

describe('the settings of single-process mode', () => {
  it('are all optional', () => {
    assert.equal(complaintOf({ DATA_DIR: join(dataDir, 'fresh') }), '');
  });

  for (const [name, value] of Object.entries({
    PORT: 'eighty',
    DATABASE_URL: 'mysql://localhost/x',
    NATS_URL: 'localhost:4222',
    REDIS_URLS: 'redis://127.0.0.1:6379,http://x',
    PUBLIC_URL: 'localhost',
    TRUST_PROXY: 'everybody',
    BASE_DOMAIN: 'https://example.com',
    OPERATOR_TOKEN: 'short',
    SIGNING_KEYS: 'k1:short',
    SMTP_URL: 'mail.example.com:587',
    MAIL_FROM: 'Venue Booking',
    SECRETS_KEY: 'k1:short',
    WEBHOOK_ALLOW_PRIVATE: 'perhaps',
    OIDC_ISSUER: 'http://accounts.example.com',
  }))
    it(`are rejected with the name of ${name} if it is ${value}`, () => {
      assert.match(complaintOf({ DATA_DIR: join(dataDir, 'fresh'), [name]: value }), new RegExp(name));
    });

  it('require the whole client of an identity provider', () => {
    const whole = { OIDC_ISSUER: 'https://x.example', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' };
    assert.equal(complaintOf({ DATA_DIR: join(dataDir, 'fresh'), ...whole }), '');
    for (const name of Object.keys(whole))
      assert.match(
        complaintOf({ DATA_DIR: join(dataDir, 'fresh'), ...whole, [name]: '' }),
        new RegExp(`^${name} is required when`),
      );
  });

  for (const [what, folder, said] of [
    ['is inside a file', join(file, 'data'), /^DATA_DIR: a file is in the way/],
    [
      'contains a folder in the place of a token',
      join(dataDir, 'used'),
      /^DATA_DIR: .*used.* contains a folder in the place of a file/,
    ],
    // Nobody can create a folder there, not even root.
    ...(process.platform === 'linux'
      ? [['is not writable', '/sys/venue-booking', /^DATA_DIR: .*set DATA_DIR to .*folder/] as const]
      : []),
  ] as const)
    it(`are rejected with the next step if DATA_DIR ${what}`, () => {
      assert.match(complaintOf({ DATA_DIR: folder }), said);
    });

  it('explain how to create an operator token if it is too short, also one in the data folder', () => {
    const said = /^OPERATOR_TOKEN.*: must have at least 32 random characters: make one with `openssl rand/;
    const folder = join(dataDir, 'short');
    mkdirSync(folder);
    assert.match(complaintOf({ DATA_DIR: folder, OPERATOR_TOKEN: 'x'.repeat(31) }), said);
    assert.equal(complaintOf({ DATA_DIR: folder, OPERATOR_TOKEN: 'x'.repeat(32) }), '');
    writeFileSync(join(folder, 'operator-token'), `${'x'.repeat(31)}\n`);
    const complaint = complaintOf({ DATA_DIR: folder });
    assert.match(complaint, said);
    assert.ok(complaint.includes(join(folder, 'operator-token')));
  });
});
