import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { claimPort } from '../servers/claimPort.ts';
import { eventually } from '../stack/api.ts';
import { npmStart } from '../stack/npmStart.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'vb-start-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const file = join(dataDir, 'a-file');
writeFileSync(file, '');
mkdirSync(join(dataDir, 'in-the-way'));
writeFileSync(join(dataDir, 'in-the-way/postgres'), '');

const KEY = 'A'.repeat(43);

/** Asserts that a start fails with one line that names a setting and shows no password. Returns the line. */
async function assertRefused(name: string, settings: Record<string, string>): Promise<string> {
  const started = npmStart(settings);
  const [code] = await started.exited;
  assert.notEqual(code, 0);
  const [line = '', ...more] = started.errors().split('\n').filter(Boolean);
  assert.deepEqual(more, []);
  assert.match(line, new RegExp(name));
  assert.doesNotMatch(line, /not-for-a-log/);
  return line;
}

// Concurrent, since each test mostly waits for npm to start.
describe.concurrent('npm start with a wrong setting', () => {
  // services/one-process/env.test.ts covers the messages about each setting.
  it('stops with one line that names a setting it can not parse', async () => {
    await assertRefused('PORT', { DATA_DIR: dataDir, PORT: 'eighty' });
  });

  for (const [what, folder, said] of [
    [
      'is a file',
      file,
      /^DATA_DIR: a file is in the way of the folder .*a-file: move it, or set DATA_DIR to another/,
    ],
    [
      'contains a file where PostgreSQL needs a folder',
      join(dataDir, 'in-the-way'),
      /^DATA_DIR: a file is in the way of the folder/,
    ],
  ] as const)
    it(`stops with one line that says what to do when DATA_DIR ${what}`, async () => {
      assert.match(await assertRefused('DATA_DIR', { DATA_DIR: folder }), said);
    });
});

describe.concurrent('npm start with a server that does not respond', () => {
  /** Asserts that a start waits with a line that names a setting, and stops at once. */
  const assertWaits = async (settings: Record<string, string>, line: RegExp) => {
    const started = npmStart(settings);
    await eventually('the start says why it waits', () => line.test(started.output()));
    await started.ctrlC();
    assert.doesNotMatch(started.output() + started.errors(), /not-for-a-log|Not stopped/);
  };

  it('waits, with a line that names NATS_URL, when nothing listens there', () =>
    assertWaits(
      { DATA_DIR: join(dataDir, 'nats'), NATS_URL: 'nats://booking:not-for-a-log@127.0.0.1:1' },
      /"NATS_URL: no connection to NATS at 127.0.0.1:1 \(nothing listens on that port \(ECONNREFUSED\)\); waiting for it"/,
    ));

  it('waits, with a line that names DATABASE_URL, when its host is unknown', () =>
    assertWaits(
      {
        DATA_DIR: dataDir,
        DATABASE_URL: 'postgresql://booking:not-for-a-log@db.invalid/x',
        ...{ OPERATOR_TOKEN: 'x'.repeat(32), SIGNING_KEYS: `k:${KEY}`, SECRETS_KEY: `k:${KEY}` },
      },
      /"DATABASE_URL: no connection to the database \(the host was not found \(E\w+\)\); waiting for it"/,
    ));
});

it('npm start works without Redis and a mail server and logs one line about each', async () => {
  const started = npmStart({
    DATA_DIR: join(dataDir, 'away'),
    PORT: String(await claimPort()),
    DEMO: 'false',
    REDIS_URLS: 'redis://:not-for-a-log@127.0.0.1:1',
    SMTP_URL: 'smtp://booking:not-for-a-log@127.0.0.1:1',
  });
  try {
    await eventually('npm start is ready', () => /Stop with Ctrl-C/.test(started.output()));
    const said = () =>
      started
        .output()
        .match(/^{.*/gm)
        ?.map((line) => JSON.parse(line)) ?? [];
    await eventually('both lines are logged', () => said().length >= 2);
    const nothing = 'nothing listens on that port (ECONNREFUSED)';
    assert.deepEqual(
      said()
        .map(({ msg, err }) => [msg, err])
        .sort(),
      [
        [
          `REDIS_URLS: Redis at 127.0.0.1:1 is unavailable (${nothing}); bookings continue without it`,
          undefined,
        ],
        [
          `SMTP_URL: cannot connect to the mail server (${nothing}); bookings continue and mail stays queued`,
          undefined,
        ],
      ],
    );
    assert.doesNotMatch(started.output() + started.errors(), /not-for-a-log/);
  } finally {
    await started.ctrlC();
  }
});
