import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@venue-booking/kit/testing/testMessaging';
import { timed } from '@venue-booking/kit/testing/testTiming';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from 'vitest';
import { contact, openTestMail, type TestMail } from '../../testing/testMail.ts';
import { claimMail } from '../queue/mailStore.ts';

describe('mail to guests during failures', () => {
  let mail: TestMail;
  beforeAll(async () => {
    mail = await openTestMail();
  });
  afterAll(() => mail.close());
  beforeEach(async () => {
    await mail.database.mail.deleteMany();
    mail.logged.length = 0;
    mail.smtp.messages.length = 0;
  });
  afterEach(async () => {
    await mail.stopMailers();
    Object.assign(mail.smtp, { treat: () => undefined, delayMs: 0, credentials: null });
    const said = mail.logged.join('\n');
    assert.doesNotMatch(said, /@example\.com|Lovelace|tickets\//, 'no personal data is logged');
  });

  const book = async (count: number) => {
    const booked: { id: number; email: string }[] = [];
    // In batches, as a service would: all at once would wait too long for a connection.
    while (booked.length < count)
      booked.push(
        ...(await Promise.all(
          Array.from({ length: Math.min(20, count - booked.length) }, () => mail.book()),
        )),
      );
    return booked;
  };
  const all = (status: string) => mail.database.mail.count({ where: { status } });
  const row = async ({ id }: { id: number }) => (await mail.rows(id))[0];
  const assertEachOnce = (booked: { email: string }[]) =>
    assert.deepEqual(
      booked.filter(({ email }) => mail.smtp.to(email).length !== 1),
      [],
      'every guest has exactly one mail',
    );

  it('waits for an unavailable server without losing or duplicating mails, and spends hardly any attempts', async () => {
    const early = await book(20);
    mail.start();
    await until(async () => (await all('sent')) === 20);
    await mail.smtp.stop();
    const late = await book(60);
    await sleep(1500);
    assert.equal(await all('queued'), 60);
    const { _sum } = await mail.database.mail.aggregate({
      where: { status: 'queued' },
      _sum: { attempts: true },
    });
    assert.ok((_sum.attempts ?? 0) < 60, `${_sum.attempts} attempts of 60 mails`);
    await mail.smtp.start();
    await until(async () => (await all('sent')) === 80);
    assertEachOnce([...early, ...late]);
    assert.equal(await all('failed'), 0);
  });

  it('fails a permanently rejected mail at once, without delaying others', async () => {
    mail.smtp.treat = (recipient) => (recipient.startsWith('nobody') ? 550 : undefined);
    const gone = await mail.book({ customerEmail: 'nobody@example.com' });
    const booked = await book(20);
    const counted = { sent: 0, given_up: 0, server_failed: 0, limited: 0 };
    mail.start({ sources: { mailed: (outcome) => (counted[outcome] += 1) } });
    await until(async () => (await all('sent')) === 20 && (await all('failed')) === 1);
    assert.deepEqual(counted, { sent: 20, given_up: 1, server_failed: 0, limited: 0 });
    assertEachOnce(booked);
    const failed = await row(gone);
    assert.deepEqual([failed?.attempts, failed?.lastError], [1, 'SMTP 550 at RCPT TO']);
  });

  it('retries a temporarily rejected mail, without delaying others', async () => {
    mail.smtp.treat = (recipient) => (recipient.startsWith('greylisted') ? 451 : undefined);
    const waiting = await mail.book({ customerEmail: 'greylisted@example.com' });
    const booked = await book(20);
    mail.start();
    await until(async () => (await all('sent')) === 20);
    await until(async () => ((await row(waiting))?.attempts ?? 0) >= 2);
    assert.equal((await row(waiting))?.lastError, 'SMTP 451 at RCPT TO');
    mail.smtp.treat = () => undefined;
    await until(async () => (await all('sent')) === 21);
    assertEachOnce([waiting, ...booked]);
  });

  it('gives up after three days', async () => {
    mail.smtp.treat = () => 451;
    const [booked] = await book(1);
    assert.ok(booked);
    mail.start();
    await until(async () => ((await row(booked))?.attempts ?? 0) >= 2);
    assert.equal((await row(booked))?.status, 'queued');
    await mail.database.mail.updateMany({ data: { createdAt: new Date(Date.now() - 73 * 3600_000) } });
    await until(async () => (await all('failed')) === 1);
  });

  it('is not delayed by one message that the server never answers', async () => {
    const timeouts = await mail.shortTimeouts();
    mail.smtp.treat = (recipient) => (recipient.startsWith('stuck') ? 'hang' : undefined);
    const stuck = await mail.book({ customerEmail: 'stuck@example.com' });
    const booked = await book(30);
    mail.start({ timeouts });
    await until(async () => (await all('sent')) === 30);
    assertEachOnce(booked);
    await until(async () => /ETIMEDOUT|EABORT/.test((await row(stuck))?.lastError ?? ''));
    mail.smtp.treat = () => undefined;
    await until(async () => (await all('sent')) === 31);
    assertEachOnce([stuck, ...booked]);
  });

  it('waits for a server that rejects the login, without failing mails', async () => {
    await mail.smtp.stop();
    mail.smtp.credentials = { user: 'venue', pass: 'secret word' };
    await mail.smtp.start();
    const booked = await book(5);
    mail.start({ url: mail.smtp.url.replace('//', '//venue:wrong@') });
    await until(
      async () => (await mail.database.mail.count({ where: { lastError: { contains: '535' } } })) > 0,
    );
    assert.deepEqual([await all('queued'), await all('failed')], [5, 0]);
    await mail.stopMailers();
    mail.start({ url: mail.smtp.url.replace('//', '//venue:secret%20word@') });
    await until(async () => (await all('sent')) === 5);
    assertEachOnce(booked);
    assert.doesNotMatch(mail.logged.join('\n'), /secret|wrong/);
    await mail.stopMailers();
    await mail.smtp.stop();
    mail.smtp.credentials = null;
    await mail.smtp.start();
  });

  it('waits for the catalog to return the venue', async () => {
    let away = true;
    const contactOf = async () => {
      if (away) throw new Error('away');
      return contact;
    };
    const booked = await book(10);
    mail.start({ sources: { contactOf } });
    await until(async () => (await mail.database.mail.count({ where: { lastError: { not: null } } })) > 0);
    away = false;
    await until(async () => (await all('sent')) === 10);
    assertEachOnce(booked);
  });

  it('is sent once by two mailers on one database', async () => {
    const booked = await book(150);
    mail.smtp.delayMs = 5;
    mail.start();
    mail.start();
    await until(async () => (await all('sent')) === 150);
    assertEachOnce(booked);
    assert.equal(mail.smtp.messages.length, 150);
  });

  it('is sent by another mailer after the first one dies and its lease ends', async () => {
    const booked = await book(3);
    const claimed = await claimMail(mail.database, { limit: 2, leaseMs: 1000 });
    assert.equal(claimed.length, 2);
    const leased = await mail.database.mail.findMany({ where: { attempts: 1 } });
    mail.start();
    await until(async () => (await all('sent')) === 3);
    assertEachOnce(booked);
    for (const { id, nextAt: leaseEnd } of leased) {
      const { sentAt } = await mail.database.mail.findFirstOrThrow({ where: { id } });
      assert.ok(sentAt && sentAt >= leaseEnd, 'a mail claimed by another process is left alone');
    }
  });

  it('resends the same message if marking it as sent failed', async () => {
    const [booked] = await book(1);
    assert.ok(booked);
    mail.start();
    await until(async () => (await all('sent')) === 1);
    await mail.database.mail.updateMany({ data: { status: 'queued', sentAt: null, nextAt: new Date() } });
    await until(async () => (await all('sent')) === 1);
    const [first, second] = mail.smtp.to(booked.email);
    assert.ok(first && second);
    assert.equal(first.mail.messageId, second.mail.messageId);
  });

  it('finishes during a stop', async () => {
    mail.smtp.delayMs = 300;
    await book(3);
    const mailer = mail.start();
    await until(async () => (await mail.database.mail.count({ where: { attempts: 1 } })) === 3);
    await sleep(50);
    await mailer.stop();
    assert.deepEqual([mail.smtp.messages.length, await all('sent')], [3, 3]);
  });

  it('is aborted by a stop if the server does not answer, and stays queued', async () => {
    mail.smtp.treat = () => 'hang';
    await book(2);
    const timeouts = { connectMs: 10_000, greetingMs: 10_000, responseMs: 60_000, totalMs: 60_000 };
    const mailer = mail.start({ timeouts, drainMs: 200 });
    await until(async () => (await mail.database.mail.count({ where: { attempts: 1 } })) === 2);
    const begun = performance.now();
    await mailer.stop();
    assert.ok(performance.now() - begun < timeouts.responseMs, 'it does not wait for the server');
    assert.equal(await all('queued'), 2);
  });

  it('drains a large queue without waiting for the next poll', async (t) => {
    const booked = await book(500);
    const ms = await timed(async () => {
      mail.start({ pollMs: 600_000 });
      await until(async () => (await all('sent')) === 500);
    });
    t.annotate(`500 mails in ${(ms / 1000).toFixed(1)} s`);
    assertEachOnce(booked);
  });
});
