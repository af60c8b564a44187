import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { npmStart } from './stack/npmStart.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vb-start-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

// Two at a time: each is mostly npm starting.
describe('npm start stops with one line that', { concurrency: 2 }, () => {
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
    it(`names ${name} when it is ${value}`, async () => {
      const started = npmStart({ DATA_DIR: dataDir, [name]: value });
      const [code] = await started.exited;
      assert.notEqual(code, 0);
      const lines = started
        .errors()
        .split('\n')
        .filter((line) => line && !line.startsWith('npm '));
      assert.equal(lines.length, 1, started.errors());
      assert.match(lines[0] ?? '', new RegExp(name));
    });
});
