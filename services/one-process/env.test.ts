import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvError } from '@venue-booking/kit/process/env';
import { afterAll, describe, it } from 'vitest';
import { readAllEnv } from './env.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vb-env-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const file = join(dataDir, 'a-file');
writeFileSync(file, '');
mkdirSync(join(dataDir, 'used/operator-token'), { recursive: true });

/** The one line that an operator would read. */
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

describe('the settings of all in one process', () => {
  it('are none that must be given', () => {
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
  }))
    it(`are refused with the name of ${name} when it is ${value}`, () => {
      assert.match(complaintOf({ DATA_DIR: join(dataDir, 'fresh'), [name]: value }), new RegExp(name));
    });

  for (const [what, folder, said] of [
    ['lies in a file', join(file, 'data'), /^DATA_DIR: a file is in the way/],
    [
      'holds a folder where a token must be',
      join(dataDir, 'used'),
      /^DATA_DIR: a folder is in .*used where a file must be/,
    ],
    // Nobody may make a folder there, root neither.
    ...(process.platform === 'linux'
      ? [['can not be written', '/sys/venue-booking', /^DATA_DIR: .*set DATA_DIR to .*folder/] as const]
      : []),
  ] as const)
    it(`are refused with what to do when DATA_DIR ${what}`, () => {
      assert.match(complaintOf({ DATA_DIR: folder }), said);
    });

  it('say how to make an operator’s token when it is too short, also one in the data folder', () => {
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
