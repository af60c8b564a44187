import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sendFailureOf } from '../transport/smtpTransport.ts';
import { delayAfter, GIVE_UP_MS, pauseAfter, RECORDING } from './retries.ts';

test('delays a mail from a second to an hour, randomly shortened by up to half', () => {
  assert.deepEqual(
    [1, 2, 3, 12, 13, 50, 2000].map((attempt) => delayAfter(attempt, 0) / 1000),
    [1, 2, 4, 2048, 3600, 3600, 3600],
  );
  assert.equal(delayAfter(3, 1), 2000);
});

test('attempts a mail fewer than 200 times in three days', () => {
  let attempts = 0;
  for (let age = 0; age < GIVE_UP_MS; age += delayAfter(attempts, 1)) attempts += 1;
  assert.ok(attempts > 70 && attempts < 200, `${attempts}`);
});

test('tries an unavailable server at least twice a minute', () => {
  assert.deepEqual(
    [1, 2, 5, 6, 1000].map((failures) => pauseAfter(failures, 0) / 1000),
    [1, 2, 16, 30, 30],
  );
});

test('retries marking a mail as sent for as long as a database failover takes', () => {
  const { attempts, pauseMs } = RECORDING;
  const pauses = Array.from({ length: attempts - 1 }, (_, index) => pauseMs(index + 1));
  const forMs = pauses.reduce((sum, pause) => sum + pause);
  assert.ok(forMs > 60_000 && forMs < 120_000, `${forMs} ms, of a lease of two minutes`);
  assert.ok(Math.max(...pauses) <= 2000, 'and soon after recovery');
});

test('attributes failures at message commands to the message and all others to the server', () => {
  const of = (code: string, responseCode?: number, command?: string) => {
    const { kind, message } = sendFailureOf({
      code,
      ...(responseCode !== undefined && { responseCode }),
      ...(command !== undefined && { command }),
    });
    return `${kind}: ${message}`;
  };
  assert.equal(of('EENVELOPE', 550, 'RCPT TO'), 'permanent: SMTP 550 at RCPT TO');
  assert.equal(of('EENVELOPE', 451, 'RCPT TO'), 'temporary: SMTP 451 at RCPT TO');
  assert.equal(of('EMESSAGE', 554, 'DATA'), 'permanent: SMTP 554 at DATA');
  assert.equal(of('EMESSAGE', 503, 'DATA'), 'temporary: SMTP 503 at DATA');
  assert.equal(of('EENVELOPE', undefined, 'API'), 'permanent: EENVELOPE');
  assert.equal(of('EENVELOPE', 421, 'RCPT TO'), 'unavailable: SMTP 421 at RCPT TO');
  assert.equal(of('EENVELOPE', 550, 'MAIL FROM'), 'unavailable: SMTP 550 at MAIL FROM');
  assert.equal(of('EAUTH', 535, 'AUTH PLAIN'), 'unavailable: SMTP 535 at AUTH PLAIN');
  assert.equal(of('ESOCKET', undefined, 'CONN'), 'unavailable: ESOCKET at CONN');
  assert.equal(of('EDNS', undefined, 'CONN'), 'unavailable: EDNS at CONN');
});
