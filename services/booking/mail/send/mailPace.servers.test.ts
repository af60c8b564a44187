import assert from 'node:assert/strict';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { openTestMail, slowServer, type TestMail } from '../../testing/testMail.ts';
import { mailboxRateLimit } from '../queue/mailboxRateLimit.ts';

describe('the pace of mail', () => {
  let mail: TestMail;
  beforeAll(async () => {
    mail = await openTestMail();
  });
  afterAll(() => mail.close());
  afterEach(() => mail.stopMailers());

  const book = (count: number) => Promise.all(Array.from({ length: count }, () => mail.book()));
  const sent = () => mail.database.mail.count({ where: { status: 'sent' } });

  /** The database, with a log of the statements sent to it. */
  const counted = () => {
    const statements: string[] = [];
    const database = new Proxy(mail.database, {
      get(target, key) {
        statements.push(String(key));
        const value = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { database, statements };
  };

  it('sends fifty mails with fewer than fifty statements', async () => {
    await book(50);
    const { database, statements } = counted();
    const { transport, taken, answer } = slowServer();
    const allowMail = mailboxRateLimit({ database, hashKey: new Uint8Array(32), perDay: 20 });
    mail.start({
      connectionWaitMs: 60_000,
      pollMs: 600_000,
      sources: { database, transport, allowMail },
    });
    for (const done of [20, 40, 50]) {
      await until(() => taken.length === done);
      answer();
    }
    await until(async () => (await sent()) === 50);
    assert.ok(statements.length < 50, `${statements.length} statements: ${statements}`);
  });
});
