import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { connectionEnv, EnvError, milliseconds, port, readEnv, serviceEnv, urlOf, urlsOf } from './env.ts';

const schema = z.object({ ...serviceEnv, ...connectionEnv, TIMEOUT_MS: milliseconds(500) });
const enough = { DATABASE_URL: 'postgres://u:secret@db/x', NATS_URL: 'nats://nats:4222' };
const accepts = (type: z.ZodType, value: string) => type.safeParse(value).success;

/** The line that an operator would see. */
function complaintOf(source: NodeJS.ProcessEnv): string {
  try {
    readEnv(schema, source);
  } catch (error) {
    assert.ok(error instanceof EnvError);
    return error.message;
  }
  return '';
}

test('uses defaults for missing settings', () => {
  assert.deepEqual(readEnv(schema, enough), {
    ...enough,
    LOG_LEVEL: 'info',
    OTEL_TRACES_SAMPLER: 'parentbased_always_on',
    OTEL_TRACES_SAMPLER_ARG: 1,
    MIGRATE_AT_START: true,
    HOST: '127.0.0.1',
    TIMEOUT_MS: 500,
  });
});

test('treats an empty variable as absent', () => {
  assert.deepEqual(
    readEnv(schema, { ...enough, LOG_LEVEL: '', TIMEOUT_MS: '', HEALTH_PORT: '' }),
    readEnv(schema, enough),
  );
});

test('converts numbers', () => {
  const env = readEnv(schema, { ...enough, HEALTH_PORT: '9090', TIMEOUT_MS: '250' });
  assert.deepEqual([env.HEALTH_PORT, env.TIMEOUT_MS], [9090, 250]);
});

test('reads a setting from the file that its variable with _FILE names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vb-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'database-url');
  writeFileSync(file, `${enough.DATABASE_URL}\n`);
  const { DATABASE_URL: _, ...others } = enough;
  assert.deepEqual(readEnv(schema, { ...others, DATABASE_URL_FILE: file }), readEnv(schema, enough));
  assert.equal(
    complaintOf({ ...enough, DATABASE_URL_FILE: file }),
    'DATABASE_URL_FILE: DATABASE_URL is set too. Set one of them',
  );
  assert.equal(
    complaintOf({ ...others, DATABASE_URL_FILE: join(folder, 'absent') }),
    `DATABASE_URL_FILE: cannot read ${join(folder, 'absent')} (ENOENT)`,
  );
  writeFileSync(file, '');
  assert.match(complaintOf({ ...others, DATABASE_URL_FILE: file }), /^DATABASE_URL: must be a URL/);
});

test('omits unknown variables', () => {
  assert.equal('AWS_SECRET' in readEnv(schema, { ...enough, AWS_SECRET: 'x' }), false);
});

test('names a missing or empty required variable', () => {
  assert.match(complaintOf({ NATS_URL: enough.NATS_URL }), /^DATABASE_URL is required/);
  assert.match(complaintOf({ ...enough, NATS_URL: '' }), /^NATS_URL is required/);
});

test('states what is expected of a missing variable, if known', () => {
  assert.equal(
    complaintOf({ DATABASE_URL: enough.DATABASE_URL }),
    'NATS_URL is required and must be a URL starting with nats:// or tls://',
  );
  assert.throws(() => readEnv(z.object({ NAME: z.string() }), {}), /^EnvError: NAME is required$/);
});

test('names an invalid variable in one line, without its value', () => {
  const wrong = {
    DATABASE_URL: 'mysql://u:secret@db/x',
    NATS_URL: 'http://secret',
    HEALTH_PORT: 'secret',
    MIGRATE_AT_START: 'secret',
    LOG_LEVEL: 'secret',
  };
  for (const [name, value] of Object.entries({ ...wrong, TIMEOUT_MS: 'secret' })) {
    const complaint = complaintOf({ ...enough, [name]: value });
    assert.ok(complaint.startsWith(`${name}: `), complaint);
    assert.doesNotMatch(complaint, /secret|\n/);
  }
});

test('states the range of a number, and rejects times that overflow a timer', () => {
  const bounds = 'TIMEOUT_MS: must be a number of milliseconds from 1 to 2147483647';
  for (const wrong of ['0', '2147483648', '1.5', 'soon'])
    assert.equal(complaintOf({ ...enough, TIMEOUT_MS: wrong }), bounds);
  assert.equal(readEnv(schema, { ...enough, TIMEOUT_MS: '2147483647' }).TIMEOUT_MS, 2 ** 31 - 1);
});

test('names the variable of a password that NATS or Redis could not decode', () => {
  const complaint = 'NATS_URL: must have each % in the password written as %25';
  assert.equal(complaintOf({ ...enough, NATS_URL: 'nats://u:se%cret@nats' }), complaint);
  assert.equal(complaintOf({ ...enough, NATS_URL: 'nats://u:100%@nats' }), complaint);
  assert.equal(complaintOf({ ...enough, NATS_URL: 'nats://u:se%25cret@nats' }), '');
  const redis = urlsOf('redis');
  assert.equal(accepts(redis, 'redis://a,redis://:p%zz@b'), false);
  assert.equal(accepts(redis, 'redis://a,redis://:p%25zz@b'), true);
});

test('a port is a whole number from 0 to 65535', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 200_000 }), (number) => {
      assert.equal(accepts(port, String(number)), number >= 0 && number <= 65_535);
    }),
  );
  for (const text of ['http', '80.5', '80,81', 'NaN', 'Infinity'])
    assert.equal(accepts(port, text), false, text);
});

test('a time in milliseconds is a whole number above 0', () => {
  for (const text of ['0', '-5', '1.5', 'soon']) assert.equal(accepts(milliseconds(1), text), false, text);
});

test('a URL has one of the schemes that the setting supports', () => {
  const type = urlOf('redis', 'rediss');
  for (const url of ['redis://localhost', 'rediss://user:pass@host:6380/1'])
    assert.equal(accepts(type, url), true, url);
  for (const url of ['localhost:6379', 'http://localhost', 'redis', '', 'rediss ://x'])
    assert.equal(accepts(type, url), false, url);
});

test('a list of URLs may have spaces around its commas, but no empty items', () => {
  const type = urlsOf('redis');
  const hosts = fc.array(fc.stringMatching(/^[a-z]{1,10}$/), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(hosts, fc.constantFrom(',', ', ', ' , '), (names, comma) => {
      const urls = names.map((name) => `redis://${name}:6379`);
      assert.deepEqual(type.parse(urls.join(comma)), urls);
    }),
  );
  for (const text of ['redis://a,,redis://b', 'redis://a,', 'redis://a,http://b'])
    assert.equal(accepts(type, text), false, text);
});
